/** The part of a product page for a product that cannot be ordered now. */
import { type Html, html } from '../../html/html.ts'
import type { FormState } from '../../pages/form.ts'
import { edit, removal } from '../../pages/form-kinds.ts'
import { formsOf } from '../../pages/forms-of.ts'
import type { Visitor } from '../../pages/visitor.ts'
import type { Text } from '../../words/text.ts'
import { t } from '../../words/words.ts'
import type { Product } from '../product.ts'

const ask = edit<Text>({
  at: '/products/:id/stock-alert',
  method: 'PUT',
  api: '/api/products/:id/stock-alert',
  button: 'Tell me when it is back',
  done: "We'll send you one email when you can order it.",
  go: '/products/{productId}',
  outdatedBy: ['product_in_stock'],
})

const withdraw = removal<Text>({
  id: 'no-stock-alert',
  at: '/products/:id/stock-alert/withdraw',
  api: '/api/products/:id/stock-alert',
  button: "Don't tell me",
  done: "We won't write to you about it.",
  go: '/products/{productId}',
  look: 'text',
})

export const ALERT_FORMS = [ask, withdraw]

/** @param sent the form that was refused just now. The page may have the other one by then, and shows the reason there. */
export function alertPart(visitor: Visitor, { id, status }: Product, isWaiting: boolean, sent: FormState): Html {
  const button = status === 'coming_soon' ? 'Tell me when it is here' : 'Tell me when it is back'
  if (!visitor.user) {
    const next = encodeURIComponent(`/products/${id}`)
    return html`<p><a class="button" href="/login?next=${next}">${t(button)}</a></p>
      <p class="soft">${t("Sign in first, so that we know where to write. It's one email, once.")}</p>`
  }
  const show = formsOf(visitor, { [ask.id]: sent, [withdraw.id]: sent }, { id: String(id) })
  if (isWaiting) return html`<p>${t("We'll send you one email when you can order it.")}</p>${show(withdraw)}`
  return show({ ...ask, button })
}
