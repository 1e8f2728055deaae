import { Type } from 'typebox'
import { signedIn } from '../../accounts/sessions/access.ts'
import type { AppContext } from '../../context.ts'
import type { App } from '../../http/app.ts'
import { rowIdOf } from '../../http/filters.ts'
import { operation } from '../../http/operation.ts'
import { askForAlert, withdrawAlert } from './alerts.ts'

const Id = rowIdOf('product')
const OfProduct = Type.Object({ productId: Type.Integer() }, { title: 'StockAlert' })

export function stockAlertRoutes(api: App, { db, clock }: AppContext): void {
  operation(api, 'PUT /products/:id/stock-alert', {
    id: 'askForStockAlert',
    summary: 'Ask for an email when a product is in stock',
    access: 'user',
    description: 'One email, once, to the address that the account has then. Asking again changes nothing.',
    problems: ['product_in_stock', 'product_unavailable', 'rate_limited'],
    params: Id,
    answers: { 200: OfProduct },
    handler: async request => {
      const wish = { productId: request.params.id, userId: signedIn(request).userId }
      await askForAlert(db, wish, clock.now())
      return { productId: wish.productId }
    },
  })

  operation(api, 'DELETE /products/:id/stock-alert', {
    id: 'withdrawStockAlert',
    summary: 'Withdraw the wish for an email about a product',
    access: 'user',
    params: Id,
    answers: { 200: OfProduct },
    handler: async request => {
      const wish = { productId: request.params.id, userId: signedIn(request).userId }
      await withdrawAlert(db, wish)
      return { productId: wish.productId }
    },
  })
}
