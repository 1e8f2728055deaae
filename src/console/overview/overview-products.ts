/** The products of the overview: those that are running low, and those that sold most. */
import { type LowProduct, USUAL_MARK } from '../../catalogue/stock/low.ts'
import { type Html, html, type Renderable } from '../../html/html.ts'
import { empty, table } from '../../pages/components.ts'
import { count, money } from '../../pages/format.ts'
import { t } from '../../words/words.ts'
import type { Seller } from './sales.ts'

export function lowStock(low: readonly LowProduct[], sellers: readonly Seller[]): Html {
  if (low.length === 0) {
    return empty(
      'Nothing is running low',
      t('Products that have reached their mark appear here, and those that sell with {mark} or fewer.', {
        mark: USUAL_MARK,
      }),
    )
  }
  const sold = new Map(sellers.map(({ id, units }) => [id, units]))
  return table(
    'Products that are running low',
    [
      { label: 'Product', cell: productLink },
      SKU,
      {
        label: 'In stock',
        cell: ({ stock }) => (stock === 0 ? html`<strong class="out">0</strong>` : count(stock)),
        number: true,
      },
      { label: 'Mark', cell: ({ mark }) => count(mark), number: true },
      { label: 'Sold in the period', cell: ({ id }) => count(sold.get(id) ?? 0), number: true },
    ],
    low,
  )
}

export function bestSellers(sellers: readonly Seller[]): Html {
  if (sellers.length === 0) return empty('Nothing sold in this period', 'Choose a longer or another period.')
  return table(
    'Products with the most units sold',
    [
      { label: 'Product', cell: productLink },
      SKU,
      { label: 'Units', cell: ({ units }) => count(units), number: true },
      { label: 'Sales', cell: ({ total, currency }) => money(total, currency), number: true },
    ],
    sellers,
  )
}

/** Tells products with the same name apart. */
const SKU = { label: 'SKU', cell: ({ sku }: { sku: string }) => html`<code>${sku}</code>` }

function productLink({ id, name, stock }: Pick<Seller, 'id' | 'name' | 'stock'>): Renderable {
  return stock === null ? name : html`<a href="/admin/products/${id}">${name}</a>`
}
