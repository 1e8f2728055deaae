import type { Visitor } from '../pages/visitor.ts'
import { sayText } from '../shop/in-words.ts'

/** The shop's promise about delivery, as a fact for a list, if it promises anything. */
export function deliveryFact({ shop }: Visitor): (readonly [label: string, value: string])[] {
  const promise = shop && sayText(shop.deliveryPromise)
  return promise ? [['Delivery time', promise]] : []
}
