import { type Static, Type } from 'typebox'
import { STATUSES } from './tables.ts'

const Price = { description: 'In minor units of the currency: 1999 is 19.99.' }
const Currency = { description: 'ISO 4217' }

/** A product as the API shows it. */
export const Product = Type.Object(
  {
    id: Type.Integer(),
    sku: Type.String(),
    name: Type.String(),
    description: Type.String(),
    category: Type.String(),
    status: Type.Enum(STATUSES),
    price: Type.Integer(Price),
    currency: Type.String(Currency),
    stock: Type.Integer(),
    created_at: Type.String({ format: 'date-time' }),
  },
  { title: 'Product' },
)
export type Product = Static<typeof Product>

/** What PostgreSQL's int holds. */
const LARGEST = 2_147_483_647

const given = {
  sku: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
  name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
  description: Type.String({ maxLength: 10_000 }),
  category: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
  status: Type.Enum(STATUSES),
  price: Type.Integer({ minimum: 0, maximum: LARGEST, ...Price }),
  currency: Type.String({
    pattern: '^[A-Z]{3}$',
    'x-reason': 'must be a currency of three letters like EUR',
    ...Currency,
  }),
  stock: Type.Integer({ minimum: 0, maximum: LARGEST }),
}

export const NewProduct = Type.Object(
  {
    ...given,
    description: Type.Optional(given.description),
    status: Type.Optional(given.status),
    currency: Type.Optional(given.currency),
    stock: Type.Optional(given.stock),
  },
  { title: 'NewProduct' },
)
export type NewProduct = Static<typeof NewProduct>

export const ProductChange = Type.Partial(Type.Object(given), { title: 'ProductChange' })
export type ProductChange = Static<typeof ProductChange>

/** Only what may be given: a body may hold anything else beside it, such as an id or a removed_at. */
export function givenOf<T extends ProductChange>(body: T): T {
  return Object.fromEntries(Object.entries(body).filter(([key]) => key in given)) as T
}
