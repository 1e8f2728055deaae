/**
 * The price per unit: what a kilogramme of a product costs, a litre, a metre and so on. Directive 98/6/EC, Article 3 (1), and § 4 (1) of
 * the German Preisangabenverordnung ask for it beside the price of what is sold by weight, volume, length or area, and leave it out where
 * it is the price itself. It is made from the price that holds for the reader, and includes VAT if that price does.
 */
import { type Static, Type } from 'typebox'
import { money } from '../../pages/format.ts'
import { t } from '../../words/words.ts'
import type { AttributeValues } from './table.ts'
import { BASES, UNITS } from './units.ts'

export const BasePrice = Type.Object(
  {
    amount: Type.Integer({ description: 'In minor units of the currency, rounded half up.', examples: [4990] }),
    unit: Type.Enum([...BASES], { description: 'One kilogramme, litre, metre, square or cubic metre, or piece.' }),
  },
  { title: 'BasePrice', description: 'The price per unit. Left out if the content is not known, or is one unit.' },
)
export type BasePrice = Static<typeof BasePrice>

export type Content = {
  [Name in 'content_amount' | 'content_unit']?: AttributeValues[Name] | null | undefined
}

/** Whole texts: one with a hole for the unit would fit every German sentence with "per" in it. */
const PER_UNIT = {
  kg: '{price} per kg',
  l: '{price} per l',
  m: '{price} per m',
  m2: '{price} per m²',
  m3: '{price} per m³',
  piece: '{price} per piece',
} as const satisfies Record<BasePrice['unit'], string>

/** Both amounts are whole numbers of millionths: fractions of binary numbers would round some halves down. */
const MILLIONTH = 1_000_000

/** @param price in minor units */
export function basePriceOf(
  price: number,
  { content_amount: amount, content_unit: unit }: Content,
): BasePrice | undefined {
  if (amount == null || unit == null) return undefined
  const { base, is } = UNITS[unit]
  const content = BigInt(Math.round(amount * MILLIONTH)) * BigInt(is)
  const one = BigInt(MILLIONTH) ** 2n
  if (content <= 0n || content === one) return undefined
  const rounded = Number((2n * BigInt(price) * one + content) / (2n * content))
  return Number.isSafeInteger(rounded) ? { amount: rounded, unit: base } : undefined
}

/** The member of a price that has one. */
export function withBasePrice(price: number, content: Content): { basePrice?: BasePrice } {
  const basePrice = basePriceOf(price, content)
  return basePrice ? { basePrice } : {}
}

/** `€49.90 per kg` */
export function basePriceText(basePrice: BasePrice | undefined, currency: string): string | undefined {
  if (!basePrice) return undefined
  return t(PER_UNIT[basePrice.unit], { price: money(basePrice.amount, currency) })
}
