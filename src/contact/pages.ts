import type { FastifyInstance } from 'fastify'
import { findUser } from '../accounts/users/user.ts'
import type { AppContext } from '../context.ts'
import { type Form, renderForm } from '../pages/form.ts'
import { html } from '../pages/html.ts'
import { page } from '../pages/layout.ts'
import { formPage } from '../pages/submit.ts'

const contactForm: Form = {
  id: 'contact',
  action: '/contact',
  operation: { method: 'POST', address: '/api/contact-messages' },
  fields: [
    { name: 'name', label: 'Name', type: 'text', autocomplete: 'name' },
    {
      name: 'email',
      label: 'Email',
      type: 'email',
      required: true,
      autocomplete: 'email',
      hint: 'We only use it to reply.',
    },
    { name: 'message', label: 'Message', type: 'textarea', required: true, rows: 7 },
  ],
  button: 'Send Message',
  once: true,
  success: { say: "Thank you, your message has been sent. We'll reply by email." },
}

export function contactPages(app: FastifyInstance, { db }: AppContext): void {
  formPage(app, contactForm, async (visitor, state) => {
    const user = visitor.user && (await findUser(db, visitor.user.id))
    const values = state.values ?? (user ? { name: user.userName, email: user.email } : {})
    return page({
      title: 'Contact',
      description: 'Write to the people behind Semel.',
      visitor,
      failed: state.problem !== undefined,
      width: 'narrow',
      oneForm: true,
      main: html`<h1>Contact</h1>
        <p class="lede">Questions about an order, a product or your account? Write to us. A person reads every message.</p>
        <div class="card">${renderForm(contactForm, { ...state, values }, visitor.csrfToken)}</div>`,
    })
  })
}
