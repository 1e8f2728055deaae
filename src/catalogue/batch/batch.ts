/** Many products in one request, added or changed by their SKU: what a line may say, and what became of it. */
import { type Static, Type } from 'typebox'
import type { Tx } from '../../database/schema.ts'
import { publishToFeed } from '../../events/publish.ts'
import { leaveOutNulls, shapeOf } from '../../http/input/shape.ts'
import { compileValidator } from '../../http/input/validation.ts'
import { orNull } from '../../http/schemas.ts'
import { MetadataChange, wrongKeys } from '../../metadata/metadata.ts'
import type { FieldError, Problem } from '../../problems.ts'
import { NewProduct, pickWritable } from '../product.ts'
import { addNew, type Change, changeKnown, type Refused } from './statements.ts'
import { BOTH, stockMove } from './stock-move.ts'

/** A request has to end in time. `semel products import` takes files of any size. */
const MAX_PRODUCTS = 1000

const BatchProduct = Type.Object(
  {
    ...Type.Partial(NewProduct).properties,
    sku: NewProduct.properties.sku,
    ...stockMove,
    metadata: Type.Optional(MetadataChange),
  },
  { title: 'BatchProduct' },
)
type BatchProduct = Static<typeof BatchProduct>

export const Batch = Type.Object(
  {
    // Each line is validated alone, so that a wrong one does not hold up the others; one without a SKU too.
    products: Type.Array(
      Type.Object(
        {},
        { additionalProperties: true, title: 'BatchProduct', 'x-documented': Type.Partial(BatchProduct) },
      ),
      {
        minItems: 1,
        maxItems: MAX_PRODUCTS,
        description: `Up to ${MAX_PRODUCTS} products. What is left out stays as it is; a new SKU needs name, category and price.`,
        examples: [[{ sku: 'LAMP-0042', price: 1999, stock: 12 }]],
      },
    ),
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

type Waiting = { index: number; change: Change }

/**
 * Adds and changes products by their SKU, in the transaction of the request. A refused line does not hold up the others.
 * Lines with the same SKU count one after the other, in rounds; without them there is one.
 */
export async function putProducts(tx: Tx, { products }: Batch, now: Date) {
  const lines: Line[] = []
  const waiting: Waiting[] = []
  for (const [index, product] of products.entries()) {
    const checked = checkLine(product)
    if ('errors' in checked) lines.push({ index, sku: skuIn(product), id: null, outcome: 'refused', ...checked })
    else waiting.push({ index, change: checked })
  }
  for (let round = waiting, later: Waiting[]; round.length > 0; round = later) {
    const first = new Map(round.toReversed().map(line => [line.change.sku, line]))
    later = round.filter(line => first.get(line.change.sku) !== line)
    lines.push(...(await putRound(tx, [...first.values()], now)))
  }
  lines.sort((one, other) => one.index - other.index)
  const counts = OUTCOMES.map(name => [name, lines.filter(({ outcome }) => outcome === name).length])
  return { ...(Object.fromEntries(counts) as Record<Outcome, number>), lines }
}

function skuIn(product: object): string | null {
  return 'sku' in product && typeof product.sku === 'string' ? product.sku : null
}

const validate = compileValidator({ schema: BatchProduct, httpPart: 'body', method: '', url: '' }) as (
  value: unknown,
) => true | { error: Problem }
const shape = shapeOf(BatchProduct)

function checkLine(product: object): Change | { errors: FieldError[] } {
  leaveOutNulls(product, shape)
  const checked = validate(product)
  if (checked !== true) return { errors: checked.error.errors ?? [] }
  const { expectedStock, stockChange, metadata } = product as BatchProduct
  if (stockChange !== undefined && 'stock' in product) return { errors: [BOTH] }
  const wrong = wrongKeys(metadata ?? {})
  if (wrong.length > 0) return { errors: wrong }
  return {
    ...pickWritable(product as BatchProduct),
    ...(expectedStock !== undefined && { expectedStock }),
    ...(stockChange !== undefined && { stockChange }),
    ...(metadata && { metadata }),
  }
}

/** Somebody else may add a SKU, or remove it, between two statements. The next attempt then sees it. */
const ATTEMPTS = 5

async function putRound(tx: Tx, round: Waiting[], now: Date): Promise<Line[]> {
  const lines: Line[] = []
  let open = new Map(round.map(line => [line.change.sku, line]))
  const end = (sku: string, id: number | null, outcome: Outcome, errors: FieldError[] = []) => {
    const { index, change } = open.get(sku)!
    lines.push({ index, sku: change.sku, id, outcome, errors })
    open.delete(sku)
  }
  const refuse = ({ sku, errors }: Refused) => end(sku, null, 'refused', errors)
  for (let attempt = 0; attempt < ATTEMPTS && open.size > 0; attempt++) {
    const changes = [...open.values()].map(({ change }) => change)
    for (const { sku, id, outcome, errors } of await changeKnown(tx, changes, now))
      end(sku, errors ? null : id, outcome, errors)
    const fresh = await addNew(
      tx,
      [...open.values()].map(({ change }) => change),
      now,
    )
    fresh.refused.forEach(refuse)
    for (const { id, sku } of fresh.added) end(sku, id, 'added')
  }
  const reason = 'is being changed by somebody else. Send it again'
  for (const sku of [...open.keys()]) refuse({ sku, errors: [{ field: 'sku', reason, code: 'taken' }] })
  open = new Map()
  await tell(tx, lines, now)
  return lines
}

async function tell(tx: Tx, lines: Line[], now: Date): Promise<void> {
  const events = lines
    .filter(({ outcome }) => outcome === 'added' || outcome === 'changed')
    .sort((one, other) => one.id! - other.id!)
    .map(({ id, sku, outcome }) => ({
      type: outcome === 'added' ? ('product.created' as const) : ('product.updated' as const),
      data: { productId: id!, sku: sku! },
    }))
  if (events.length > 0) await publishToFeed(tx, now, ...events)
}
