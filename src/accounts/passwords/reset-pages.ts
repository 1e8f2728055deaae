import type { App } from '../../http/app.ts'
import { type Form, type FormState, renderForm } from '../../pages/form.ts'
import { type Html, html } from '../../pages/html.ts'
import { page } from '../../pages/layout.ts'
import { formAction, formPage } from '../../pages/submit.ts'
import { sendPage, type Visitor } from '../../pages/visitor.ts'
import { email, newPassword } from '../form-fields.ts'

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
  success: { show: resetDone },
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
    page({
      title: 'Forgot your password?',
      visitor,
      failed: state.problem !== undefined,
      width: 'narrow',
      main: html`<h1>Forgot your password?</h1>
        <p class="lede">Enter your email and we'll send you a link to choose a new one.</p>
        <div class="card">${renderForm(forgotForm, state, visitor.csrfToken)}</div>
        <p><a href="/login">Back to sign in</a></p>`,
    }),
  )

  // Showing the page changes nothing, so a mail scanner that follows the link does not use it up.
  app.get('/reset-password', async (request, reply) => {
    const { token } = request.query as { token?: string }
    const visitor = await app.visitorOf(request, reply)
    return sendPage(reply, resetPage(visitor, { values: { token: String(token ?? '') } }))
  })
  formAction(app, resetForm, resetPage)

  app.get('/verify-email', async (request, reply) => {
    const { token } = request.query as { token?: string }
    const visitor = await app.visitorOf(request, reply)
    return sendPage(reply, verifyPage(visitor, { values: { token: String(token ?? '') } }))
  })
  formAction(app, verifyForm, verifyPage)
}

function resetPage(visitor: Visitor, state: FormState): Html {
  return page({
    title: 'Choose a new password',
    visitor,
    failed: state.problem !== undefined,
    width: 'narrow',
    main: html`<h1>Choose a new password</h1>
      <div class="card">${renderForm(resetForm, state, visitor.csrfToken)}</div>
      ${state.problem && html`<p><a href="/forgot-password">Get a new link</a></p>`}`,
  })
}

function verifyPage(visitor: Visitor, state: FormState): Html {
  return page({
    title: 'Confirm your email',
    visitor,
    failed: state.problem !== undefined,
    width: 'narrow',
    main: html`<h1>Confirm your email</h1>
      <div class="card">${renderForm(verifyForm, state, visitor.csrfToken)}</div>
      <p><a href="/account">Your account</a></p>`,
  })
}

function resetDone({ message }: { message: string }): Html {
  return html`<div class="notice success" role="status" tabindex="-1" autofocus><p>${message}</p></div>
    <p><a class="button" href="/login">Sign in</a></p>`
}
