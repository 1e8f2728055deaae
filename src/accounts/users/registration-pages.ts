/** The pages of a registration: the form, and the second factor that completes it. */
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import type { App } from '../../http/app.ts'
import { doneKey, leaveDone } from '../../pages/done.ts'
import { type Form, type FormState, renderForm } from '../../pages/form.ts'
import { type Html, html } from '../../pages/html.ts'
import { link, rich } from '../../pages/rich.ts'
import { formAction, formPage, stateOf } from '../../pages/submit.ts'
import { sendPage, type Visitor, withNext } from '../../pages/visitor.ts'
import type { Text } from '../../words/text.ts'
import { currentLanguage, t } from '../../words/words.ts'
import { code, email, narrowPage, newPassword, signedInAlready, whySignIn } from '../components.ts'
import { recoveryCodeList, scanInstructions } from '../second-factors/enrollment-pages.ts'
import { enrollment } from '../second-factors/totp.ts'
import { pendingRegistration } from '../sign-in/pending-registration.ts'

const registerForm: Form<Text> = {
  id: 'register',
  action: '/register',
  operation: { method: 'POST', address: '/api/auth/register' },
  fields: [
    { name: 'userName', label: 'Name', type: 'text', required: true, autocomplete: 'name' },
    email,
    newPassword,
    { name: 'locale', label: 'Language', type: 'hidden' },
    {
      name: 'phone',
      label: 'Phone',
      type: 'tel',
      value: 'phone',
      autocomplete: 'tel',
      hint: 'Include the country code, like +49 170 1234567. To get sign-in codes by text message, confirm it on your account page later.',
    },
    { name: 'news', label: 'Send me news and offers', type: 'checkbox', value: 'boolean' },
  ],
  button: 'Create account',
  once: true,
  success: { go: '/register/authenticator', next: 'carry', done: false },
}

const confirmForm: Form<Text> = {
  id: 'confirm',
  action: '/register/authenticator',
  operation: { method: 'POST', address: '/api/auth/mfa' },
  fields: [code],
  button: 'Confirm and sign in',
  success: {
    page: true,
    show: (
      answer: { recoveryCodes: string[]; user: { email: string } },
      next = '/account',
    ) => html`${recoveryCodeList(answer.recoveryCodes)}
      <p>${t("We've also sent a link to {email}. It confirms your address.", { email: answer.user.email })}</p>
      <p><a class="button" href="${next}">${t(next === '/checkout' ? "I've saved them. Go to checkout" : "I've saved them. Continue")}</a></p>`,
  },
}

export function registerPages(app: App, context: AppContext): void {
  formPage(app, registerForm, async (visitor, state, request) => {
    // A visitor who corrects the address does not type the rest again.
    const { email, userName, phone } = (await pendingRegistration(context, request)) ?? {}
    const shown = { ...state, values: state.values ?? { email, userName, phone, locale: currentLanguage() } }
    return narrowPage('Create an account', visitor, state, [
      signedInAlready(visitor),
      whySignIn(state),
      html`<p class="lede">${t("Next you'll set up an authenticator app (Google Authenticator, 1Password …). Have your phone ready.")}</p>
        <div class="card">${renderForm(registerForm, shown, visitor.csrfToken)}</div>
        <p>${rich('Already have an account? <a>Sign in</a>', { a: link(withNext('/login', state.next)) })}</p>`,
    ])
  })

  app.get('/register/authenticator', async (request, reply) => {
    const [visitor, state] = [await app.visitorOf(request, reply), stateOf(request)]
    const pending = await pendingRegistration(context, request)
    if (pending) return sendPage(reply, authenticatorPage(visitor, state, pending))
    if (!visitor.user) return reply.redirect(withNext('/register', state.next), 303)
    // The page with the recovery codes was loaded again.
    leaveDone(reply, READY)
    return reply.redirect(state.next ?? '/account', 303)
  })
  formAction(app, confirmForm, async (visitor, state, request: FastifyRequest) => {
    const pending = state.answer === undefined ? await pendingRegistration(context, request) : undefined
    return authenticatorPage(visitor, state, pending)
  })
}

const READY: Text =
  "Your account is ready. If you haven't saved your recovery codes, generate new ones on your account page: we can't show them again."
doneKey(READY)

type Pending = Awaited<ReturnType<typeof pendingRegistration>>

function authenticatorPage(visitor: Visitor, state: FormState, pending: Pending): Html {
  if (state.answer !== undefined) {
    const codes = renderForm(confirmForm, state, visitor.csrfToken)
    return narrowPage('Your account is ready', visitor, state, [html`<div class="card">${codes}</div>`])
  }
  return narrowPage('Set up your authenticator', visitor, state, [
    pending &&
      html`<p class="lede">${rich('You are creating the account of {email}. <a>Correct the address</a>', {
        email: pending.email,
        a: link(withNext('/register', state.next)),
      })}</p>`,
    html`<div class="card">${pending && scanInstructions(enrollment(pending.seed, pending.email, pending.issuer))}${renderForm(confirmForm, state, visitor.csrfToken)}</div>
      ${!pending && state.problem && waysOn(visitor, state)}`,
  ])
}

function waysOn({ user }: Visitor, { next }: FormState): Html {
  if (user)
    return html`<p><a class="button" href="${next ?? '/account'}">${t('Continue as {name}', { name: user.userName })}</a></p>`
  return html`<p>${rich('<a>Sign in</a> or <b>start again</b>', {
    a: link(withNext('/login', next)),
    b: link(withNext('/register', next)),
  })}</p>`
}
