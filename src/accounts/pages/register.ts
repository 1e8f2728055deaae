import type { FastifyRequest } from 'fastify'
import type { Ground } from '../../ground.ts'
import type { App } from '../../http/app.ts'
import { type Form, type FormState, renderForm } from '../../pages/form.ts'
import { type Html, html } from '../../pages/html.ts'
import { page } from '../../pages/layout.ts'
import { copyable } from '../../pages/parts.ts'
import { qr } from '../../pages/qr.ts'
import { formAction, formPage } from '../../pages/submit.ts'
import { sendPage, type Visitor } from '../../pages/visitor.ts'
import { halfRegistered } from '../half-registered.ts'
import { enrolment } from '../totp.ts'
import { code, email, newPassword } from './fields.ts'
import { recoveryCodesPart } from './recovery-codes.ts'

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
      label: 'Telephone',
      type: 'tel',
      autocomplete: 'tel',
      hint: 'With the country code, like +491701234567.',
    },
  ],
  button: 'Create account',
  success: { go: '/register/authenticator', next: 'carry' },
}

const confirmForm: Form = {
  id: 'confirm',
  action: '/register/authenticator',
  operation: { method: 'POST', address: '/api/auth/mfa' },
  fields: [code],
  button: 'Confirm and sign in',
  success: {
    show: (answer: { recoveryCodes: string[] }) => html`${recoveryCodesPart(answer.recoveryCodes)}
      <p><a class="button" href="/account">I have kept them: to my account</a></p>`,
  },
}

export function registerPages(app: App, ground: Ground): void {
  formPage(app, registerForm, (visitor, state) =>
    page({
      title: 'Create an account',
      visitor,
      failed: state.problem !== undefined,
      width: 'narrow',
      main: html`<h1>Create an account</h1>
        <p class="lede">You will need an authenticator app on your telephone for the next step.</p>
        <div class="card">${renderForm(registerForm, state, visitor.csrfToken)}</div>
        <p>You have an account? <a href="/login">Sign in</a></p>`,
    }),
  )

  app.get('/register/authenticator', async (request, reply) => {
    const half = await halfRegistered(ground, request)
    if (!half) return reply.redirect('/register', 303)
    return sendPage(reply, authenticatorPage(await app.visitorOf(request, reply), {}, enrolment(half.seed, half.email)))
  })
  formAction(app, confirmForm, async (visitor, state, request: FastifyRequest) => {
    const half = state.answer === undefined ? await halfRegistered(ground, request) : undefined
    return authenticatorPage(visitor, state, half && enrolment(half.seed, half.email))
  })
}

function authenticatorPage(visitor: Visitor, state: FormState, shown: ReturnType<typeof enrolment> | undefined): Html {
  const steps =
    shown &&
    html`<h2>1. Scan this with your authenticator app</h2>
    ${qr(shown.uri, 'The QR code that sets up your authenticator app')}
    <p>On this device: <a href="${shown.uri}">open your authenticator app</a>. Or type the secret:</p>
    ${copyable(shown.secret.match(/.{4}/g)!.join(' '), 'Copy')}
    <h2>2. Enter the code that it shows</h2>`
  return page({
    title: 'Set up your authenticator',
    visitor,
    failed: state.problem !== undefined,
    width: 'narrow',
    main: html`<h1>Set up your authenticator</h1>
      <div class="card">${steps}${renderForm(confirmForm, state, visitor.csrfToken)}</div>
      ${!shown && state.problem && html`<p><a href="/login">Sign in</a> or <a href="/register">start again</a></p>`}`,
  })
}
