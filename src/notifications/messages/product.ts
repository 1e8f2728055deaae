import { money } from '../../pages/format.ts'
import { hello, type Letter } from './letter.ts'

type InStock = { id: number; sku: string; name: string; price: number; currency: string }

export function backInStock({ id, sku, name, price, currency }: InStock, userName: string, shop: string): Letter {
  return {
    subject: `In stock: ${name}`,
    preview: 'You asked us to tell you once.',
    heading: `You can order it now`,
    body: [
      { kind: 'paragraph', text: `${hello(userName)}\n${name} (${sku}) is in stock, at ${money(price, currency)}.` },
      { kind: 'button', label: 'View the product', address: `${shop}/products/${id}` },
      { kind: 'note', text: "We can't keep one for you. This is the only email about it, unless you ask again." },
    ],
    reason: 'You get this email because you asked us to tell you when this product is in stock.',
  }
}
