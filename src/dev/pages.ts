import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { DEMO_PASSWORD, DEMO_USERS } from '../accounts/users/demo-accounts.ts'
import type { AppContext } from '../context.ts'
import type { App } from '../http/app.ts'
import { empty, facts, table } from '../pages/components.ts'
import { type Form, type FormState, renderForm } from '../pages/form.ts'
import { type Html, html } from '../pages/html.ts'
import { page } from '../pages/layout.ts'
import { formAction } from '../pages/submit.ts'
import { sendPage, type Visitor } from '../pages/visitor.ts'
import { Problem } from '../problems.ts'
import { currentCode } from './demo-accounts.ts'
import { readMail, readOneMail } from './mailbox.ts'
import { readSms } from './sms-inbox.ts'

const emptyInbox: Form = {
  id: 'empty-inbox',
  action: '/dev',
  operation: { method: 'DELETE', address: '/dev/mail' },
  fields: [],
  button: 'Delete all emails',
  success: { go: '/dev', done: 'Emails deleted.' },
  look: 'quiet',
}

const Id = Type.Object({ id: Type.String({ format: 'uuid' }) })

/** The inbox of emails and text messages, for people who try Semel. */
export function devPages(app: App, context: AppContext): void {
  const { db } = context

  app.get('/dev', async (request, reply) => sendPage(reply, await inboxPage(await app.visitorOf(request, reply))))
  formAction(app, emptyInbox, inboxPage)

  app.get('/dev/mail/:id', { schema: { params: Id } }, async (request, reply) => {
    const mail = await findMail(request.params.id)
    const visitor = await app.visitorOf(request, reply)
    reply.header('content-security-policy', `${reply.getHeader('content-security-policy')};frame-src 'self'`)
    return sendPage(reply, page({ title: mail.subject, visitor, main: mailPart(mail) }))
  })

  app.get('/dev/mail/:id/body', { schema: { params: Id } }, async (request, reply) => {
    const { html, text } = await findMail(request.params.id)
    return sendUntrusted(reply, html ? `<base target="_blank">${html}` : '', text)
  })

  app.get('/dev/mail/:id/source', { schema: { params: Id } }, async (request, reply) => {
    const { source } = await findMail(request.params.id)
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store').send(source)
  })

  async function findMail(id: string) {
    const mail = await readOneMail(db, id)
    if (!mail) throw new Problem('not_found', "We can't find that email. It may have been deleted.")
    return mail
  }

  async function inboxPage(visitor: Visitor, state: FormState = {}): Promise<Html> {
    const [mails, messages] = await Promise.all([readMail(db), readSms(db)])
    const codes = await Promise.all(
      DEMO_USERS.map(async ({ email, role }) => ({ email, role, now: await currentCode(context, email) })),
    )
    return page({
      title: 'Development inbox',
      visitor,
      failed: state.problem !== undefined,
      main: html`<h1>Development inbox</h1>
        <p class="lede">Emails and texts land here instead of being sent. Not available in production.</p>
        <section class="card" aria-labelledby="codes"><h2 id="codes">Sign-in codes</h2>
        ${
          codes.some(({ now }) => now)
            ? html`<p>The password of every demo account is <code>${DEMO_PASSWORD}</code>. Reload for the next code.</p>
              ${table('Sign-in codes of the demo accounts', CODES, codes)}`
            : html`<p>There are no demo accounts, because <code>DATABASE_URL</code> names a database of yours. The code of any
              account is at <code>/dev/code?email=</code> with its address.</p>`
        }</section>
        <section class="card" aria-labelledby="mails"><h2 id="mails">Emails</h2>
        ${mails.length > 0 ? table('Emails, newest first', MAILS, mails.toReversed()) : empty('No emails yet', 'Place an order or reset a password.')}
        ${mails.length > 0 && renderForm(emptyInbox, state, visitor.csrfToken)}</section>
        <section class="card" aria-labelledby="sms"><h2 id="sms">Text messages</h2>
        ${messages.length > 0 ? table('Text messages, newest first', MESSAGES, messages.toReversed()) : empty('No text messages yet', 'Ask for a sign-in code by text message.')}</section>`,
    })
  }
}

type Mail = Awaited<ReturnType<typeof readMail>>[number]
type Code = { email: string; role: string; now: Awaited<ReturnType<typeof currentCode>> }
type Message = Awaited<ReturnType<typeof readSms>>[number]

const CODES = [
  { label: 'Account', cell: ({ email }: Code) => email },
  { label: 'Role', cell: ({ role }: Code) => role },
  { label: 'Code', cell: ({ now }: Code) => (now ? html`<code>${now.code}</code>` : 'none') },
  { label: 'Valid for', cell: ({ now }: Code) => now && `${now.secondsLeft} s`, number: true },
]

const MAILS = [
  { label: 'Subject', cell: ({ id, subject }: Mail) => html`<a href="/dev/mail/${id}">${subject || 'No subject'}</a>` },
  { label: 'To', cell: ({ to }: Mail) => to },
  { label: 'Received', cell: ({ receivedAt }: Mail) => moment(receivedAt) },
]

const MESSAGES = [
  { label: 'Text', cell: ({ text }: Message) => text },
  { label: 'To', cell: ({ to }: Message) => to },
  { label: 'Received', cell: ({ receivedAt }: Message) => moment(receivedAt) },
]

function mailPart({ id, subject, from, to, messageId, receivedAt, text }: Mail): Html {
  return html`<p><a href="/dev">All emails</a></p>
    <h1>${subject || 'No subject'}</h1>
    ${facts([
      ['From', from],
      ['To', to],
      ['Received', moment(receivedAt)],
      ['Message-ID', messageId],
      ['Source', html`<a href="/dev/mail/${id}/source">Show</a>`],
    ])}
    <iframe src="/dev/mail/${id}/body" title="The email as mail programs show it" class="mail"
      sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
    <h2>Text part</h2>
    <pre class="card">${text}</pre>`
}

function moment(date: Date): Html {
  const iso = date.toISOString()
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')} UTC</time>`
}

/** The HTML of an email is untrusted: it runs no script, loads nothing, and does not count as a page of this site. */
function sendUntrusted(reply: FastifyReply, body: string, text: string): FastifyReply {
  return reply
    .type(body ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-frame-options', 'SAMEORIGIN')
    .header(
      'content-security-policy',
      "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
    )
    .send(body || text)
}
