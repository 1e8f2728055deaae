import type { ProductStatus } from '../catalogue/tables.ts'
import { after, DAY } from '../time.ts'
import { FINISHES, SAMPLE_CATALOGUE } from './sample-catalogue.ts'

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
 * Products as a shop has them: few names and prices for many products, and whole deliveries with one moment of arrival,
 * so that every sort meets ties. The same seed makes the same products on every machine.
 */
export function* generateProducts(count: number, seed = 1): Generator<GeneratedProduct> {
  for (let number = 1; number <= count; number++) yield generateProduct(number, randomFrom(seed * 1_000_003 + number))
}

const FIRST_DELIVERY = new Date('2024-01-08T09:00:00Z')
const DELIVERY = 20

function generateProduct(number: number, random: (below: number) => number): GeneratedProduct {
  const pick = <T>(choices: readonly T[]): T => choices[random(choices.length)]!
  const { category, mark, things, makes, care } = pick(SAMPLE_CATALOGUE)
  const [thing, usual] = pick(things)
  const make = pick(makes)
  const finish = pick(FINISHES)
  const status = STATUS_OF[random(STATUS_OF.length)]!
  return {
    sku: `${mark}-${String(number).padStart(6, '0')}`,
    name: `${make} ${thing}`,
    description: `${capitalised(thing)} from our ${make} series, in ${finish}. ${pick(care)}`,
    category,
    status,
    price: usual + 500 * random(4),
    stock: status === 'active' ? 1 + random(120) : 0,
    // 700 days of deliveries, then the vans come more often.
    created_at: after(FIRST_DELIVERY, (Math.floor((number - 1) / DELIVERY) % 700) * DAY),
  }
}

const STATUS_OF: readonly ProductStatus[] = [
  ...Array<ProductStatus>(14).fill('active'),
  ...Array<ProductStatus>(3).fill('out_of_stock'),
  ...Array<ProductStatus>(2).fill('coming_soon'),
  'discontinued',
]

function capitalised(text: string): string {
  return text[0]! + text.slice(1).toLowerCase()
}

/** mulberry32: enough to look arbitrary, and the same everywhere because it is made of 32-bit integers only. */
function randomFrom(seed: number): (below: number) => number {
  let state = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d) >>> 0
  return below => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}
