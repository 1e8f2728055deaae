/** A product as the API shows it. */

import { type Static, Type } from 'typebox'
import { INT_MAX, PRICE_MAX } from '../database/schema.ts'
import { CHECK, TRIM } from '../http/input/keywords.ts'
import { orNull, Time } from '../http/schemas.ts'
import { Problem } from '../problems.ts'
import { currencyMistake } from '../shop/setting-rules.ts'
import { BasePrice } from './attributes/base-price.ts'
import {
  type AttributeValues,
  CHANGED_ATTRIBUTES,
  COLUMN_MEMBERS,
  isFree,
  SHOWN_ATTRIBUTES,
} from './attributes/table.ts'
import { stockMove } from './batch/stock-move.ts'
import { OptionValues } from './groups/group.ts'
import { Image } from './images/image.ts'
import { Texts, TextsChange } from './product-texts.ts'
import { SALE_FIELDS, SHOWN_SALE } from './sales/sale.ts'
import { STATES, STATUSES } from './states/states.ts'

const Price = { description: 'In minor units of the currency: 1999 is 19.99.' }
const CURRENCY_CODE = /^[A-Z]{3}$/
const Currency = { description: 'ISO 4217' }

export const Product = Type.Object(
  {
    id: Type.Integer(),
    sku: Type.String(),
    name: Type.String(),
    description: Type.String(),
    category: Type.String(),
    status: Type.Enum(STATUSES),
    price: Type.Integer({ description: `${Price.description} The price that holds now, in a sale that of the sale.` }),
    currency: Type.String(Currency),
    ...COLUMN_MEMBERS,
    stock: Type.Integer(),
    created_at: Time,
    updated_at: Type.String({ ...Time, description: 'What `updated_since` compares: orders change the stock.' }),
    images: Type.Array(Image),
    texts: Texts,
    group: orNull(Type.Integer(), {
      description: 'The group whose products are variants of each other; null: it has no variants.',
    }),
    options: OptionValues,
    state: Type.Enum(STATES, {
      description: 'Only staff read drafts and archived products; everybody else finds what is `on_sale`.',
    }),
    ...SHOWN_SALE,
    ...SHOWN_ATTRIBUTES,
    base_price: Type.Optional(BasePrice),
  },
  { title: 'Product' },
)
export type Product = Static<typeof Product>

/** The columns that make a product, named as in the API. `attributes` holds most of its attributes. */
export const PRODUCT_COLUMNS = [
  ...(Object.keys(Product.properties).filter(name => !isFree(name) && name !== 'base_price') as Exclude<
    keyof Product,
    keyof AttributeValues | 'base_price'
  >[]),
  'attributes' as const,
]

const writable = {
  sku: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S', [TRIM]: true }),
  name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', [TRIM]: true }),
  description: Type.String({ maxLength: 10_000, [TRIM]: 'kept' }),
  category: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S', [TRIM]: true }),
  status: Type.Enum(STATUSES),
  price: Type.Integer({ minimum: 0, maximum: PRICE_MAX, ...Price }),
  currency: Type.String({
    pattern: CURRENCY_CODE.source,
    'x-reason': 'must be three capital letters like EUR',
    [CHECK]: (text: string) => (CURRENCY_CODE.test(text) ? currencyMistake(text) : undefined),
    ...Currency,
  }),
  ...COLUMN_MEMBERS,
  stock: Type.Integer({ minimum: 0, maximum: INT_MAX }),
  texts: TextsChange,
  ...SALE_FIELDS,
  ...CHANGED_ATTRIBUTES,
}

export const NewProduct = Type.Object(
  {
    ...writable,
    description: Type.Optional(writable.description),
    status: Type.Optional(writable.status),
    currency: Type.Optional(writable.currency),
    ...Type.Partial(Type.Object(COLUMN_MEMBERS)).properties,
    stock: Type.Optional(writable.stock),
    texts: Type.Optional(writable.texts),
    ...Type.Partial(Type.Object(SALE_FIELDS)).properties,
  },
  { title: 'NewProduct' },
)
export type NewProduct = Static<typeof NewProduct>

/** Files and batches add products that are on sale. */
export const NewProductOrDraft = Type.Object(
  {
    ...NewProduct.properties,
    state: Type.Optional(Type.Enum(['draft', 'on_sale'], { description: 'Default: on_sale. Only staff see a draft.' })),
  },
  { title: 'NewProduct' },
)
export type NewProductOrDraft = Static<typeof NewProductOrDraft>

export const ProductChange = Type.Object(
  { ...Type.Partial(Type.Object(writable)).properties, ...stockMove },
  { title: 'ProductChange' },
)
export type ProductChange = Static<typeof ProductChange>

/** The columns that a client may set. */
export const WRITABLE = [
  ...(Object.keys(writable).filter(name => !isFree(name)) as Exclude<keyof typeof writable, keyof AttributeValues>[]),
  'attributes' as const,
]

/** The columns that a file may change: it finds a product by its SKU, and its price is the regular one. */
export const CHANGEABLE = WRITABLE.filter(name => name !== 'sku' && name !== 'regular_price')

export function throwNoProduct(): never {
  throw new Problem('not_found', 'There is no such product.')
}

/** Drops members that a client must not set, such as `id` or `removed_at`. */
export function pickWritable<T extends ProductChange>(body: T): T {
  return Object.fromEntries(Object.entries(body).filter(([key]) => Object.hasOwn(writable, key))) as T
}
