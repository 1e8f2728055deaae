import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findUser } from '../accounts/users/user.ts'
import type { AppContext } from '../context.ts'
import { html } from '../html/html.ts'
import { rowIdIn } from '../http/filters.ts'
import { type Form, renderForm } from '../pages/form.ts'
import { page } from '../pages/layout.ts'
import { formPage } from '../pages/submit.ts'
import type { Text } from '../words/text.ts'
import { currentLanguage, t } from '../words/words.ts'

const contactForm: Form<Text> = {
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
    { name: 'locale', label: 'Language', type: 'hidden' },
  ],
  button: 'Send Message',
  once: true,
  success: { say: "Thank you, your message has been sent. We'll reply by email." },
}

export function contactPages(app: FastifyInstance, { db }: AppContext): void {
  formPage(app, contactForm, async (visitor, state, request) => {
    const user = visitor.user && (await findUser(db, visitor.user.id))
    const known = user ? { name: user.userName, email: user.email } : {}
    const values = state.values ?? { ...known, message: beginningOf(request), locale: currentLanguage() }
    return page({
      title: 'Contact',
      description: t('Write to us.'),
      visitor,
      preview: { path: '/contact' },
      failed: state.problem !== undefined,
      width: 'narrow',
      oneForm: true,
      main: html`<h1>${t('Contact')}</h1>
        <p class="lede">${t('Questions about an order, a product or your account? Write to us. A person reads every message.')}</p>
        <div class="card">${renderForm(contactForm, { ...state, values }, visitor.csrfToken)}</div>`,
    })
  })
}

/** The first line of a message about an order, whose page leads here. */
function beginningOf(request: FastifyRequest): string | undefined {
  const { order } = request.query as { order?: unknown }
  const id = typeof order === 'string' ? rowIdIn(order) : undefined
  return id ? `${t('About order #{id}:', { id })}\n\n` : undefined
}
