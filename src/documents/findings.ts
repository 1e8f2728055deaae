/** Finds the reasons why invoices cannot be written. */
import { sql } from 'kysely'
import { one } from '../database/rows.ts'
import type { Db } from '../database/schema.ts'
import { IS_DUE } from '../payments/due.ts'
import { retentionHint } from '../shop/calendar/records.ts'
import { missingFacts } from '../shop/missing.ts'
import { loadShop, type Shop } from '../shop/settings.ts'
import type { Finding, Said } from '../words/text.ts'
import { currentLanguage, sentences, t } from '../words/words.ts'
import { countryName } from '../world/countries.ts'
import { retentionOf } from '../world/retention.ts'
import { SMALL_BUSINESS } from '../world/small-business.ts'
import { isInUnion } from '../world/territories.ts'
import { namesOf } from './e-invoice/lacking.ts'
import { lackedByShop } from './e-invoice/shop-lacks.ts'
import { missingLetters } from './paper/letters.ts'
import { listSeries } from './series.ts'

export async function findDocumentFindings(db: Db): Promise<Finding[]> {
  const shop = await loadShop(db)
  const account = shop.iban === '' ? await findUnpayable(db) : []
  if (shop.invoiceMoment === 'never') return account
  const waiting = (await listSeries(db)).filter(({ isWaiting }) => isWaiting).map(({ name }) => name)
  const see = { href: '/admin/documents', label: 'Enter it' } as const
  const text = t(
    'The database was set back, so nobody knows which invoices left the house. The numbers of {series} wait until an admin says what the last one was.',
    { series: waiting.join(', ') },
  )
  const letters = await findMissingLetters(db)
  const doubts: Finding[] = [
    ...account,
    ...(waiting.length > 0 ? [{ level: 'bad' as const, text, see }] : []),
    ...describeRetention(shop),
    ...describeExemption(shop),
    ...(shop.country === 'ES' ? [describeSpanishRecords()] : []),
    ...describeOwnLetters(shop),
    ...describeEInvoices(shop),
    ...letters,
  ]
  if (missingFacts(shop).length === 0) return doubts
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from orders where needs_invoice and total > 0 and status in ('shipped', 'delivered') limit 1000
    ) as due
  `.execute(db)
  const { n } = one(rows)
  if (n === 0) return doubts
  const legal = { href: '/admin/settings/legal', label: 'Enter it' } as const
  const wait = t(
    '{number} shipped orders have no invoice, because nobody has entered who sells and from where.',
    upTo999(n),
  )
  return [...doubts, { level: 'warn', text: wait, see: legal }]
}

/** Values of a sentence that begins with the number, which was counted up to 1000. */
function upTo999(n: number): { count: number; number: Said | number } {
  return { count: n, number: n === 1000 ? t('More than {number}', { number: 999 }) : n }
}

/** Customers who chose to pay by bank transfer read no account, on their order and on their invoice. */
async function findUnpayable(db: Db): Promise<Finding[]> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from orders where payment_method = 'invoice' and ${IS_DUE} limit 1000
    ) as due
  `.execute(db)
  const { n } = one(rows)
  if (n === 0) return []
  const text = t('{number} orders are to be paid by bank transfer, and no customer reads to which account.', upTo999(n))
  return [{ level: 'warn', text, see: { href: '/admin/settings/payment', label: 'Enter the IBAN' } }]
}

/** The person on an invoice is erased too early when the shop has chosen fewer years than its law. */
function describeRetention({ documentYears, country }: Shop): Finding[] {
  if (documentYears >= (retentionOf(country)?.years ?? 0)) return []
  const text = sentences(t('Invoices are kept for {count} years.', { count: documentYears }), retentionHint(country))
  return [{ level: 'warn', text, see: { href: '/admin/settings/invoices', label: 'Change it' } }]
}

/** The sentence of the directive is enough for it (Article 226(11)), but some states prescribe words of their own. */
function describeExemption({ vatRule, country, invoiceLines }: Shop): Finding[] {
  const hasLines = Object.values(invoiceLines).some(text => text.trim() !== '')
  if (vatRule !== 'none' || country in SMALL_BUSINESS || !isInUnion(country) || hasLines) return []
  const text = t(
    'Invoices say why they have no VAT in the words of the European directive, because no source was found for those of {country}. Ask your tax adviser for the sentence, and write it into the lines of invoices.',
    { country: countryName(country, currentLanguage()) },
  )
  return [{ level: 'warn', text, see: { href: '/admin/settings/invoices', label: 'Write it' } }]
}

/** Real Decreto 1007/2023; its days by Real Decreto-ley 15/2025 of 2 December 2025, final provision 1. */
function describeSpanishRecords(): Finding {
  const text = t(
    'From 1 January 2027, and for sellers who are no companies from 1 July 2027, Spain wants invoices of programs that keep records for VERI*FACTU. Semel keeps none. Write your invoices with another program by then, and choose "Not here" in the settings.',
  )
  return { level: 'warn', text, see: { href: '/admin/settings/invoices', label: 'Change it' } }
}

/** Emails leave out an e-invoice that lacks facts, and nobody else notices. */
function describeEInvoices(shop: Shop): Finding[] {
  const { eInvoice, legalName, seat } = shop
  if (eInvoice === 'none' || legalName === '' || seat === '') return []
  const lacks = lackedByShop(shop, eInvoice)
  if (lacks.length === 0) return []
  const isCurrency = lacks.every(fact => fact === 'two_decimals')
  const text = t('Emails bring no e-invoice, because these facts are lacking: {facts}.', { facts: namesOf(lacks) })
  const href = `/admin/settings/${isCurrency ? 'invoices' : 'legal'}`
  return [{ level: 'warn', text, see: { href, label: isCurrency ? 'Change it' : 'Enter them' } }]
}

/** Letters that no font has, on every paper of the shop. */
function describeOwnLetters(shop: Shop): Finding[] {
  const { legalName, seat, legalForm, capital, directors, registerPlace, accountHolder, invoiceLines } = shop
  const facts = [legalName, seat, legalForm, capital, directors, registerPlace, accountHolder]
  const letters = missingLetters([...facts, ...Object.values(invoiceLines)])
  if (letters.length === 0) return []
  const text = t(
    "No font has some letters of the shop's name, address or facts ({letters}). PDFs of invoices will show a sign in their places. Enter them in Latin letters.",
    { letters: letters.slice(0, 20).join(' ') },
  )
  return [{ level: 'warn', text, see: { href: '/admin/settings/legal', label: 'Change it' } }]
}

/**
 * Letters that no font has, in orders whose invoice is still to be written. It is written all the same: its page shows every letter,
 * and the number has its day.
 */
async function findMissingLetters(db: Db): Promise<Finding[]> {
  const { rows } = await sql<{ id: number; texts: string[] }>`
    select o.id,
      array[u.user_name, delivery_address::text, billing_address::text, delivery::text, buyer_reference]
      || array(select name from order_items i where i.order_id = o.id) as texts
    from orders o join users u on u.id = owner_id
    where needs_invoice and total > 0 and o.status <> 'cancelled'
    order by o.id desc
    limit 1000
  `.execute(db)
  const without = rows
    .map(({ id, texts }) => ({ id, letters: missingLetters(texts.filter(Boolean)) }))
    .filter(({ letters }) => letters.length > 0)
  if (without.length === 0) return []
  const named = without.slice(0, 5).map(({ id, letters }) => `#${id} (${letters.slice(0, 20).join(' ')})`)
  const more = without.length - named.length
  const orders = more > 0 ? t('{orders} and {count} more', { orders: named.join(', '), count: more }) : named.join(', ')
  const text = t(
    'No font has some letters of {orders}. The PDF of the invoice will show a sign in their places. Ask for the name in Latin letters, or send the printed page of the invoice.',
    { orders },
  )
  return [{ level: 'warn', text, see: { href: `/admin/orders/${without[0]!.id}`, label: 'Open the order' } }]
}
