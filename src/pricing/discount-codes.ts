/** Discount codes, as staff see and change them. */
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../context.ts'
import { countRows } from '../database/lists/count.ts'
import { type Paging, readListPage } from '../database/lists/keyset.ts'
import { type Db, INT_MAX, type Tx } from '../database/schema.ts'
import type { App } from '../http/app.ts'
import { RowId } from '../http/filters.ts'
import { answerOnce, once } from '../http/idempotency/once.ts'
import { operation } from '../http/operation.ts'
import { answerPage, LIST_QUERY, Page } from '../http/paginated-list.ts'
import { Day, orNull, Time } from '../http/schemas.ts'
import { WITHOUT_STEP_UP } from '../http/step-up-reasons.ts'
import { Problem } from '../problems.ts'
import { requireCurrentCurrency } from '../shop/currencies.ts'
import { addDays, startOfDay } from '../shop/days.ts'
import { readShop } from '../shop/settings.ts'
import { audited } from './audited.ts'
import { foldCode } from './discount-code.ts'
import { requireValidTerms } from './discount-terms.ts'

const MAX_SUBJECTS = 100
const Uses = Type.Integer({ minimum: 1, maximum: INT_MAX })

const writable = {
  kind: Type.Enum(['percent', 'amount', 'free_delivery']),
  value: Type.Number({
    minimum: 0,
    maximum: INT_MAX,
    description:
      'Percent from 1 to 100, with two decimals at most, like 12.5. Or an amount in minor units, a whole number. ' +
      'For `free_delivery`: 0. The discount is rounded once, for all lines together, half a unit up.',
  }),
  currency: orNull(Type.String({ pattern: '^[A-Z]{3}$', 'x-reason': 'must be three capital letters like EUR' }), {
    description: 'Of `value` and `minTotal`.',
  }),
  minTotal: orNull(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), {
    description: 'What the items have to cost, before the discount.',
  }),
  validFrom: orNull(Time),
  validUntil: orNull(Time),
  maxUses: orNull(Uses, { description: 'By all customers together; null: without limit.' }),
  maxUsesPerCustomer: orNull(Uses),
  productIds: orNull(Type.Array(RowId, { minItems: 1, maxItems: MAX_SUBJECTS }), {
    description: 'Only lines with these products, or of `categories`, are cheaper.',
  }),
  categories: orNull(
    Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { minItems: 1, maxItems: MAX_SUBJECTS }),
    {
      description: 'Each with all categories below it.',
    },
  ),
  active: Type.Boolean(),
}

/** Days in place of `validFrom` and `validUntil`, in the calendar of the shop. */
const days = {
  firstDay: Type.Optional(
    orNull(Day, { description: 'In place of `validFrom`: from the beginning of this day of the shop.' }),
  ),
  lastDay: Type.Optional(
    orNull(Day, { description: 'In place of `validUntil`: until the end of this day of the shop.' }),
  ),
}

const Code = Type.Object(
  {
    code: Type.String(),
    ...writable,
    used: Type.Integer({ description: 'Orders that use it now. A cancelled order gives its use back.' }),
    createdAt: Time,
  },
  { title: 'DiscountCode', 'x-resource': 'discount-code' },
)
export type Code = Static<typeof Code>

const { kind, value, ...optional } = writable
const NewCode = Type.Object(
  {
    code: Type.String({ minLength: 1, maxLength: 100, examples: ['SUMMER24'] }),
    kind,
    value: Type.Optional(value),
    ...Type.Partial(Type.Object(optional)).properties,
    ...days,
  },
  { title: 'NewDiscountCode' },
)
const CodeChange = Type.Partial(Type.Object({ ...writable, ...days }), { title: 'DiscountCodeChange' })

const ByCode = Type.Object({ code: Type.String({ maxLength: 100, description: 'In capital letters or not.' }) })

export function discountCodeRoutes(api: App, context: AppContext): void {
  codeReadingRoutes(api, context)
  codeChangingRoutes(api, context)
}

function codeReadingRoutes(api: App, context: AppContext): void {
  const { db, clock } = context

  operation(api, 'GET /admin/discount-codes', {
    id: 'listDiscountCodes',
    summary: 'List the discount codes',
    access: { role: 'staff', permission: 'money' },
    description: 'By code.',
    query: Type.Object(LIST_QUERY),
    answers: { 200: Page(Code) },
    handler: async (request, reply) => answerPage(request, reply, await listCodes(db, request.query)),
  })

  operation(api, 'POST /admin/discount-codes', {
    id: 'createDiscountCode',
    summary: 'Create a discount code',
    access: { role: 'staff', permission: 'money' },
    stepUp: WITHOUT_STEP_UP.prices,
    problems: ['discount_code_taken'],
    once: true,
    body: NewCode,
    answers: { 201: Code },
    handler: async (request, reply) => {
      const { timeZone } = await readShop(db)
      return once(context, request, reply, async tx => {
        const { code: text, ...terms } = inMoments(request.body, timeZone)
        const code = { ...EMPTY, ...terms, code: foldCode(text), createdAt: clock.now().toISOString() }
        requireValidTerms(code)
        await requireCurrentCurrency(tx, code.currency)
        await holdCategories(tx, code)
        const { rows } = await insert(tx, code)
        if (rows.length === 0) throw new Problem('discount_code_taken')
        await audited(tx, context, request, 'discount_code_created', { code: code.code })
        return { body: code, location: `/api/admin/discount-codes/${encodeURIComponent(code.code)}` }
      })
    },
  })
}

function codeChangingRoutes(api: App, context: AppContext): void {
  const { db } = context

  operation(api, 'PATCH /admin/discount-codes/:code', {
    id: 'changeDiscountCode',
    summary: 'Change a discount code',
    access: { role: 'staff', permission: 'money' },
    stepUp: WITHOUT_STEP_UP.prices,
    description: 'For orders from now on.',
    once: true,
    params: ByCode,
    body: CodeChange,
    answers: { 200: Code },
    handler: async (request, reply) => {
      const { timeZone } = await readShop(db)
      return answerOnce(context, request, reply, async tx => {
        const text = foldCode(request.params.code)
        // Nobody can use it from here on until the commit, so the limit stays above its uses.
        await tx.selectFrom('discount_codes').select('code').where('code', '=', text).forUpdate().execute()
        const [before] = await readCodes(tx, [text])
        if (!before) throw noSuchCode()
        const code = { ...before, ...inMoments(request.body, timeZone) }
        requireValidTerms(code)
        await requireCurrentCurrency(tx, code.currency, before.currency)
        await holdCategories(tx, code)
        await tx.updateTable('discount_codes').set(columnsOf(code)).where('code', '=', text).execute()
        await audited(tx, context, request, 'discount_code_changed', { code: text })
        return code
      })
    },
  })

  operation(api, 'DELETE /admin/discount-codes/:code', {
    id: 'deleteDiscountCode',
    summary: 'Delete a discount code',
    access: { role: 'staff', permission: 'money' },
    stepUp: WITHOUT_STEP_UP.prices,
    description: 'Orders that have used it stay as they are. A code that comes back later counts from 0.',
    params: ByCode,
    handler: async request =>
      db.transaction().execute(async tx => {
        const code = foldCode(request.params.code)
        const deleted = await tx.deleteFrom('discount_codes').where('code', '=', code).returning('code').execute()
        if (deleted.length === 0) throw noSuchCode()
        await audited(tx, context, request, 'discount_code_deleted', { code })
      }),
  })
}

/** A category that is renamed at this moment is renamed before the code or in it. */
async function holdCategories(tx: Tx, { categories }: Code): Promise<void> {
  if (categories) await sql`lock table categories in share mode`.execute(tx)
}

type Days = { firstDay?: string | null; lastDay?: string | null }

/** The days of the shop as moments. */
function inMoments<Terms extends Days>({ firstDay, lastDay, ...terms }: Terms, zone: string) {
  const start = (day: string | null) => day && startOfDay(day, zone).toISOString()
  return {
    ...terms,
    ...(firstDay !== undefined && { validFrom: start(firstDay) }),
    ...(lastDay !== undefined && { validUntil: start(lastDay && addDays(lastDay, 1)) }),
  }
}

const EMPTY = {
  value: 0,
  currency: null,
  minTotal: null,
  validFrom: null,
  validUntil: null,
  maxUses: null,
  maxUsesPerCustomer: null,
  productIds: null,
  categories: null,
  active: true,
  used: 0,
}

const BY_CODE = { name: 'discount codes', columns: [['code', 'text']], descending: false } as const

export async function listCodes(db: Db, paging: Paging) {
  const all = db.selectFrom('discount_codes')
  const [list, totalCount] = await Promise.all([
    readListPage(
      ({ beyond }) => all.where(beyond).select('code'),
      { ...BY_CODE, columns: [...BY_CODE.columns] },
      paging,
      async page =>
        readCodes(
          db,
          (await page.execute()).map(({ code }) => code),
        ),
      ({ code }) => [code],
    ),
    countRows(db, all),
  ])
  return { ...list, totalCount }
}

/** @param code as `foldCode` writes it */
export async function findCode(db: Db, code: string): Promise<Code | undefined> {
  return (await readCodes(db, [code]))[0]
}

async function readCodes(db: Db, codes: readonly string[]): Promise<Code[]> {
  const { rows } = await sql<
    Omit<Code, 'createdAt' | 'validFrom' | 'validUntil'> & Record<'createdAt' | 'validFrom' | 'validUntil', Date | null>
  >`
    select code, kind, value::float8 as value, currency, min_total as "minTotal", valid_from as "validFrom", valid_until as "validUntil",
      max_uses as "maxUses", max_uses_per_customer as "maxUsesPerCustomer", to_json(product_ids) as "productIds",
      categories, active, used, created_at as "createdAt"
    from discount_codes
    where code = any(${codes}::text[])
    order by code
  `.execute(db)
  return rows.map(({ createdAt, validFrom, validUntil, ...code }) => ({
    ...code,
    validFrom: validFrom?.toISOString() ?? null,
    validUntil: validUntil?.toISOString() ?? null,
    createdAt: createdAt!.toISOString(),
  }))
}

function columnsOf(code: Omit<Code, 'code' | 'used' | 'createdAt'>) {
  return {
    kind: code.kind,
    value: code.value,
    currency: code.currency,
    min_total: code.minTotal,
    valid_from: code.validFrom === null ? null : new Date(code.validFrom),
    valid_until: code.validUntil === null ? null : new Date(code.validUntil),
    max_uses: code.maxUses,
    max_uses_per_customer: code.maxUsesPerCustomer,
    product_ids: code.productIds,
    categories: code.categories,
    active: code.active,
  }
}

function insert(tx: Tx, code: Code) {
  const query = tx
    .insertInto('discount_codes')
    .values({ code: code.code, ...columnsOf(code), created_at: new Date(code.createdAt) })
    .onConflict(conflict => conflict.doNothing())
    .returning('code')
  return query.execute().then(rows => ({ rows }))
}

function noSuchCode(): Problem {
  return new Problem('not_found', 'There is no such discount code.')
}
