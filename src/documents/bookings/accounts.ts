/**
 * The accounts that programs of accountants book sales to, as DATEV and the French law number them. Germany: the charts SKR03 and SKR04 of
 * DATEV, here 8400, 8300, 8200, 8120, 8125, 8195 and 8320, and the same of class 4; a customer is an account from 10000 on. 8400 and 8300
 * compute their VAT themselves. France: Plan comptable général (règlement ANC 2014-03), 411 Clients, 44571 TVA collectée and
 * 707 Ventes de marchandises. Shops replace single accounts.
 */
import type { Shop } from '../../shop/settings.ts'
import { isInUnion, stateOf } from '../../world/territories.ts'
import type { DocumentContent, DocumentTax } from '../content.ts'

type Chart = {
  customers: string
  /** Accounts by the rate of the shop's own country, in hundredths of a percent. */
  rates: Readonly<Record<number, string>>
  /** Account for other rates, and for documents from before Semel knew VAT. */
  other: string
  /** VAT of another member state (One Stop Shop). */
  abroad: string
  /** Exports, § 4 Nr. 1a UStG. */
  exported: string
  /** Goods for a business in another member state that owes the VAT itself, § 4 Nr. 1b UStG. */
  supplied: string
  /** Small businesses, § 19 UStG. */
  small: string
}

const CHARTS: Readonly<Record<Shop['datevChart'], Chart>> = {
  skr03: {
    customers: '10000',
    rates: { 1900: '8400', 700: '8300' },
    other: '8200',
    abroad: '8320',
    exported: '8120',
    supplied: '8125',
    small: '8195',
  },
  skr04: {
    customers: '10000',
    rates: { 1900: '4400', 700: '4300' },
    other: '4200',
    abroad: '4320',
    exported: '4120',
    supplied: '4125',
    small: '4185',
  },
}

export const FRENCH_ACCOUNTS = {
  customers: ['411000', 'Clients'],
  sales: ['707000', 'Ventes de marchandises'],
  vat: ['445710', 'TVA collectée'],
} as const

type Taxed = Pick<DocumentContent, 'taxCountry' | 'vatRule'> & { seller: { country: string } }

/** Tests whether the VAT is that of another member state. */
export function isAbroad({ taxCountry, vatRule, seller }: Taxed): boolean {
  return (
    vatRule !== 'none' &&
    taxCountry !== null &&
    isInUnion(taxCountry) &&
    stateOf(taxCountry) !== stateOf(seller.country)
  )
}

/** The accounts of a booking for DATEV: the customer's, and that of the revenue. */
export function germanAccounts(content: Taxed, tax: Tax, shop: AccountSettings) {
  const chart = CHARTS[shop.datevChart]
  return { customers: ownAccount(chart.customers, shop), revenue: ownAccount(revenueOf(content, tax, chart), shop) }
}

type Tax = { rate: number | null; category?: DocumentTax['category'] }

/** Tests whether the buyer owes the VAT: categories of EN 16931. */
export function isOwedByBuyer({ category }: Pick<Tax, 'category'>): boolean {
  return category === 'K' || category === 'AE'
}

function revenueOf(content: Taxed, tax: Tax, chart: Chart): string {
  const { taxCountry, vatRule } = content
  const { rate } = tax
  if (isOwedByBuyer(tax)) return chart.supplied
  if (vatRule === 'none') return chart.small
  if (isAbroad(content)) return chart.abroad
  if (rate === 0 && taxCountry !== null && !isInUnion(taxCountry)) return chart.exported
  const isHome = taxCountry !== null && isInUnion(taxCountry)
  return (isHome && rate !== null && chart.rates[rate]) || chart.other
}

type AccountSettings = Pick<Shop, 'datevChart' | 'accountNumbers'>

/** The account that the shop uses in place of one of the chart. */
export function ownAccount(account: string, { accountNumbers }: Pick<Shop, 'accountNumbers'>): string {
  const own = accountNumbers.map(line => line.split('=').map(part => part.trim()))
  return own.find(([usual]) => usual === account)?.[1] ?? account
}
