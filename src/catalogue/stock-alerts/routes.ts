import { Type } from 'typebox'
import { signedIn } from '../../accounts/sessions/access.ts'
import type { AppContext } from '../../context.ts'
import type { App } from '../../http/app.ts'
import { rowIdOf } from '../../http/filters.ts'
import { askForAlert, withdrawAlert } from './alerts.ts'

const Id = rowIdOf('product')
const OfProduct = Type.Object({ productId: Type.Integer() }, { title: 'StockAlert' })

export function stockAlertRoutes(api: App, { db, clock }: AppContext): void {
  api.put(
    '/products/:id/stock-alert',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'askForStockAlert',
        summary: 'Ask for an email when a product is in stock',
        description: 'One email, once, to the address that the account has then. Asking again changes nothing.',
        problems: ['product_in_stock', 'product_unavailable', 'rate_limited'],
        params: Id,
        response: { 200: OfProduct },
      },
    },
    async request => {
      const wish = { productId: request.params.id, userId: signedIn(request).userId }
      await askForAlert(db, wish, clock.now())
      return { productId: wish.productId }
    },
  )

  api.delete(
    '/products/:id/stock-alert',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'withdrawStockAlert',
        summary: 'Withdraw the wish for an email about a product',
        params: Id,
        response: { 200: OfProduct },
      },
    },
    async request => {
      const wish = { productId: request.params.id, userId: signedIn(request).userId }
      await withdrawAlert(db, wish)
      return { productId: wish.productId }
    },
  )
}
