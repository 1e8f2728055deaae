/** Shows a reduction on pages: the lowest price of the 30 days before it, struck through, and the percentage of that price. */
import { type Html, html } from '../../html/html.ts'
import { rich } from '../../html/rich.ts'
import { money, percent } from '../../pages/format.ts'
import { type Reducible, reductionOf } from './sale.ts'

/** @returns undefined where a reduction must not be announced. Its words come first, so screen readers say which price follows. */
export function reductionNote(product: Reducible & { currency: string }): Html | undefined {
  const reduction = reductionOf(product)
  if (!reduction) return undefined
  const { before, percent: share } = reduction
  const price = html`<s>${money(before, product.currency)}</s>`
  const text = rich('Lowest price of the last 30 days: {price}', { price })
  return html`<small class="soft before">${text}${share > 0 && html` (${percent(-share / 100)})`}</small>`
}
