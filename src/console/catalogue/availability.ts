/** Badge that says whether customers can see and order a product. */

import { availabilityBadge } from '../../catalogue/components.ts'
import type { Product } from '../../catalogue/product.ts'
import { AVAILABILITY_LABELS, PRODUCT_LABELS } from '../../catalogue/states/states.ts'
import type { Html } from '../../html/html.ts'
import { badge, stateBadge } from '../../pages/components.ts'

/** Status and stock are independent in the API. The shop lists a product without stock, but nobody can order it. */
export function isEmptyShelf({ status, stock }: Product): boolean {
  return status === 'active' && stock === 0
}

export function availability(product: Product): Html {
  if (product.state !== 'on_sale') return stateBadge(PRODUCT_LABELS[product.state])
  return isEmptyShelf(product)
    ? badge(`${AVAILABILITY_LABELS.active.text} with 0 pieces`, 'warn')
    : availabilityBadge(product)
}
