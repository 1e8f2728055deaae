/** Many products in one request, added or changed by their SKU. */
import { type Static, Type } from 'typebox'
import type { AppContext } from '../context.ts'
import { compileValidator } from '../http/input/validation.ts'
import { orNull } from '../http/schemas.ts'
import { Problem } from '../problems.ts'
import type { Language } from '../words/languages.ts'
import { changeProduct, createProduct } from './edit-product.ts'
import { NewProduct, type Product, type ProductChange, pickWritable } from './product.ts'
import type { ProductText } from './product-texts.ts'
import { findProductBySku } from './queries.ts'

/** Far fewer than an import reads, so that a request ends in time. `semel products import` takes files of any size. */
const MAX = 100
const ATTEMPTS = 5

export const Batch = Type.Object(
  {
    products: Type.Array(Type.Object({}, { additionalProperties: true }), {
      minItems: 1,
      maxItems: MAX,
      description: `Up to ${MAX} products, each as for adding a product. Fields that are left out stay as they are.`,
      examples: [[{ sku: 'LAMP-0042', name: 'Desk lamp', category: 'lighting', price: 1999, stock: 12 }]],
    }),
  },
  { title: 'ProductBatch' },
)
type Batch = Static<typeof Batch>

const OUTCOMES = ['added', 'changed', 'unchanged', 'refused'] as const
type Outcome = (typeof OUTCOMES)[number]

const count = Type.Integer({ minimum: 0 })
const Line = Type.Object(
  {
    index: Type.Integer({ minimum: 0, description: 'The position in the request, from 0.' }),
    sku: orNull(Type.String()),
    id: orNull(Type.Integer(), { description: 'null if the product was refused.' }),
    outcome: Type.Enum([...OUTCOMES]),
    errors: Type.Array(Type.Object({ field: Type.String(), reason: Type.String(), code: Type.String() }), {
      description: 'The reasons of a refusal.',
    }),
  },
  { title: 'ProductBatchLine' },
)
export const BatchReport = Type.Object(
  { added: count, changed: count, unchanged: count, refused: count, lines: Type.Array(Line) },
  { title: 'ProductBatchReport' },
)
type Line = Static<typeof Line>

/**
 * Adds and changes products by their SKU. Each product is a statement of its own, so a refused one does not hold up the
 * others, and a request that was cut off can simply be sent again: products that are as they should be stay untouched.
 */
export async function putProducts(context: Pick<AppContext, 'db' | 'clock'>, { products }: Batch) {
  const lines: Line[] = []
  for (const [index, product] of products.entries()) {
    const sku = 'sku' in product && typeof product.sku === 'string' ? product.sku : null
    lines.push({ index, sku, ...(await putProduct(context, product)) })
  }
  const counts = Object.fromEntries(
    OUTCOMES.map(name => [name, lines.filter(({ outcome }) => outcome === name).length]),
  )
  return { ...(counts as Record<Outcome, number>), lines }
}

async function putProduct(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  product: object,
): Promise<Omit<Line, 'index' | 'sku'>> {
  const checked = validate(product)
  if (checked !== true) return { id: null, outcome: 'refused', errors: checked.error.errors ?? [] }
  const wanted = pickWritable(product as NewProduct)
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const present = await findProductBySku(db, wanted.sku)
    if (present && equals(present, wanted)) return { id: present.id, outcome: 'unchanged', errors: [] }
    // If two batches have a new SKU, one adds the product, and the other finds it in its next attempt.
    const put = present ? changeProduct(db, present.id, wanted, clock.now()) : createProduct(db, wanted, clock.now())
    const done = await put.catch(isTaken)
    if (done) return { id: done.id, outcome: present ? 'changed' : 'added', errors: [] }
  }
  const reason = 'is being changed by somebody else. Send it again'
  return { id: null, outcome: 'refused', errors: [{ field: 'sku', reason, code: 'taken' }] }
}

const validate = compileValidator({ schema: NewProduct, httpPart: 'body', method: '', url: '' }) as (
  value: unknown,
) => true | { error: Problem }

function equals(present: Product, wanted: ProductChange): boolean {
  const { texts = {}, ...others } = wanted
  return (
    Object.entries(others).every(([name, value]) => present[name as keyof Product] === value) &&
    Object.entries(texts).every(([language, text]) => hasText(present.texts[language as Language] ?? {}, text))
  )
}

function hasText(present: ProductText, wanted: ProductText | null): boolean {
  if (wanted === null) return Object.keys(present).length === 0
  return Object.entries(wanted).every(([part, text]) => (present[part as keyof ProductText] ?? '') === text)
}

function isTaken(error: unknown): undefined {
  if (error instanceof Problem && error.code === 'sku_taken') return undefined
  throw error
}
