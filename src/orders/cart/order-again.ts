/** "Order again": puts what can still be bought of an order into the cart, and says what cannot. */
import { type Static, Type } from 'typebox'
import { signedIn } from '../../accounts/sessions/access.ts'
import type { Product } from '../../catalogue/product.ts'
import { findProducts } from '../../catalogue/queries.ts'
import type { AppContext } from '../../context.ts'
import { type Html, html } from '../../html/html.ts'
import type { App } from '../../http/app.ts'
import { rowIdOf } from '../../http/filters.ts'
import { operation } from '../../http/operation.ts'
import { step } from '../../pages/form-kinds.ts'
import type { Text } from '../../words/text.ts'
import { t } from '../../words/words.ts'
import { findOrder } from '../queries.ts'
import { noSuchOrder } from '../transition.ts'
import { type CartLine, MAX_CART_LINES, withLine } from './cart.ts'
import { changeCartOf } from './owner.ts'

const OrderedAgain = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        productId: Type.Integer(),
        name: Type.String(),
        ordered: Type.Integer({ description: 'The quantity in the order.' }),
        inCart: Type.Integer({ description: 'The quantity of it that is in the cart now: as much as can be bought.' }),
      }),
    ),
  },
  { title: 'OrderedAgain' },
)
type Item = Static<typeof OrderedAgain>['items'][number]

export function orderAgainRoute(api: App, context: AppContext): void {
  operation(api, 'POST /cart/orders/:id', {
    id: 'orderAgain',
    summary: 'Put the products of an order into the cart',
    access: 'user',
    description: 'Products that are in the cart stay there. The same request again changes nothing.',
    params: rowIdOf('order'),
    answers: { 200: OrderedAgain },
    handler: async (request, reply) => {
      const order = await findOrder(context.db, request.params.id)
      if (order?.owner.id !== signedIn(request).userId) throw noSuchOrder()
      const ordered = sumByProduct(order.items)
      let items: Item[] = []
      await changeCartOf(context, request, reply, async (lines, tx) => {
        const wanted = await findProducts(
          tx,
          ordered.map(({ productId }) => productId),
        )
        const filled = withOrdered(lines, ordered, wanted)
        items = filled.items
        return filled.lines
      })
      return { items }
    },
  })
}

/** Takes as much of each product as can be bought, and no less than the cart has. */
function withOrdered(before: CartLine[], ordered: Omit<Item, 'inCart'>[], products: Product[]) {
  let lines = before
  const items = ordered.map((item): Item => {
    const product = products.find(({ id }) => id === item.productId)
    const present = lines.find(({ productId }) => productId === item.productId)
    const mayBeAdded = product?.status === 'active' && (present || lines.length < MAX_CART_LINES)
    const wanted = Math.max(item.ordered, present?.quantity ?? 0)
    const inCart = mayBeAdded ? Math.min(wanted, product.stock) : 0
    if (product && inCart > (present?.quantity ?? 0)) {
      lines = withLine(lines, { productId: product.id, quantity: inCart, priceSeen: product.price })
    }
    return { ...item, inCart }
  })
  return { items, lines }
}

/** An order can have a product on several lines. */
function sumByProduct(lines: readonly { productId: number; name: string; quantity: number }[]): Omit<Item, 'inCart'>[] {
  const items = new Map<number, Omit<Item, 'inCart'>>()
  for (const { productId, name, quantity } of lines) {
    items.set(productId, { productId, name, ordered: (items.get(productId)?.ordered ?? 0) + quantity })
  }
  return [...items.values()]
}

export const orderAgain = step<Text>({
  at: '/orders/:id/again',
  api: '/api/cart/orders/:id',
  button: 'Order again',
  success: { show: showOrderedAgain, page: true },
})

function showOrderedAgain({ items }: { items: Item[] }): Html {
  const short = items.filter(({ ordered, inCart }) => inCart < ordered)
  const none = items.every(({ inCart }) => inCart === 0)
  const title = none ? t('Nothing of this order can be bought now') : t('These items are in your cart')
  const reason = ({ name, inCart }: Item) =>
    inCart === 0
      ? t("{name} can't be ordered now.", { name })
      : t('Only {left} of {name} can be ordered now.', { left: inCart, name, count: inCart })
  return html`<div class="notice ${short.length > 0 ? 'warning' : 'success'}" role="status" tabindex="-1" autofocus>
      <h2>${title}</h2>${short.length > 0 && html`<ul>${short.map(item => html`<li>${reason(item)}</li>`)}</ul>`}
    </div>
    ${!none && html`<p><a class="button" href="/cart">${t('View your cart')}</a></p>`}`
}
