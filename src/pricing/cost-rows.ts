/** Writes what an order costs, and how it travels, for pages and emails. */
import { money, percent } from '../pages/format.ts'
import { colon, t } from '../words/words.ts'
import type { Delivery, Totals } from './totals.ts'

type Costs = Pick<Totals, 'itemsTotal' | 'discountTotal' | 'deliveryTotal' | 'taxes' | 'delivery'>

/** Lists the parts of a total, as pages and emails show them in the language of the reader. */
export function costRows(costs: Costs, currency: string): [label: string, value: string][] {
  const { itemsTotal, discountTotal, deliveryTotal, delivery } = costs
  const hasParts = discountTotal > 0 || deliveryTotal > 0
  const price = deliveryTotal === 0 ? t('free') : money(deliveryTotal, currency)
  const named = delivery && `${delivery.name}${colon()} ${price}`
  return [
    ...(hasParts ? [[t('Items'), money(itemsTotal, currency)] as [string, string]] : []),
    ...(discountTotal > 0 ? [[t('Discount'), money(-discountTotal, currency)] as [string, string]] : []),
    ...(named ? [[delivery.kind === 'collection' ? t('Collection') : t('Delivery'), named] as [string, string]] : []),
  ]
}

/** Says it on one line. */
export function collectionText({ address, openingHours }: NonNullable<Delivery['collection']>): string {
  return [address, openingHours]
    .filter(Boolean)
    .map(lines => lines.replaceAll(/\s*\n\s*/g, ', '))
    .join('. ')
}

/** Lists where and when the customer collects the order; nothing of a delivery. */
export function collectionRows({ collection }: Pick<Delivery, 'collection'>): [label: string, value: string][] {
  if (!collection) return []
  const { address, openingHours } = collection
  return [
    ...(address ? [[t('Collect at'), address] as [string, string]] : []),
    ...(openingHours ? [[t('Opening hours'), openingHours] as [string, string]] : []),
  ]
}

type Taxed = Pick<Totals, 'taxes' | 'reverseCharge'> & { vatId?: string | null }

/** The VAT in a total, by rate. Businesses also read what is left without it, or that they owe it. */
export function taxRows({ taxes, reverseCharge, vatId }: Taxed, currency: string): [label: string, value: string][] {
  if (reverseCharge) return [[t('VAT'), t('none: the buyer owes it (reverse charge)')]]
  const rows = taxes
    .filter(({ rate }) => rate > 0)
    .map(({ rate, tax }): [string, string] => {
      return [t('incl. {rate} VAT', { rate: percent(rate / 100, 2) }), money(tax, currency)]
    })
  const net = taxes.reduce((sum, tax) => sum + tax.net, 0)
  return vatId && rows.length > 0 ? [...rows, [t('Total without VAT'), money(net, currency)]] : rows
}

/** Lists below a total: what was taken off it, and what is left to pay, if that is not all of it. */
export function owedRows(
  { total, credited, due }: { total: number; credited: number; due: number },
  currency: string,
): [label: string, value: string][] {
  return [
    ...(credited > 0 ? [[t('Taken off your invoice'), money(-credited, currency)] as [string, string]] : []),
    ...(due > 0 && due !== total ? [[t('Still to pay'), money(due, currency)] as [string, string]] : []),
  ]
}

/** Says when a parcel arrives, after it was ordered. */
export function daysText({ least, most }: { least: number; most: number }): string {
  if (least === most) return t('{count} working days', { count: most })
  return t('{least} to {count} working days', { least, count: most })
}
