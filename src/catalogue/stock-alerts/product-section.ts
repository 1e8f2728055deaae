/** The part of a product page for a product that cannot be ordered now. */
import { type Form, type FormState, renderForm } from '../../pages/form.ts'
import { type Html, html } from '../../pages/html.ts'
import type { Visitor } from '../../pages/visitor.ts'
import type { Product } from '../product.ts'

const ask: Form = {
  id: 'stock-alert',
  action: '/products/:id/stock-alert',
  operation: { method: 'PUT', address: '/api/products/:id/stock-alert' },
  fields: [],
  button: 'Tell me when it is back',
  success: { go: '/products/{productId}', done: "We'll send you one email when you can order it." },
  outdatedBy: ['product_in_stock'],
}

const withdraw: Form = {
  id: 'no-stock-alert',
  action: '/products/:id/stock-alert/withdraw',
  operation: { method: 'DELETE', address: '/api/products/:id/stock-alert' },
  fields: [],
  button: "Don't tell me",
  success: { go: '/products/{productId}', done: "We won't write to you about it." },
  look: 'text',
}

export const ALERT_FORMS: readonly Form[] = [ask, withdraw]

/** @param sent the form that was refused just now */
export function alertPart(visitor: Visitor, { id, status }: Product, isWaiting: boolean, sent?: FormState): Html {
  const button = status === 'coming_soon' ? 'Tell me when it is here' : ask.button
  if (!visitor.user) {
    const next = encodeURIComponent(`/products/${id}`)
    return html`<p><a class="button" href="/login?next=${next}">${button}</a></p>
      <p class="soft">Sign in first, so that we know where to write. It's one email, once.</p>`
  }
  const show = (form: Form) => renderForm(form, { ...sent, params: { id: String(id) } }, visitor.csrfToken)
  if (isWaiting) return html`<p>We'll send you one email when you can order it.</p>${show(withdraw)}`
  return show({ ...ask, button })
}
