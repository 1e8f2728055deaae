import type { App } from '../../http/app.ts'
import { type Form, type FormState, renderForm } from '../../pages/form.ts'
import { type Html, html } from '../../pages/html.ts'
import { formAction, formPage } from '../../pages/submit.ts'
import { sendPage, type Visitor } from '../../pages/visitor.ts'
import { email, narrowPage, newPassword } from '../components.ts'

const forgotForm: Form = {
  id: 'forgot-password',
  action: '/forgot-password',
  operation: { method: 'POST', address: '/api/auth/forgot-password' },
  fields: [email],
  button: 'Send Reset Link',
  success: { say: "If that address is registered, a reset link is on its way. It's valid for 30 minutes." },
}

const resetForm: Form = {
  id: 'reset-password',
  action: '/reset-password',
  operation: { method: 'POST', address: '/api/auth/reset-password' },
  fields: [
    { name: 'token', label: 'Token', type: 'hidden' },
    { ...newPassword, label: 'New password' },
  ],
  button: 'Set new password',
  success: {
    show: ({ message }: { message: string }) =>
      html`<div class="notice success" role="status" tabindex="-1" autofocus><p>${message}</p></div>
    <p><a class="button" href="/login">Sign in</a></p>`,
  },
}

const verifyForm: Form = {
  id: 'verify-email',
  action: '/verify-email',
  operation: { method: 'POST', address: '/api/auth/verify-email' },
  fields: [{ name: 'token', label: 'Token', type: 'hidden' }],
  button: 'Confirm this address',
  success: { say: '{message}' },
}

export function resetPages(app: App): void {
  formPage(app, forgotForm, (visitor, state) =>
    narrowPage('Forgot your password?', visitor, state, [
      html`<p class="lede">Enter your email and we'll send you a link to choose a new one.</p>
        <div class="card">${renderForm(forgotForm, state, visitor.csrfToken)}</div>
        <p><a href="/login">Back to sign in</a></p>`,
    ]),
  )
  tokenPage(app, resetForm, (visitor, state) =>
    narrowPage('Choose a new password', visitor, state, [
      html`<div class="card">${renderForm(resetForm, state, visitor.csrfToken)}</div>
      ${state.problem && html`<p><a href="/forgot-password">Get a new link</a></p>`}`,
    ]),
  )
  tokenPage(app, verifyForm, (visitor, state) =>
    narrowPage('Confirm your email', visitor, state, [
      html`<div class="card">${renderForm(verifyForm, state, visitor.csrfToken)}</div>
      <p><a href="/account">Your account</a></p>`,
    ]),
  )
}

/** The page of a link with a token. Showing it changes nothing, so a mail scanner that opens the link does not use it up. */
function tokenPage(app: App, form: Form, render: (visitor: Visitor, state: FormState) => Html): void {
  app.get(form.action, async (request, reply) => {
    const { token } = request.query as { token?: string }
    const visitor = await app.visitorOf(request, reply)
    return sendPage(reply, render(visitor, { values: { token: String(token ?? '') } }))
  })
  formAction(app, form, render)
}
