import type { Form } from '../pages/form.ts'
import type { Text } from '../words/text.ts'

/** The form on product pages; render it with `values: { productId, quantity: '1' }`. The cart handles it. */
export const addToCart: Form<Text> = {
  id: 'add-to-cart',
  action: '/cart/items',
  operation: { method: 'POST', address: '/api/cart/items' },
  fields: [
    { name: 'productId', label: 'Product', type: 'hidden', value: 'integer' },
    {
      name: 'quantity',
      label: 'Quantity',
      type: 'number',
      required: true,
      value: 'integer',
      counts: { least: 1, most: 10_000 },
    },
  ],
  button: 'Add to cart',
  // Leads from a list back to its place (`here` in components.ts).
  success: { go: '/cart', done: 'Added to your cart.', next: 'follow' },
}
