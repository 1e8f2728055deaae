/** Finds what keeps customers from ordering products that are there, for the health page and `semel doctor`. */
import { sql } from 'kysely'
import { CLASS_LABELS, TAX_CLASSES, type TaxClass } from '../catalogue/tax-classes.ts'
import { one } from '../database/rows.ts'
import type { Db } from '../database/schema.ts'
import { currentLanguage, t } from '../words/words.ts'
import { countryName } from '../world/countries.ts'
import { countriesOf, ratesFor, TAXED_BY_UNION, TERRITORY_CODES } from '../world/territories.ts'
import { findSalesAbroad, type PriceFinding } from './sales-abroad.ts'
import { readSeller } from './seller.ts'

type Missing = { class: TaxClass; countries: string[] }

/** Territories, with the countries that their addresses name and the places whose rates count there. */
const PLACES = JSON.stringify(
  TERRITORY_CODES.map(code => {
    const ratesFrom = ratesFor(code).filter(place => place !== '*')
    return { code, countries: countriesOf(code), rates_from: ratesFrom }
  }),
)

/** @returns the worst first; nothing when everything can be sold */
export async function findPriceFindings(db: Db, now: Date): Promise<PriceFinding[]> {
  const { today, countries: own } = await readSeller(db, now)
  const { rows } = await sql<{ missing: Missing[]; foreign: string[]; delivers: boolean }>`
    with used as (${sql.join(TAX_CLASSES.map(isUsed), sql` union all `)}), place as materialized (
      select code, coalesce(countries, array[code]) as countries, coalesce(rates_from, array[code]) as rates_from
      from (select country as code from tax_rates union select unnest(${TAXED_BY_UNION}::text[])) as known
      left join json_to_recordset(${PLACES}) as p (code text, countries text[], rates_from text[]) using (code)
    ), reached as materialized (
      select * from place
      where (cardinality(${own}::text[]) = 0 or countries && ${own}::text[]) and exists (
        select from delivery_methods m where active and (m.countries is null or m.countries && place.countries)
      )
    ), rate as materialized (
      select country, class from tax_rates where valid_from <= ${today}::date
    ), missing as (
      select class, array_agg(code order by code) as countries
      from used cross join reached
      where exists (select from tax_rates where country = code)
        and not exists (select from rate r where r.country = any(rates_from) and r.class = used.class)
      group by class
    )
    select array(
        select code from reached
        where code = any(${TAXED_BY_UNION}::text[]) and not exists (select from rate where country = any(rates_from)) order by code
      ) as foreign,
      coalesce((select json_agg(missing) from missing), '[]') as missing,
      exists (select from delivery_methods where active) as delivers
  `.execute(db)
  const { missing, foreign, delivers } = one(rows)
  return [
    ...(delivers
      ? []
      : [
          {
            about: 'delivery' as const,
            level: 'bad' as const,
            text: t('No delivery method is active, so nobody can order.'),
          },
        ]),
    ...(foreign.length > 0
      ? [
          {
            about: 'vat' as const,
            level: 'bad' as const,
            text: t(
              'Nobody can order to {countries}: there is no rate of VAT, and those of "all other countries" are not for the Union. Add it.',
              { countries: foreign.map(code => countryName(code, currentLanguage())).join(', ') },
            ),
          },
        ]
      : []),
    ...missing.map(({ class: name, countries }) => ({
      about: 'vat' as const,
      level: 'warn' as const,
      text: t(
        'Products of the VAT class {name} cannot be sold to {countries}: there is no rate. Add it, or give the products another class.',
        { name: sayClass(name), countries: named(countries) },
      ),
    })),
    ...(await findUnweighed(db)),
    ...(await findSalesAbroad(db, today)),
  ]
}

/** Products without a weight count as weightless, where the price of a delivery goes by weight. Looks at the newest ones. */
async function findUnweighed(db: Db): Promise<PriceFinding[]> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n
    from (
      select attributes -> 'weight_grams' as weight from products
      where removed_at is null and status = 'active' order by id desc limit ${LOOKED_AT}
    ) as newest
    where weight is null and exists (
      select from delivery_methods
      where active and (max_weight is not null or jsonb_path_exists(bands, '$[*] ? (@.weight > 0)'))
    )
  `.execute(db)
  const { n } = one(rows)
  if (n === 0) return []
  const text = t(
    '{count} of the newest {most} products have no weight, so a delivery method that goes by weight is too cheap for them, and carries any number of them. Enter it.',
    { count: n, most: LOOKED_AT },
  )
  return [{ about: 'delivery', level: 'warn', text }]
}

const LOOKED_AT = 10_000

/**
 * A row when a product of the class is on sale. The index on other classes answers at once, because the class is a constant; of
 * the standard one, any product does.
 */
function isUsed(name: string) {
  return sql`
    select ${sql.lit(name)} as class
    where exists (select from products where removed_at is null and tax_class = ${sql.lit(name)} and status = 'active')
  `
}

function named(countries: string[]): string {
  const known = countries.filter(country => country !== '*')
  if (known.length === 0) return t('other countries')
  return known.length > 5
    ? t('{number} countries, such as {country}', { number: known.length, country: known[0]! })
    : known.join(', ')
}

/** English says the name that programs know, others what the pages call it. */
function sayClass(name: TaxClass): string {
  return currentLanguage() === 'en' ? name : t(CLASS_LABELS[name])
}

/** Countries whose rates of VAT nobody in the shop has checked. */
export async function countUnconfirmed(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(distinct country)::int as n from tax_rates where not confirmed
  `.execute(db)
  return one(rows).n
}
