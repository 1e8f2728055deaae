/** Prices products for a customer: in a statement, or without ordering them, for quotes and carts. */
import { type RawBuilder, sql } from 'kysely'
import type { Product } from '../catalogue/product.ts'
import { PREPARED } from '../database/prepared.ts'
import { one } from '../database/rows.ts'
import type { Db } from '../database/schema.ts'
import { isInUnion, ratesFor, stateOf, territoryOf } from '../world/territories.ts'
import { isOpenCodeSql } from './discount-code.ts'
import { type GivenCode, type PriceRow, priceSql } from './price-sql.ts'
import { withoutVatSql } from './reverse-charge/amounts-sql.ts'
import { isOwedByBuyer } from './reverse-charge/rule.ts'
import type { Seller } from './seller.ts'

export type PricedLine = { product: Product; quantity: number }

/** A sale to price: who buys, where it goes, and with which code. */
type Sale = {
  now: Date
  seller: Seller
  /** Default: the shop's own country. */
  country?: string | undefined
  /** The postcode of the address: some parts of countries have a VAT of their own. */
  postcode?: string | undefined
  /** The id of a delivery method. Default: the first that goes there. */
  delivery?: string | null | undefined
  /** The stored form. */
  code?: string | null
  /** VAT ID of a business that buys, if it counts. */
  vatId?: string | null
  /** Needed by codes with a limit per customer. */
  userId?: string | undefined
  /** Amounts that the shop has agreed with this customer, in place of a code. */
  agreed?: AgreedPrice | undefined
}

export type AgreedPrice = {
  /** Amount off the goods, spread over the lines as that of a code. */
  discount: number
  /** Price of the delivery; null: that of the method. */
  deliveryTotal: number | null
}

/** @param lines in one currency, and at least one */
export async function priceLines(db: Db, lines: readonly PricedLine[], sale: Sale): Promise<PriceRow> {
  const rows = lines.map(({ product, quantity }, n) => {
    const { id, category, tax_class, price, weight_grams: weight } = product
    return { line: n + 1, product_id: id, category, tax_class, price, weight, quantity }
  })
  const price = priceForSql({
    lines: sql`
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as l (
        line int, product_id bigint, category text, tax_class text, price bigint, weight int, quantity bigint
      )`,
    currency: sql`${lines[0]!.product.currency}::text`,
    ...sale,
  })
  const result = await sql<{
    row: PriceRow
  }>`${PREPARED} select to_json(price) as row from (${price}) as price`.execute(db)
  return one(result.rows).row
}

/** Prices the lines of a statement for a customer: `priceSql` with the rates of the place and the terms of the code. */
export function priceForSql({
  lines,
  currency,
  country,
  postcode,
  delivery,
  code = null,
  vatId = null,
  userId,
  agreed,
  seller,
  now,
}: Sale & { lines: RawBuilder<unknown>; currency: RawBuilder<unknown> }): RawBuilder<unknown> {
  const place = territoryOf(country ?? seller.country, country && postcode)
  const { ratesFrom, rule } = decideVat(place, seller)
  const shopPlace = territoryOf(seller.country, seller.postcode)
  const price = priceSql({
    lines,
    currency,
    country: sql`${country ?? null}::text`,
    place: sql`${place}::text`,
    ratesFrom: sql`${ratesFrom}::text[]`,
    vatRule: sql`${rule}::text`,
    shop: { place: shopPlace, ...decideVat(shopPlace, seller), seat: seller.seat },
    method: sql`${delivery ?? null}::uuid`,
    discount: code === null ? agreedDiscount(agreed) : givenCode(code, userId, now),
    deliveryTotal: agreed?.deliveryTotal ?? null,
    seller,
  })
  return isOwedByBuyer(place, vatId, seller) ? withoutVatSql(price, place) : price
}

function givenCode(code: string, userId: string | undefined, now: Date): GivenCode {
  return {
    code: sql`${code}::text`,
    terms: sql`(
      select to_jsonb(d) || jsonb_build_object('used_by_customer', discount_uses_of(d.code, ${userId ?? null}::uuid))
      from discount_codes d where ${isOpenCodeSql(code, now)}
    )`,
  }
}

/** An amount for all goods, as of a code that nobody has to name. */
function agreedDiscount(agreed: AgreedPrice | undefined): GivenCode | null {
  if (!agreed || agreed.discount === 0) return null
  return {
    code: sql`null::text`,
    terms: sql`jsonb_build_object('kind', 'amount', 'value', ${agreed.discount}::bigint)`,
  }
}

type Decided = {
  /** Places whose rates count, best first. */
  ratesFrom: string[]
  /** Kept with the order where it changed something; null: the VAT is that of the place. */
  rule: 'none' | 'home' | null
}

/** Goods to a consumer in another member state carry that state's VAT, or the shop's own below the limit of Article 59c. */
function decideVat(place: string, { country, vatRule }: Pick<Seller, 'country' | 'vatRule'>): Decided {
  if (vatRule === 'none') return { ratesFrom: [country], rule: 'none' }
  const isAbroad = isInUnion(country) && isInUnion(place) && stateOf(place) !== stateOf(country)
  if (vatRule === 'home' && isAbroad) return { ratesFrom: ratesFor(country), rule: 'home' }
  return { ratesFrom: ratesFor(place), rule: null }
}
