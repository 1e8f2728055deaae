/** Explains why something has no price: nobody delivers it there, a code does not fit, or a rate of VAT is missing. */
import { sql } from 'kysely'
import { type Db, PRICE_MAX } from '../database/schema.ts'
import { money } from '../pages/format.ts'
import { invalidInput, Problem } from '../problems.ts'
import { COUNTRIES, countryName } from '../world/countries.ts'
import { goesToSql } from './delivery/choice-sql.ts'
import type { PriceRow } from './price-sql.ts'
import type { Seller } from './seller.ts'

type Asked = { currency: string; hasAddress: boolean; seller: Seller }

export async function explainNoPrice(
  db: Db,
  price: PriceRow,
  { currency, hasAddress, seller }: Asked,
): Promise<Problem> {
  switch (price.refusal!) {
    case 'total_too_large':
      return tooMuch(currency)
    case 'no_delivery':
      return noDelivery(price, await findDeliveryCountries(db, currency, seller), hasAddress)
    case 'too_heavy':
      return tooHeavy(price.weight)
    case 'unknown_method':
      return wrongDelivery(price.country)
    case 'invalid_code':
      return codeNotValid()
    case 'code_currency':
      return wrongCode(`cannot be used for prices in ${currency}`, 'wrong_currency')
    case 'code_products':
      return wrongCode('is for none of these products', 'wrong_products')
    case 'code_minimum':
      return wrongCode(
        `is for orders of at least ${money(price.min_total!, currency)}, and these items cost ${money(price.items_total, currency)}`,
        'below_minimum',
      )
    case 'code_used_up':
      return new Problem('discount_used_up')
    case 'no_rate':
      return new Problem('tax_rate_missing', undefined, { retryAfter: 3600 })
  }
}

/** The same for every method, because another one may carry it: the page then offers those that do. */
function tooHeavy(grams: number): Problem {
  const kilograms = new Intl.NumberFormat('en', { maximumFractionDigits: 3 }).format(grams / 1000)
  const reason =
    `weigh ${kilograms} kg together, which is too heavy for this delivery. ` +
    'Order fewer pieces, in several orders, or choose another delivery'
  return invalidInput({ field: 'items', reason, code: 'too_heavy' })
}

function tooMuch(currency: string): Problem {
  const reason = `must cost at most ${money(PRICE_MAX, currency)} together. Order fewer pieces`
  return invalidInput({ field: 'items', reason, code: 'total_too_large' })
}

/** The same words for an unknown code, an ended one and one of another shop. */
export function codeNotValid(): Problem {
  return wrongCode('is not valid', 'invalid_code')
}

function wrongCode(reason: string, code: string): Problem {
  return invalidInput({ field: 'discountCode', reason, code })
}

function wrongDelivery(country: string): Problem {
  const reason = `must be the id of a delivery method that goes to ${countryName(country, 'en')}`
  return invalidInput({ field: 'delivery', reason, code: 'unknown_delivery' })
}

function noDelivery({ country, place }: PriceRow, countries: string[], hasAddress: boolean): Problem {
  if (place !== country && countries.includes(country)) {
    const reason = `is of ${countryName(place, 'en')}, where we do not deliver`
    return invalidInput({ field: 'deliveryAddress.postcode', reason, code: 'no_delivery_there' })
  }
  const where =
    countries.length === 0 ? 'nowhere at the moment' : listOf(countries.map(code => countryName(code, 'en')))
  const reason = `must be a country that we deliver to: ${where}, not ${countryName(country, 'en')}`
  const field = hasAddress ? 'deliveryAddress.country' : 'deliveryAddress'
  const missing = `is required, because we do not deliver to ${countryName(country, 'en')}. We deliver to: ${where}`
  return invalidInput({ field, reason: hasAddress ? reason : missing, code: 'no_delivery' })
}

/** Countries to which some method goes, for prices in this currency. */
export async function findDeliveryCountries(db: Db, currency: string, seller: Seller): Promise<string[]> {
  const goesThere = goesToSql({ country: sql`country`, place: sql`country`, currency: sql`${currency}` }, seller)
  const { rows } = await sql<{ country: string }>`
    select country from unnest(${COUNTRIES}::text[]) as country
    where exists (select from delivery_methods m where m.kind = 'delivery' and ${goesThere})
  `.execute(db)
  return rows.map(({ country }) => country)
}

/** The first method with which customers collect, for prices in this currency. */
export async function findCollection(db: Db, currency: string, seller: Seller): Promise<string | undefined> {
  const isOffered = goesToSql({ country: sql`''`, place: sql`''`, currency: sql`${currency}` }, seller)
  const { rows } = await sql<{ id: string }>`
    select id from delivery_methods m where m.kind = 'collection' and ${isOffered} order by position, id limit 1
  `.execute(db)
  return rows[0]?.id
}

function listOf(names: string[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(names.toSorted((a, b) => a.localeCompare(b, 'en')))
}
