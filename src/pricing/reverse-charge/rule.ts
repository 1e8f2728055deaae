/**
 * Goods for a business in another member state carry no VAT, because the business owes it there (reverse charge). Directive 2006/112/EC,
 * Article 138(1): the goods go from one member state to another, and the buyer is identified for VAT in a member state other than that
 * from which they go, and has given that number. Articles 20 and 200: the buyer owes the VAT on the acquisition. Article 139(1):
 * nothing of it for small businesses. Article 196 is about services, which shops here do not sell.
 *
 * Northern Ireland is as a member state for goods, and its numbers begin with XI (Protocol on Ireland/Northern Ireland, Article 8 and
 * Annex 3). Territories outside of the Union's VAT are exports all the same (world/territories.ts), and what is collected at the shop
 * does not leave its country.
 */
import type { Shop } from '../../shop/settings.ts'
import { isInUnion, stateOf, suppliedTo } from '../../world/territories.ts'
import { stateOfVatId } from '../../world/vat-id.ts'

/** Tests whether the shop can sell without VAT to businesses: it wants to, is liable for VAT, and has a number of its own state. */
export function sellsWithoutVat({ reverseCharge, vatRule, country, vatId }: Shop): boolean {
  return reverseCharge && vatRule !== 'none' && isInUnion(country) && stateOfVatId(vatId) === stateOf(country)
}

/**
 * @param place where the goods go
 * @param vatId of the buyer; null: none, or one that does not count
 */
export function isOwedByBuyer(
  place: string,
  vatId: string | null,
  seller: { country: string; reverseCharge: boolean },
): boolean {
  if (!seller.reverseCharge || vatId === null || !isInUnion(place)) return false
  const [from, of] = [stateOf(seller.country), stateOfVatId(vatId)]
  return of !== undefined && of !== from && suppliedTo(place) !== from
}
