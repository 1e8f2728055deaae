import { type RawBuilder, sql } from 'kysely'
import { UNSET } from '../../shop/settings.ts'

/** The shop's own country, as an expression of a statement: where an order without an address goes, and its VAT. */
export function shopCountrySql(): RawBuilder<string> {
  return sql<string>`(select coalesce(settings ->> 'country', ${UNSET.country}::text) from shop_settings)`
}
