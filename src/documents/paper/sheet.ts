/**
 * Lays out the paper in the language of the document: one list of texts, from which the page (page.ts) and the PDF
 * (pdf.ts) are drawn, so both say the same. It follows from the content alone.
 */
import { money, percent } from '../../pages/format.ts'
import { isExport, smallBusinessText } from '../../pricing/vat-notes.ts'
import { companyFacts } from '../../shop/seller/legal-line.ts'
import { isCountry } from '../../shop/seller/seat.ts'
import type { Text } from '../../words/text.ts'
import { withOrdinal } from '../../words/translate.js'
import { colon, currentLanguage, currentLocale, defaultLocale, inLanguage, t } from '../../words/words.ts'
import { countryName } from '../../world/countries.ts'
import type { BuyerFacts, CreditReason, DocumentContent, DocumentLine } from '../content.ts'
import { type PaymentPart, paymentPart } from './payment-part.ts'

type Row = [label: string, value: string]

export type Sheet = {
  title: string
  /** The picture above the seller. */
  logo: { hash: string; alt: string } | undefined
  seller: string[]
  /** Empty when the person was taken out. */
  buyer: string[]
  facts: Row[]
  lines: { name: string; detail: string; quantity: string; net: string; rate: string; total: string }[]
  columns: Record<'name' | 'quantity' | 'net' | 'rate' | 'total', string>
  sums: Row[]
  total: Row
  taxColumns: [string, string, string, string]
  taxes: [rate: string, net: string, tax: string, gross: string][]
  payment: PaymentPart
  notes: string[]
  /** Facts about the company, below the notes. */
  legal: string[]
  footer: string
}

export function sheetOf(content: DocumentContent): Sheet {
  const { language } = content
  return inLanguage(language, () => write(content), {
    locale: defaultLocale(language),
    clock: { timeZone: 'UTC', isFixed: true },
  })
}

function write(content: DocumentContent): Sheet {
  const { seller, buyer, currency, total, number } = content
  const isTaxed = content.vatRule !== 'none'
  const taxes = isTaxed ? content.taxes : []
  const amount = (value: number) => money(value, currency)
  return {
    title: titleOf(content),
    logo: seller.logo === undefined ? undefined : { hash: seller.logo, alt: seller.tradeName || seller.name },
    seller: [seller.name, ...sellerLines(seller), countryName(seller.country, currentLanguage())],
    buyer: buyer ? [buyer.name, ...buyer.address] : [],
    facts: factsOf(content),
    lines: content.lines.map(line => lineOf(isTaxed ? line : { ...line, rate: null }, amount)),
    columns: {
      name: t('Product'),
      quantity: t('Quantity'),
      net: isTaxed ? t('Unit price without VAT') : t('Unit price'),
      rate: isTaxed ? t('VAT') : '',
      total: t('Amount'),
    },
    sums: sumsOf(content, amount),
    total: [totalLabel(content), amount(total)],
    taxColumns: [t('VAT rate'), t('Without VAT'), t('VAT'), t('With VAT')],
    taxes: taxes.map(({ rate, net, tax, gross }) => [rateText(rate), amount(net), amount(tax), amount(gross)]),
    payment: paymentPart(content, { amount, day: dayText }),
    notes: notesOf(content),
    legal: companyFacts(seller.name, seller.country, seller),
    footer: [seller.name, seller.vatId && t('VAT ID {id}', { id: seller.vatId }), number].filter(Boolean).join(' · '),
  }
}

/** The lines above the country. Some shops wrote it themselves, in words of their own. */
function sellerLines({ address, country }: DocumentContent['seller']): string[] {
  return isCountry(address.at(-1), country) ? address.slice(0, -1) : address
}

function deliveredTo({ name, address }: NonNullable<BuyerFacts['deliverTo']>): string {
  return [name, ...address].join(', ')
}

function totalLabel({ kind, vatRule }: DocumentContent): string {
  if (vatRule === 'none') return kind === 'invoice' ? t('Total') : t('Credited')
  if (vatRule === 'reverse_charge') return kind === 'invoice' ? t('Total without VAT') : t('Credited without VAT')
  return kind === 'invoice' ? t('Total, VAT included') : t('Credited, VAT included')
}

function titleOf({ kind, number }: Pick<DocumentContent, 'kind' | 'number'>): string {
  return kind === 'invoice' ? t('Invoice {number}', { number }) : t('Credit note {number}', { number })
}

const REASON = {
  returned: 'Goods came back',
  changed: 'The order was made smaller before it was shipped',
  cancelled: 'The order was cancelled',
  withdrawn: 'Withdrawal from the contract',
  price_reduced: 'The price was reduced',
  charged_back: 'The bank of the customer took the payment back',
  refund_failed: 'The refund did not arrive, so the credit note is taken back',
  chargeback_won: 'The bank gave the payment back, so the credit note is taken back',
} as const satisfies Record<CreditReason, Text>

/** Says whether the document reverses a credit note, so that its amounts are below zero. */
function takesBack(reason: CreditReason | undefined): boolean {
  return reason === 'refund_failed' || reason === 'chargeback_won'
}

function factsOf({ number, kind, issuedOn, seller, buyer, order, corrects, reason }: DocumentContent): Row[] {
  return [
    [kind === 'invoice' ? t('Invoice number') : t('Number of the credit note'), number],
    [t('Date'), dayText(issuedOn)],
    ...(corrects
      ? [
          [
            t('Corrects'),
            t(takesBack(reason) ? 'Credit note {number} of {day}' : 'Invoice {number} of {day}', {
              number: corrects.number,
              day: dayText(corrects.issuedOn),
            }),
          ] as Row,
        ]
      : []),
    [t('Order'), t('#{id} of {day}', { id: order.id, day: dayText(order.placedOn) })],
    ...deliveryDay(kind, order.shippedOn),
    ...(reason ? [[t('Reason'), t(REASON[reason])] as Row] : []),
    ...(seller.vatId ? [[t('VAT ID of the seller'), seller.vatId] as Row] : []),
    ...(buyer?.vatId ? [[t('VAT ID of the customer'), buyer.vatId] as Row] : []),
    ...(buyer?.reference ? [[t('Your reference'), buyer.reference] as Row] : []),
    ...(buyer?.deliverTo ? [[t('Delivered to'), deliveredTo(buyer.deliverTo)] as Row] : []),
  ]
}

/** Nothing is delivered by a credit note. It repeats the day if the goods were shipped when the invoice was written. */
function deliveryDay(kind: DocumentContent['kind'], shippedOn: string | null): Row[] {
  if (shippedOn) return [[t('Delivery date'), dayText(shippedOn)]]
  return kind === 'invoice' ? [[t('Delivery date'), t('When the goods are shipped')]] : []
}

function lineOf(line: DocumentLine, amount: (value: number) => string): Sheet['lines'][number] {
  const { name, sku, quantity, unitPrice, discount, total, rate } = line
  const net = rate === null ? unitPrice : Math.round((unitPrice * 10_000) / (10_000 + rate))
  return {
    name,
    detail: [sku, discount > 0 && t('discount {amount}', { amount: amount(discount) })].filter(Boolean).join(' · '),
    quantity: String(quantity),
    net: amount(net),
    rate: rate === null ? '' : rateText(rate),
    total: amount(total),
  }
}

function sumsOf({ discount, delivery, total }: DocumentContent, amount: (value: number) => string): Row[] {
  if (!discount && !delivery) return []
  const items = total + (discount?.total ?? 0) - (delivery?.total ?? 0)
  return [
    [t('Items'), amount(items)],
    ...(discount
      ? [[discount.code ? `${t('Discount')} ${discount.code}` : t('Discount'), amount(-discount.total)] as Row]
      : []),
    ...(delivery ? [[`${t('Delivery')}${colon()} ${delivery.name}`, amount(delivery.total)] as Row] : []),
  ]
}

/** An edit took out goods, and the delivery that stays changed its rates with them. */
function movesDelivery({ kind, delivery, lines, taxes }: DocumentContent): boolean {
  if (kind !== 'credit_note' || delivery || lines.length === 0) return false
  return taxes.some(({ rate, gross }) => {
    const ofRate = lines.filter(line => line.rate === rate)
    return gross !== ofRate.reduce((sum, { total, discount }) => sum + total - discount, 0)
  })
}

function notesOf(content: DocumentContent): string[] {
  const { order, corrects, note, payment, seller } = content
  return [
    ...(note ? [`${t('Reason')}${colon()} ${note}`] : []),
    ...vatNotes(content),
    ...(movesDelivery(content) ? [t('The VAT of the delivery follows the goods that stay.')] : []),
    ...(order.termsVersion === null || corrects
      ? []
      : [t('Our terms, version {version}, apply.', { version: order.termsVersion })]),
    ...(payment?.terms ?? []),
    ...(seller.lines ?? []),
  ]
}

function vatNotes({ taxes, taxCountry, vatRule, seller }: DocumentContent): string[] {
  const reasons = [...new Set(taxes.flatMap(({ reason }) => reason?.text ?? []))]
  if (vatRule === 'none') return reasons.length > 0 ? reasons : [smallBusinessText(seller.country)]
  if (!taxCountry || vatRule === 'reverse_charge') return reasons
  return [
    ...reasons,
    ...(reasons.length === 0 && isExport(seller.country, taxCountry, taxes)
      ? [t('Export out of the European Union: exempt from VAT (Article 146 of Directive 2006/112/EC).')]
      : []),
    t('The VAT is that of {country}.', { country: countryName(taxCountry, currentLanguage()) }),
  ]
}

function rateText(rate: number): string {
  return percent(rate / 10_000, 2)
}

const formats = new Map<string, Intl.DateTimeFormat>()

function dayText(day: string): string {
  const locale = currentLocale()
  const format = formats.get(locale) ?? new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  formats.set(locale, format)
  return withOrdinal(format.format(new Date(`${day}T00:00:00Z`)), locale)
}
