import type { Visitor } from '../pages/visitor.ts'
import { textIn } from '../shop/in-words.ts'
import { currentLanguage } from '../words/words.ts'

/** The shop's promise about delivery, as a fact for a list, if it promises anything. */
export function deliveryFact({ shop }: Visitor): (readonly [label: string, value: string])[] {
  const promise = shop && textIn(shop.deliveryPromise, currentLanguage(), shop)
  return promise ? [['Delivery time', promise]] : []
}
