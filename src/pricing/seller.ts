import type { Db } from '../database/schema.ts'
import { dayOf } from '../shop/days.ts'
import { seatLines, seatParts } from '../shop/seller/seat.ts'
import { readShop, type ShopSettings } from '../shop/settings.ts'
import type { VatRule } from '../shop/vat-settings.ts'
import { sellsWithoutVat } from './reverse-charge/rule.ts'

/** The settings of the shop about prices and orders. */
export type Seller = {
  /** Country to which an order without an address goes. */
  country: string
  /** Countries to which the shop delivers; empty: everywhere. A delivery method can go to fewer countries. */
  countries: readonly string[]
  /** Name and address of the shop in lines, where customers collect. */
  seat: string
  /** Postcode of that address: some parts of countries have a VAT of their own. */
  postcode: string
  /** Day whose rates of VAT count. It begins in the time zone of the shop. */
  today: string
  languages: ShopSettings['languages']
  /** Decides whose VAT orders carry. */
  vatRule: VatRule
  /** Businesses in other member states owe the VAT themselves. */
  reverseCharge: boolean
}

/** Call it before a transaction, not inside: it may need a connection of its own. */
export async function readSeller(db: Db, now: Date): Promise<Seller> {
  const shop = await readShop(db)
  const { country, countries, languages, timeZone, vatRule, name, legalName, seat } = shop
  return {
    country,
    countries,
    languages,
    vatRule,
    reverseCharge: sellsWithoutVat(shop),
    today: dayOf(now, timeZone),
    seat: [name || legalName, ...seatLines(seat, country)].filter(Boolean).join('\n'),
    postcode: seatParts(seat, country).postcode,
  }
}
