/** Products for development and benchmarks, made from a seed. */
import type { ProductStatus } from '../catalogue/states/states.ts'
import { after, DAY } from '../time.ts'
import { ORIGINS, SAMPLE_CATALOGUE } from './sample-catalogue.ts'

export type GeneratedProduct = {
  sku: string
  name: string
  description: string
  category: string
  status: ProductStatus
  price: number
  stock: number
  created_at: Date
}

/**
 * Generates realistic products: many of them share a name, a price or a time of delivery, so every sort has ties. The
 * same seed gives the same products on every machine.
 */
export function* generateProducts(count: number, seed = 1): Generator<GeneratedProduct> {
  for (let number = 1; number <= count; number++) yield generateProduct(number, randomFrom(seed * 1_000_003 + number))
}

const FIRST_DELIVERY = new Date('2024-01-08T09:00:00Z')
const PRODUCTS_PER_DELIVERY = 20

function generateProduct(number: number, random: (below: number) => number): GeneratedProduct {
  const pick = <T>(choices: readonly T[]): T => choices[random(choices.length)]!
  const { category, skuPrefix, things, makes, care } = pick(SAMPLE_CATALOGUE)
  const [thing, basePrice] = pick(things)
  const make = pick(makes)
  const origin = pick(ORIGINS)
  const status = STATUSES[random(STATUSES.length)]!
  return {
    sku: `${skuPrefix}-${String(number).padStart(6, '0')}`,
    name: `${make} ${thing}`,
    description: `${capitalized(thing)} from our ${make} series, made in ${origin}. ${pick(care)}`,
    category,
    status,
    price: basePrice + 500 * random(4),
    stock: status === 'active' ? 1 + random(120) : 0,
    // After 700 days the deliveries start again at the first day.
    created_at: after(FIRST_DELIVERY, (Math.floor((number - 1) / PRODUCTS_PER_DELIVERY) % 700) * DAY),
  }
}

const STATUSES: readonly ProductStatus[] = [
  ...Array<ProductStatus>(14).fill('active'),
  ...Array<ProductStatus>(3).fill('out_of_stock'),
  ...Array<ProductStatus>(2).fill('coming_soon'),
  'discontinued',
]

function capitalized(text: string): string {
  return text[0]! + text.slice(1).toLowerCase()
}

/** mulberry32 uses 32-bit integers only, so it gives the same numbers on every machine. */
function randomFrom(seed: number): (below: number) => number {
  let state = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d) >>> 0
  return below => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}
