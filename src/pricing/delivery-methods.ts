/** Delivery methods: which go where and for how much, and how staff change them. */
import { randomUUIDv7 } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../context.ts'
import type { Db, Tx } from '../database/schema.ts'
import type { App } from '../http/app.ts'
import { uuidOf } from '../http/filters.ts'
import { answerOnce, once } from '../http/idempotency/once.ts'
import { operation } from '../http/operation.ts'
import { WITHOUT_STEP_UP } from '../http/step-up-reasons.ts'
import { invalidInput, Problem } from '../problems.ts'
import { requireCurrentCurrency } from '../shop/currencies.ts'
import { knownCarrier } from '../shop/known-carriers.ts'
import { audited } from './audited.ts'
import { carriesSql, costSql, goesToSql, storedDeliverySql } from './delivery/choice-sql.ts'
import type { StoredDelivery } from './delivery/stored.ts'
import { requireTerms, TERMS, type Terms, tidyBands } from './delivery/terms.ts'
import type { Seller } from './seller.ts'

const Method = Type.Object({ id: Type.String(), ...TERMS }, { title: 'DeliveryMethod' })
export type Method = Static<typeof Method>

const { names, price, days, ...optional } = TERMS
const NewMethod = Type.Object(
  { names, price, days: Type.Optional(days), ...Type.Partial(Type.Object(optional)).properties },
  { title: 'NewDeliveryMethod' },
)
/** A change has no defaults, because a member that it does not name stays. */
const WITHOUT_DEFAULTS = Object.fromEntries(
  Object.entries(optional).map(([name, schema]) => [name, { ...schema, default: undefined }]),
) as unknown as typeof optional

const MethodChange = Type.Partial(
  Type.Object({
    ...TERMS,
    ...WITHOUT_DEFAULTS,
  }),
  {
    title: 'DeliveryMethodChange',
  },
)

const DEFAULTS = {
  kind: 'delivery',
  countries: null,
  currency: null,
  freeFrom: null,
  carrier: null,
  maxWeight: null,
  collectAt: '',
  active: true,
  position: 0,
} as const

export function deliveryMethodRoutes(api: App, context: AppContext): void {
  const { db } = context

  operation(api, 'GET /admin/delivery-methods', {
    id: 'listDeliveryMethods',
    summary: 'List the delivery methods',
    access: { role: 'staff', permission: 'money' },
    answers: { 200: Type.Object({ items: Type.Array(Method) }, { title: 'DeliveryMethodList' }) },
    handler: async () => ({ items: await readMethods(db, sql`true`) }),
  })

  operation(api, 'POST /admin/delivery-methods', {
    id: 'createDeliveryMethod',
    summary: 'Create a delivery method',
    access: { role: 'staff', permission: 'money' },
    stepUp: WITHOUT_STEP_UP.prices,
    once: true,
    body: NewMethod,
    answers: { 201: Method },
    handler: async (request, reply) =>
      once(context, request, reply, async tx => {
        const id = randomUUIDv7()
        const { days = daysOf(request.body.kind), ...body } = request.body
        const carrier = await knownCarrier(tx, request.body.carrier)
        const method = { id, ...DEFAULTS, leavesOut: [], bands: [], openingHours: {}, ...body, days, carrier }
        await requireCurrentCurrency(tx, method.currency)
        await write(tx, method)
        await audited(tx, context, request, 'delivery_method_created', { methodId: id })
        return { body: tidied(method), location: `/api/admin/delivery-methods/${id}` }
      }),
  })
  deliveryMethodChangeRoutes(api, context)
}

function deliveryMethodChangeRoutes(api: App, context: AppContext): void {
  const { db } = context

  operation(api, 'PATCH /admin/delivery-methods/:id', {
    id: 'changeDeliveryMethod',
    summary: 'Change a delivery method',
    access: { role: 'staff', permission: 'money' },
    stepUp: WITHOUT_STEP_UP.prices,
    description: 'Orders keep the method that they were placed with.',
    once: true,
    params: uuidOf('delivery method'),
    body: MethodChange,
    answers: { 200: Method },
    handler: async (request, reply) =>
      answerOnce(context, request, reply, async tx => {
        const { id } = request.params
        await tx.selectFrom('delivery_methods').select('id').where('id', '=', id).forUpdate().execute()
        const [before] = await readMethods(tx, sql`id = ${id}`)
        if (!before) throw noSuchMethod()
        const method = await changed(tx, before, request.body)
        await write(tx, method)
        await audited(tx, context, request, 'delivery_method_changed', { methodId: id })
        return tidied(method)
      }),
  })

  operation(api, 'DELETE /admin/delivery-methods/:id', {
    id: 'deleteDeliveryMethod',
    summary: 'Delete a delivery method',
    access: { role: 'staff', permission: 'money' },
    stepUp: WITHOUT_STEP_UP.prices,
    params: uuidOf('delivery method'),
    handler: async request =>
      db.transaction().execute(async tx => {
        const { id } = request.params
        const deleted = await tx.deleteFrom('delivery_methods').where('id', '=', id).returning('id').execute()
        if (deleted.length === 0) throw noSuchMethod()
        await audited(tx, context, request, 'delivery_method_deleted', { methodId: id })
      }),
  })
}

async function changed(tx: Tx, before: Method, change: Static<typeof MethodChange>): Promise<Method> {
  const method = { ...before, ...change }
  await requireCurrentCurrency(tx, method.currency, before.currency)
  return { ...method, carrier: await knownCarrier(tx, method.carrier, before.carrier) }
}

/** A collection needs no days, because nobody waits for a parcel. */
function daysOf(kind: Method['kind'] | undefined): Method['days'] {
  if (kind === 'collection') return { least: 0, most: 0 }
  throw invalidInput(
    { field: 'days.least', reason: 'is required', code: 'required' },
    { field: 'days.most', reason: 'is required', code: 'required' },
  )
}

type Parcel = {
  country: string
  place: string
  currency: string
  value: number
  weight: number
  /** A discount code makes every delivery free. */
  isFree: boolean
}

/** The active methods that go to a country and carry these items, with their price for them. */
export async function findMethods(
  db: Db,
  { country, place, currency, value, weight, isFree }: Parcel,
  seller: Seller,
): Promise<(StoredDelivery & { price: number })[]> {
  const goal = { country: sql`${country}::text`, place: sql`${place}::text`, currency: sql`${currency}::text` }
  const load = { value: sql`${value}::bigint`, weight: sql`${weight}::bigint` }
  const { rows } = await sql<StoredDelivery & { price: number }>`
    select s.*, ${costSql({ ...load, isFree: sql`${isFree}::boolean` })} as price
    from delivery_methods m, jsonb_to_record(${storedDeliverySql(seller.seat)}) as s (
      method text, names jsonb, days jsonb, kind text, address text, hours jsonb
    )
    where ${goesToSql(goal, seller)} and ${carriesSql(load.weight)}
    order by position, id
  `.execute(db)
  return rows
}

/** Lists the methods for the console: all of them, or the one with this id. */
export async function listMethods(db: Db, id?: string): Promise<Method[]> {
  return readMethods(db, id === undefined ? sql`true` : sql`id = ${id}`)
}

async function readMethods(db: Db, condition: RawBuilder<unknown>): Promise<Method[]> {
  const { rows } = await sql<Method>`
    select id, names, kind, countries, left_out as "leavesOut", price, bands, currency, free_from as "freeFrom",
      max_weight as "maxWeight", collect_at as "collectAt", opening_hours as "openingHours",
      jsonb_build_object('least', days_least, 'most', days_most) as days, carrier, active, position
    from delivery_methods m
    where ${condition}
    order by position, id
  `.execute(db)
  return rows
}

async function write(tx: Tx, { id, ...given }: Method): Promise<void> {
  requireTerms(given)
  const method = tidied(given)
  const { names, kind, countries, leavesOut, price, currency, freeFrom, days, carrier, active, position } = method
  const row = {
    names: JSON.stringify(names),
    kind,
    countries: countries && [...new Set(countries)],
    left_out: [...new Set(leavesOut)],
    price,
    bands: JSON.stringify(method.bands),
    currency,
    free_from: freeFrom,
    max_weight: method.maxWeight,
    collect_at: method.collectAt,
    opening_hours: JSON.stringify(method.openingHours),
    days_least: days.least,
    days_most: days.most,
    carrier,
    active,
    position,
  }
  await tx
    .insertInto('delivery_methods')
    .values({ id, ...row })
    .onConflict(conflict => conflict.column('id').doUpdateSet(row))
    .execute()
}

/** Leaves out the empty fields of a form. */
function tidied<T extends Terms>(method: T): T {
  const hours = Object.entries(method.openingHours).filter(([, text]) => text !== '')
  return { ...method, bands: tidyBands(method.bands), openingHours: Object.fromEntries(hours) }
}

function noSuchMethod(): Problem {
  return new Problem('not_found', 'There is no such delivery method.')
}
