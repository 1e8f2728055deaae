/** The inbox of emails and text messages, for people who try Semel. */
import { Type } from 'typebox'
import { DEMO_PASSWORD, DEMO_USERS } from '../accounts/users/demo-accounts.ts'
import type { AppContext } from '../context.ts'
import { type Html, html } from '../html/html.ts'
import type { App } from '../http/app.ts'
import { allowFrame, sendMailBody } from '../mail/mail-frame.ts'
import { empty, section, table } from '../pages/components.ts'
import { type FormState, renderForm } from '../pages/form.ts'
import { removal } from '../pages/form-kinds.ts'
import { time } from '../pages/format.ts'
import { page } from '../pages/layout.ts'
import { formAction } from '../pages/submit.ts'
import { sendPage, type Visitor } from '../pages/visitor.ts'
import { Problem } from '../problems.ts'
import { currentCodes } from './current-codes.ts'
import { type Look, mailPanes, VIEWS, WIDTHS } from './mail-panes.ts'
import { readOneMail, searchMail } from './search-inbox.ts'
import { readSms } from './sms-inbox.ts'

const emptyInbox = removal({
  id: 'empty-inbox',
  at: '/dev',
  api: '/dev/mail',
  button: 'Delete all emails',
  confirm: 'Delete all emails?',
  done: 'Emails deleted.',
  go: '/dev',
  look: 'quiet',
})

const Id = Type.Object({ id: Type.String({ format: 'uuid' }) })
const Query = Type.Object({
  q: Type.Optional(Type.String()),
  view: Type.Optional(Type.String()),
  width: Type.Optional(Type.String()),
})

export function devPages(app: App, context: AppContext): void {
  const { db } = context

  app.get('/dev', { schema: { querystring: Query } }, async (request, reply) => {
    const visitor = await app.visitorOf(request, reply)
    return sendPage(reply, await inboxPage(visitor, {}, lookOf(request.query)))
  })
  formAction(app, emptyInbox, (visitor, state) => inboxPage(visitor, state, lookOf({})))

  app.get('/dev/mail/:id', { schema: { params: Id, querystring: Query } }, async (request, reply) => {
    const look = lookOf(request.query)
    const [mail, found] = await Promise.all([findMail(request.params.id), searchMail(db, look.q)])
    const visitor = await app.visitorOf(request, reply)
    allowFrame(reply)
    const title = mail.subject || 'No subject'
    return sendPage(reply, page({ title, visitor, main: mailPanes(found, look, { ...mail, subject: title }) }))
  })

  app.get('/dev/mail/:id/body', { schema: { params: Id } }, async (request, reply) => {
    const { html, text } = await findMail(request.params.id)
    return sendMailBody(reply, html ?? '', text)
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

  async function inboxPage(visitor: Visitor, state: FormState, look: Look): Promise<Html> {
    const [mails, messages, codes] = await Promise.all([searchMail(db, look.q), readSms(db), currentCodes(context)])
    return page({
      title: 'Development inbox',
      visitor,
      failed: state.problem !== undefined,
      main: html`<div class="row apart head"><h1>Development inbox</h1>
          ${mails.length > 0 && renderForm(emptyInbox, state, visitor.csrfToken)}</div>
        <p class="soft">Emails and texts land here instead of being sent. Not available in production.</p>
        ${mailPanes(
          mails,
          look,
          html`${section(
            'codes',
            'Sign-in codes',
            html`
            ${
              codes.some(({ email }) => DEMO_USERS.some(user => user.email === email))
                ? html`<p>The password of every demo account is
                  <code>${DEMO_PASSWORD}</code>. Accounts that you register appear on top.</p>`
                : html`<p>There are no demo accounts, because <code>DATABASE_URL</code> names a database of yours.</p>`
            }
            <div data-live="codes">${table('Sign-in codes of the newest accounts', CODES, codes)}</div>`,
          )}
          ${section(
            'sms',
            'Text messages',
            html`<div data-live="sms">
            ${
              messages.length > 0
                ? table('Text messages, newest first', MESSAGES, messages.toReversed())
                : empty('No text messages yet', 'Ask for a sign-in code by text message.')
            }</div>`,
          )}`,
        )}`,
    })
  }
}

type Code = Awaited<ReturnType<typeof currentCodes>>[number]
type Message = Awaited<ReturnType<typeof readSms>>[number]

const CODES = [
  { label: 'Account', cell: ({ email }: Code) => email },
  { label: 'Role', cell: ({ role }: Code) => role },
  { label: 'Code', cell: ({ code }: Code) => html`<code>${code}</code>` },
  { label: 'Valid for', cell: ({ secondsLeft }: Code) => `${secondsLeft} s`, number: true },
]

const MESSAGES = [
  { label: 'Text', cell: ({ text }: Message) => text },
  { label: 'To', cell: ({ to }: Message) => to },
  { label: 'Received', cell: ({ receivedAt }: Message) => time(receivedAt) },
]

function lookOf({ q = '', view, width }: { q?: string; view?: string; width?: string }): Look {
  return {
    q: q.slice(0, 200),
    view: VIEWS.find(one => one === view) ?? 'html',
    width: WIDTHS.find(one => one === width) ?? 'wide',
  }
}
