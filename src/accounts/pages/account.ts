import type { FastifyRequest } from 'fastify'
import type { Ground } from '../../ground.ts'
import type { App } from '../../http/app.ts'
import { type Form, type FormState, renderForm } from '../../pages/form.ts'
import { type Html, html } from '../../pages/html.ts'
import { page } from '../../pages/layout.ts'
import { badge, facts } from '../../pages/parts.ts'
import { formAction } from '../../pages/submit.ts'
import { sendPage, sendToSignIn, type Visitor } from '../../pages/visitor.ts'
import { findUser } from '../user.ts'

const profileForm: Form = {
  id: 'profile',
  action: '/account/profile',
  operation: { method: 'PATCH', address: '/api/users/me' },
  fields: [
    { name: 'userName', label: 'Name', type: 'text', required: true, autocomplete: 'name', empty: 'keep' },
    { name: 'email', label: 'E-mail', type: 'email', required: true, autocomplete: 'email', empty: 'keep' },
    { name: 'phone', label: 'Telephone', type: 'tel', autocomplete: 'tel', empty: 'null' },
  ],
  button: 'Save',
  success: { say: 'Saved.', keepForm: true },
}

export function accountPage(app: App, ground: Ground): void {
  app.get('/account', async (request, reply) => {
    const visitor = await app.visitorOf(request, reply)
    if (!visitor.user) return sendToSignIn(request, reply)
    return sendPage(reply, await render(visitor, {}, request))
  })
  formAction(app, profileForm, render)

  async function render(visitor: Visitor, state: FormState, _request: FastifyRequest): Promise<Html> {
    const user = visitor.user && (await findUser(ground.db, visitor.user.id))
    const values = { userName: user?.userName, email: user?.email, phone: user?.phone ?? '', ...state.values }
    return page({
      title: 'Your account',
      visitor,
      failed: state.problem !== undefined,
      main: html`<h1>Your account</h1>
        <div class="split"><section class="card" aria-labelledby="profile-title"><h2 id="profile-title">Profile</h2>
          ${renderForm(profileForm, { ...state, values }, visitor.csrfToken)}
        </section>
        ${
          user &&
          html`<section class="card" aria-labelledby="facts-title"><h2 id="facts-title">At a glance</h2>${facts([
            ['E-mail', user.emailVerified ? badge('verified', 'good') : badge('not verified yet', 'warn')],
            ['Second factors', user.secondFactors.length],
            ['Role', user.role],
          ])}</section>`
        }</div>`,
    })
  }
}
