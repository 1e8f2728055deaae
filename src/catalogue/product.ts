import { type Static, Type } from 'typebox'
import { STATUSES } from './tables.ts'

/** A product as the API shows it. */
export const Product = Type.Object({
  id: Type.Integer(),
  sku: Type.String(),
  name: Type.String(),
  description: Type.String(),
  category: Type.String(),
  status: Type.Enum(STATUSES),
  price: Type.Integer({ description: 'In minor units of the currency: 1999 is 19.99.' }),
  currency: Type.String({ description: 'ISO 4217' }),
  stock: Type.Integer(),
  created_at: Type.String({ format: 'date-time' }),
})
export type Product = Static<typeof Product>
