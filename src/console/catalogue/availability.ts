/** Whether customers can see and order a product, in one badge. */
import { STATUS_LABELS, statusBadge } from '../../catalogue/components.ts'
import type { Product } from '../../catalogue/product.ts'
import type { Html } from '../../html/html.ts'
import { badge } from '../../pages/components.ts'
import { STATE_TEXT } from './product-forms.ts'

/** Status and stock are independent in the API. The shop lists a product without stock, but nobody can order it. */
export function isEmptyShelf({ status, stock }: Product): boolean {
  return status === 'active' && stock === 0
}

export function availability(product: Product): Html {
  if (product.state !== 'on_sale') return badge(STATE_TEXT[product.state], 'info')
  return isEmptyShelf(product) ? badge(`${STATUS_LABELS.active} with 0 pieces`, 'warn') : statusBadge(product)
}
