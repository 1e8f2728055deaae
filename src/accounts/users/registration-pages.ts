/** The pages of a registration: the form, and the second factor that completes it. */
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { type Html, html } from '../../html/html.ts'
import { link, rich } from '../../html/rich.ts'
import type { App } from '../../http/app.ts'
import { doneKey, leaveDone } from '../../pages/done.ts'
import { type Form, type FormState, renderForm } from '../../pages/form.ts'
import { formAction, formPage, stateOf } from '../../pages/submit.ts'
import { sendPage, type Visitor, withNext } from '../../pages/visitor.ts'
import { sendsSms } from '../../sms/transport.ts'
import type { Text } from '../../words/text.ts'
import { currentLanguage, t } from '../../words/words.ts'
import { code, email, narrowPage, newPassword, passkey, signedInAlready, whySignIn } from '../components.ts'
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

/** Shows the recovery codes, once, after the factor that completes a registration. */
export const READY_WITH_CODES: Form<Text>['success'] = {
  page: true,
  show: (
    answer: { recoveryCodes: string[]; user: { email: string; emailVerified: boolean } },
    next = '/account',
  ) => html`${recoveryCodeList(answer.recoveryCodes)}
      ${
        !answer.user.emailVerified &&
        html`<p>${t("We've also sent a link to {email}. It confirms your address.", { email: answer.user.email })}</p>`
      }
      <p><a class="button" href="${next}">${t(
        next === '/checkout' ? "I've saved them. Go to checkout" : "I've saved them. Continue",
      )}</a></p>`,
}

const confirmForm: Form<Text> = {
  id: 'confirm',
  action: '/register/authenticator',
  operation: { method: 'POST', address: '/api/auth/mfa' },
  fields: [code],
  button: 'Confirm and sign in',
  success: READY_WITH_CODES,
}

/** Offers no codes by text message where the shop sends none. */
function registerFormOf(context: AppContext): Form<Text> {
  if (sendsSms(context)) return registerForm
  const hint: Text = 'Include the country code, like +49 170 1234567.'
  const fields = registerForm.fields.map(field => (field.name === 'phone' ? { ...field, hint } : field))
  return { ...registerForm, fields }
}

/** Replaces the authenticator. */
const passkeyForm: Form<Text> = {
  ...confirmForm,
  id: 'create-passkey',
  action: '/register/passkey',
  operation: { method: 'POST', address: '/api/auth/register/passkey' },
  passkey: { ceremony: 'create', options: '/api/auth/register/passkey/options' },
  fields: [passkey],
  button: 'Create a passkey',
}

export function registerPages(app: App, context: AppContext): void {
  formPage(app, registerForm, async (visitor, state, request) => {
    // A visitor who corrects the address does not type the rest again.
    const { email, userName, phone } = (await pendingRegistration(context, request)) ?? {}
    const shown = { ...state, values: state.values ?? { email, userName, phone, locale: currentLanguage() } }
    return narrowPage('Create an account', visitor, state, [
      signedInAlready(visitor),
      whySignIn(state),
      html`<p class="lede">${t("Next you'll set up how you sign in: an authenticator app (Google Authenticator, 1Password …), or a passkey if this device keeps them.")}</p>
        <div class="card">${renderForm(registerFormOf(context), shown, visitor.csrfToken)}</div>
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
  for (const form of [confirmForm, passkeyForm]) {
    formAction(app, form, async (visitor, state, request: FastifyRequest) => {
      const pending = state.answer === undefined ? await pendingRegistration(context, request) : undefined
      return authenticatorPage(visitor, state, pending, form)
    })
  }
}

const READY: Text =
  "Your account is ready. If you haven't saved your recovery codes, generate new ones on your account page: we can't show them again."
doneKey(READY)

type Pending = Awaited<ReturnType<typeof pendingRegistration>>

/** The script shows the passkey first on a device that can keep one, and closes the box of the authenticator. */
function authenticatorPage(visitor: Visitor, state: FormState, pending: Pending, sent?: Form): Html {
  if (state.answer !== undefined) {
    const codes = renderForm(confirmForm, state, visitor.csrfToken)
    return narrowPage('Your account is ready', visitor, state, [html`<div class="card">${codes}</div>`])
  }
  const show = (form: Form) =>
    renderForm(form, sent === form ? state : { ...(state.next && { next: state.next }) }, visitor.csrfToken)
  const isPasskeyRefused = sent === passkeyForm && state.problem !== undefined
  return narrowPage('Secure your account', visitor, state, [
    pending?.isAccount && html`<p class="lede">${t('You are signing in as {email}.', { email: pending.email })}</p>`,
    pending &&
      !pending.isAccount &&
      html`<p class="lede">${rich('You are creating the account of {email}. <a>Correct the address</a>', {
        email: pending.email,
        a: link(withNext('/register', state.next)),
      })}</p>`,
    html`<div class="card">
        <div data-passkey-first${!isPasskeyRefused && html` hidden`}>
          <h2>${t('Sign in with this device')}</h2>
          <p>${t('Next time, your fingerprint, your face or the PIN of this device signs you in. No code is needed.')}</p>
          ${show(passkeyForm)}
        </div>
        <details class="otherwise" open><summary hidden>${t('Use an authenticator app instead')}</summary>
          ${pending && scanInstructions(enrollment(pending.seed, pending.email, pending.issuer))}${show(confirmForm)}
        </details>
      </div>
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
