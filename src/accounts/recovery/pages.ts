/** The pages of recovery: ask on the way to a sign-in, object by a link, and recover the account by another. */
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { type Html, html } from '../../html/html.ts'
import { link, rich } from '../../html/rich.ts'
import type { App } from '../../http/app.ts'
import { withoutMarks } from '../../http/input/link-token.ts'
import { type Form, type FormState, renderForm } from '../../pages/form.ts'
import { time } from '../../pages/format.ts'
import { formAction, stateOf } from '../../pages/submit.ts'
import { sendPage, type Visitor, withNext } from '../../pages/visitor.ts'
import type { Text } from '../../words/text.ts'
import { t, translated } from '../../words/words.ts'
import { accountOf, narrowPage, newPassword } from '../components.ts'
import { LOST_EVERYTHING, signingIn, startAgain } from '../sign-in/pages.ts'
import { pendingRegistration, pendingSignIn } from '../sign-in/pending-registration.ts'
import { findObjection, ownerOfLink } from './links.ts'
import { findOpenRecovery, whyNoRecovery } from './requests.ts'

const askForm: Form<Text> = {
  id: 'recovery-request',
  action: LOST_EVERYTHING,
  operation: { method: 'POST', address: '/api/auth/mfa/recovery-request' },
  fields: [],
  button: 'Ask for a new sign-in method',
  success: {
    // The explanation around the button goes.
    page: true,
    show: ({ waitsUntil, needsApproval }: { waitsUntil: string; needsApproval: boolean }) =>
      html`<div class="notice success" role="status" tabindex="-1" autofocus>${askedText({
        waitsUntil: new Date(waitsUntil),
        needsApproval,
      })}</div>`,
  },
}

const token = { name: 'token', label: 'Token', type: 'hidden' } as const

const objectForm: Form<Text> = {
  id: 'objection',
  action: '/recovery/objection',
  operation: { method: 'POST', address: '/api/auth/recovery/objection' },
  fields: [token],
  button: 'This was not me: end the request',
  success: { show: showObjected },
}

function showObjected(): Html {
  const done = t('The request has ended. Nothing about the account has changed.')
  return html`<div class="notice success" role="status" tabindex="-1" autofocus><p>${done}</p></div>
    <p>${rich('Whoever asked had entered your password. <a>Choose a new one</a>.', { a: link('/forgot-password') })}</p>`
}

const recoverForm: Form<Text> = {
  id: 'recovery',
  action: '/recovery',
  operation: { method: 'POST', address: '/api/auth/recovery' },
  fields: [token, { ...newPassword, label: 'New password' }],
  button: 'Set new password and continue',
  once: true,
  success: { go: '/register/authenticator', done: false },
}

export function recoveryPages(app: App, context: AppContext): void {
  askPage(app, context)
  const render = async (form: Form, visitor: Visitor, state: FormState) => {
    const given = state.values?.token ?? ''
    return form === objectForm
      ? objectionPage(context, visitor, state, given)
      : recoverPage(context, visitor, state, given)
  }
  for (const form of [objectForm, recoverForm]) {
    // A mail scanner that opens the link does nothing.
    app.get(form.action, async (request, reply) => {
      const values = { token: withoutMarks((request.query as { token?: string }).token) }
      const visitor = await app.visitorOf(request, reply)
      const page = await render(form, visitor, { values })
      return sendPage(reply, page ?? ended(visitor), page ? 200 : 410)
    })
    formAction(app, form, async (visitor, state) => (await render(form, visitor, state)) ?? ended(visitor))
  }
}

function askPage(app: App, context: AppContext): void {
  const render = async (visitor: Visitor, state: FormState, request: FastifyRequest): Promise<Html | undefined> => {
    const pending = await pendingSignIn(context, request)
    if (!pending && state.answer === undefined && !state.problem) return undefined
    const open = pending && (await findOpenRecovery(context.db, pending.userId))
    const reason = pending && !open && (await whyNoRecovery(context.db, pending.userId))
    const isNew = !open && state.answer === undefined
    const form = html`${isNew && explanation()}${renderForm(askForm, state, visitor.csrfToken)}`
    return narrowPage('Lost everything you sign in with?', visitor, state, [
      pending && signingIn(pending),
      reason
        ? html`<p>${rich(WHY_NOT[reason], { a: link('/contact') })}</p>`
        : html`<div class="card">${open && state.answer === undefined ? askedText(open) : form}</div>`,
      html`<p><a href="${withNext('/login/code', state.next)}">${t('Sign in another way')}</a></p>`,
    ])
  }
  app.get(LOST_EVERYTHING, async (request, reply) => {
    const [visitor, state] = [await app.visitorOf(request, reply), stateOf(request)]
    if (await pendingRegistration(context, request)) {
      return reply.redirect(withNext('/register/authenticator', state.next), 303)
    }
    const page = await render(visitor, state, request)
    return page ? sendPage(reply, page) : startAgain(visitor, state, reply)
  })
  formAction(app, askForm, async (visitor, state, request) => (await render(visitor, state, request)) ?? ended(visitor))
}

const WHY_NOT = {
  staff: 'You work for this shop. Ask an admin to reset your second factors, or <a>write to us</a>.',
  unverified:
    "Nobody has confirmed the email address of this account, so we can't send a link there. Please <a>write to us</a>.",
  'no factor': 'This account has no second factor yet. Sign in, and set one up. Questions? <a>Write to us</a>.',
} as const satisfies Record<string, Text>

function explanation(): Html {
  const steps: Text[] = [
    'We email you at once, and again before the time is over. Each email has a link to stop this, in case it was somebody else.',
    'Three days go by. Nobody can make it faster.',
    'Then we email you a link. With it you choose a new password and a new sign-in method. The old ones stop working.',
  ]
  return html`<ol>${steps.map(step => html`<li>${translated(step)}</li>`)}</ol>
    <p>${t('If you find your phone or a recovery code meanwhile, just sign in. That ends the request.')}</p>`
}

function askedText({ waitsUntil, needsApproval }: { waitsUntil: Date; needsApproval: boolean }): Html {
  const text = needsApproval
    ? 'You have asked for a new sign-in method. We look at your request. If all is well, we email you a link, at the earliest on {time}.'
    : 'You have asked for a new sign-in method. We email you a link on {time}, unless somebody objects.'
  return html`<p>${rich(text, { time: time(waitsUntil) })}</p>`
}

async function objectionPage(
  context: AppContext,
  visitor: Visitor,
  state: FormState,
  given: string,
): Promise<Html | undefined> {
  const found = await findObjection(context, given)
  if (!found) return undefined
  const isOver = found.endedAt !== null && state.answer === undefined && !state.problem
  return narrowPage('Stop the request', visitor, state, [
    isOver ? html`<p class="lede">${endText(found.outcome)}</p>` : askToObject(visitor, state, found.askedAt),
  ])
}

function endText(outcome: string | null): Html | string {
  if (outcome !== 'used') return t('The request has ended. Nothing about the account has changed.')
  return rich('The account was recovered by this request. If that was not you, <a>write to us</a> right away.', {
    a: link('/contact'),
  })
}

function askToObject(visitor: Visitor, state: FormState, askedAt: Date): Html {
  const text = 'On {time} somebody asked for a new sign-in method for your account. If it was you, close this page.'
  return html`<p class="lede">${rich(text, { time: time(askedAt) })}</p>
    <div class="card">${renderForm(objectForm, state, visitor.csrfToken)}</div>`
}

async function recoverPage(
  context: AppContext,
  visitor: Visitor,
  state: FormState,
  given: string,
): Promise<Html | undefined> {
  const owner = await ownerOfLink(context, given)
  if (!owner) return undefined
  return narrowPage('Recover your account', visitor, state, [
    html`<p class="lede">${t(
      'Choose a new password for {email}. Then you set up a new sign-in method. All former ones stop working.',
      { email: owner.email },
    )}</p>
      <div class="card">${accountOf(recoverForm, owner.email)}${renderForm(recoverForm, state, visitor.csrfToken)}</div>`,
  ])
}

function ended(visitor: Visitor): Html {
  return narrowPage('This link no longer works', visitor, {}, [
    html`<p class="lede">${t('It was already used, is too old or incomplete, or the request has ended.')}</p>
      <p><a class="button" href="/login">${t('Sign in')}</a></p>`,
  ])
}
