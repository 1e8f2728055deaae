import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import type { App } from '../../http/app.ts'
import { type Form, type FormState, renderForm } from '../../pages/form.ts'
import { type Html, html } from '../../pages/html.ts'
import { formAction, formPage, stateOf } from '../../pages/submit.ts'
import { sendPage, type Visitor } from '../../pages/visitor.ts'
import { code, email, narrowPage, newPassword, signedInAlready, whySignIn, withNext } from '../components.ts'
import { recoveryCodeList, scanInstructions } from '../second-factors/enrollment-pages.ts'
import { enrollment } from '../second-factors/totp.ts'
import { pendingRegistration } from '../sign-in/pending-registration.ts'

const registerForm: Form = {
  id: 'register',
  action: '/register',
  operation: { method: 'POST', address: '/api/auth/register' },
  fields: [
    { name: 'userName', label: 'Name', type: 'text', required: true, autocomplete: 'name' },
    email,
    newPassword,
    {
      name: 'phone',
      label: 'Phone',
      type: 'tel',
      value: 'phone',
      autocomplete: 'tel',
      hint: 'Include the country code, like +49 170 1234567. To get sign-in codes by text message, confirm it on your account page later.',
    },
  ],
  button: 'Create account',
  once: true,
  success: { go: '/register/authenticator', next: 'carry', done: false },
}

const confirmForm: Form = {
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
      <p>We've also sent a link to ${answer.user.email}. It confirms your address.</p>
      <p><a class="button" href="${next}">I've saved them. Continue${next === '/checkout' && ' to checkout'}</a></p>`,
  },
}

export function registerPages(app: App, context: AppContext): void {
  formPage(app, registerForm, (visitor, state) =>
    narrowPage('Create an account', visitor, state, [
      signedInAlready(visitor),
      whySignIn(state),
      html`<p class="lede">Next you'll set up an authenticator app (Google Authenticator, 1Password …). Have your phone ready.</p>
        <div class="card">${renderForm(registerForm, state, visitor.csrfToken)}</div>
        <p>Already have an account? <a href="${withNext('/login', state.next)}">Sign in</a></p>`,
    ]),
  )

  app.get('/register/authenticator', async (request, reply) => {
    const pending = await pendingRegistration(context, request)
    if (!pending) return reply.redirect('/register', 303)
    return sendPage(reply, authenticatorPage(await app.visitorOf(request, reply), stateOf(request), pending))
  })
  formAction(app, confirmForm, async (visitor, state, request: FastifyRequest) => {
    const pending = state.answer === undefined ? await pendingRegistration(context, request) : undefined
    return authenticatorPage(visitor, state, pending)
  })
}

type Pending = Awaited<ReturnType<typeof pendingRegistration>>

function authenticatorPage(visitor: Visitor, state: FormState, pending: Pending): Html {
  if (state.answer !== undefined) {
    const codes = renderForm(confirmForm, state, visitor.csrfToken)
    return narrowPage('Your account is ready', visitor, state, [html`<div class="card">${codes}</div>`])
  }
  return narrowPage('Set up your authenticator', visitor, state, [
    pending &&
      html`<p class="lede">You are creating the account of ${pending.email}. <a href="${withNext('/register', state.next)}">Correct the address</a></p>`,
    html`<div class="card">${pending && scanInstructions(enrollment(pending.seed, pending.email))}${renderForm(confirmForm, state, visitor.csrfToken)}</div>
      ${!pending && state.problem && html`<p><a href="/login">Sign in</a> or <a href="/register">start again</a></p>`}`,
  ])
}
