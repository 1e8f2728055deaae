/** Delivery methods: which go where and for how much, and how staff change them. */
import { randomUUIDv7 } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../context.ts'
import { type Db, INT_MAX, type Tx } from '../database/schema.ts'
import type { App } from '../http/app.ts'
import { uuidOf } from '../http/filters.ts'
import { answerOnce, once } from '../http/idempotency/once.ts'
import { operation } from '../http/operation.ts'
import { orNull } from '../http/schemas.ts'
import { WITHOUT_STEP_UP } from '../http/step-up-reasons.ts'
import { invalidInput, Problem } from '../problems.ts'
import { requireCurrentCurrency } from '../shop/currencies.ts'
import { knownCarrier } from '../shop/known-carriers.ts'
import { textsSchema } from '../shop/setting-rules.ts'
import { COUNTRIES } from '../world/countries.ts'
import { TERRITORY_CODES } from '../world/territories.ts'
import { audited } from './audited.ts'
import { DELIVERY_KINDS, goesToSql } from './price-sql.ts'
import type { Seller } from './seller.ts'
import { nameOf } from './totals.ts'

const Amount = Type.Integer({ minimum: 0, maximum: INT_MAX })
const Days = Type.Integer({ minimum: 0, maximum: 365 })

const writable = {
  names: textsSchema(100, 'By language; at least one.'),
  countries: orNull(Type.Array(Type.Enum([...COUNTRIES]), { minItems: 1, maxItems: COUNTRIES.length }), {
    description: 'Where it goes; null: everywhere.',
  }),
  leavesOut: Type.Array(Type.Enum([...TERRITORY_CODES]), {
    default: [],
    maxItems: TERRITORY_CODES.length,
    description:
      'Places with a VAT of their own that it does not go to, though it goes to their country: `ES-CN` (Canary Islands), ' +
      '`RE` (Réunion), `XI` (Northern Ireland).',
  }),
  price: Amount,
  currency: orNull(Type.String({ pattern: '^[A-Z]{3}$', 'x-reason': 'must be three capital letters like EUR' }), {
    description: 'Of `price` and `freeFrom`. A method that is always free needs none, and goes with every currency.',
  }),
  freeFrom: orNull(Amount, { description: 'From this value of the items on, after the discount, it is free.' }),
  days: Type.Object({ least: Days, most: Days }, { description: 'Working days.' }),
  kind: Type.Enum([...DELIVERY_KINDS], {
    default: 'delivery',
    description:
      '`collection`: the customer comes for it. When a whole order comes back, the least expensive delivery that ' +
      'was offered with it is paid back, and a collection is none.',
  }),
  carrier: orNull(Type.String({ maxLength: 40 }), {
    description:
      'The code of the carrier of its parcels, such as `dhl`, or of one of the settings of the shop. null: the number of each ' +
      'parcel says it.',
  }),
  active: Type.Boolean({ default: true }),
  position: Type.Integer({
    minimum: -INT_MAX,
    maximum: INT_MAX,
    description: 'The first method that goes to a country is its default.',
  }),
}

const Method = Type.Object({ id: Type.String(), ...writable }, { title: 'DeliveryMethod' })
export type Method = Static<typeof Method>

const { names, price, days, ...optional } = writable
const NewMethod = Type.Object(
  { names, price, days, ...Type.Partial(Type.Object(optional)).properties },
  { title: 'NewDeliveryMethod' },
)
const MethodChange = Type.Partial(
  Type.Object({
    ...writable,
    leavesOut: Type.Array(Type.Enum([...TERRITORY_CODES]), { maxItems: TERRITORY_CODES.length }),
    kind: Type.Enum([...DELIVERY_KINDS]),
    active: Type.Boolean(),
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
        const carrier = await knownCarrier(tx, request.body.carrier)
        const method = { id, ...DEFAULTS, leavesOut: [], ...request.body, carrier }
        await requireCurrentCurrency(tx, method.currency)
        await write(tx, method)
        await audited(tx, context, request, 'delivery_method_created', { methodId: id })
        return { body: method, location: `/api/admin/delivery-methods/${id}` }
      }),
  })

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
        return method
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

/** The active methods that go to a country, with their price for items of this value. */
export async function findMethods(
  db: Db,
  {
    country,
    place,
    currency,
    value,
    seller,
  }: { country: string; place: string; currency: string; value: number; seller: Seller },
) {
  const methods = await readMethods(
    db,
    goesToSql({ country: sql`${country}`, place: sql`${place}`, currency: sql`${currency}` }, seller),
  )
  return methods.map(({ id, names, days, price, freeFrom }) => ({
    method: id,
    name: nameOf(names),
    days,
    price: freeFrom !== null && value >= freeFrom ? 0 : price,
  }))
}

/** Lists the methods for the console: all of them, or the one with this id. */
export async function listMethods(db: Db, id?: string): Promise<Method[]> {
  return readMethods(db, id === undefined ? sql`true` : sql`id = ${id}`)
}

async function readMethods(db: Db, condition: RawBuilder<unknown>): Promise<Method[]> {
  const { rows } = await sql<Method>`
    select id, names, kind, countries, left_out as "leavesOut", price, currency, free_from as "freeFrom",
      jsonb_build_object('least', days_least, 'most', days_most) as days, carrier, active, position
    from delivery_methods m
    where ${condition}
    order by position, id
  `.execute(db)
  return rows
}

async function write(tx: Tx, { id, ...method }: Method): Promise<void> {
  check(method)
  const { names, kind, countries, leavesOut, price, currency, freeFrom, days, carrier, active, position } = method
  const row = {
    names: JSON.stringify(names),
    kind,
    countries: countries && [...new Set(countries)],
    left_out: [...new Set(leavesOut)],
    price,
    currency,
    free_from: freeFrom,
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

function check({ names, price, currency, freeFrom, days }: Omit<Method, 'id'>): void {
  const mistakes = [
    ...(Object.values(names).some(name => name.trim())
      ? []
      : [['names', 'is required in one language at least', 'required']]),
    ...((price > 0 || freeFrom !== null) && currency === null
      ? [['currency', 'is required, because the delivery is not always free', 'required']]
      : []),
    ...(days.most < days.least ? [['days.most', 'must be at least days.least', 'too_small']] : []),
  ] as [string, string, string][]
  if (mistakes.length > 0) throw invalidInput(...mistakes.map(([field, reason, code]) => ({ field, reason, code })))
}

function noSuchMethod(): Problem {
  return new Problem('not_found', 'There is no such delivery method.')
}
