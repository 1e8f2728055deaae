import type { Ground } from '../../ground.ts'
import type { App } from '../../http/app.ts'
import { type Form, type FormState, renderForm } from '../../pages/form.ts'
import { type Html, html } from '../../pages/html.ts'
import { page, signOut } from '../../pages/layout.ts'
import { formAction, formPage } from '../../pages/submit.ts'
import { sendPage, type Visitor } from '../../pages/visitor.ts'
import { halfRegistered } from '../half-registered.ts'
import { code, email } from './fields.ts'

const loginForm: Form = {
  id: 'login',
  action: '/login',
  operation: { method: 'POST', address: '/api/auth/login' },
  fields: [
    email,
    { name: 'password', label: 'Password', type: 'password', required: true, autocomplete: 'current-password' },
  ],
  button: 'Sign in',
  success: { go: '/login/code', next: 'carry' },
}

const codeForm: Form = {
  id: 'code',
  action: '/login/code',
  operation: { method: 'POST', address: '/api/auth/mfa' },
  fields: [code],
  button: 'Sign in',
  success: { go: '/account', next: 'follow' },
}

export function signInPages(app: App, ground: Ground): void {
  formPage(app, loginForm, (visitor, state) =>
    page({
      title: 'Sign in',
      visitor,
      failed: state.problem !== undefined,
      width: 'narrow',
      main: html`<h1>Sign in</h1>
        <div class="card">${renderForm(loginForm, state, visitor.csrfToken)}</div>
        <p class="row apart"><a href="/forgot-password">Forgot your password?</a> <a href="/register">Create an account</a></p>`,
    }),
  )

  app.get('/login/code', async (request, reply) => {
    if (await halfRegistered(ground, request)) return reply.redirect('/register/authenticator', 303)
    const { next } = request.query as { next?: string }
    return sendPage(reply, codePage(await app.visitorOf(request, reply), { next: String(next ?? '') }))
  })
  formAction(app, codeForm, codePage)

  formAction(app, signOut, visitor =>
    page({ title: 'Sign out', visitor, width: 'narrow', main: html`<h1>You are signed out</h1>` }),
  )
}

function codePage(visitor: Visitor, state: FormState): Html {
  return page({
    title: 'Enter your code',
    visitor,
    failed: state.problem !== undefined,
    width: 'narrow',
    main: html`<h1>Enter your code</h1>
      <div class="card">${renderForm(codeForm, state, visitor.csrfToken)}</div>
      <p><a href="/login">Start again</a></p>`,
  })
}
