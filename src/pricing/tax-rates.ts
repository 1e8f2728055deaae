/** The rates of VAT, as staff see and change them. */
import { type RawBuilder, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { TAX_CLASSES } from '../catalogue/tax-classes.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../database/schema.ts'
import type { App } from '../http/app.ts'
import { uuidOf } from '../http/filters.ts'
import { answerOnce, once } from '../http/idempotency/once.ts'
import { operation } from '../http/operation.ts'
import { WITHOUT_STEP_UP } from '../http/step-up-reasons.ts'
import { invalidInput, Problem } from '../problems.ts'
import { COUNTRIES } from '../world/countries.ts'
import { PARTS_OF_COUNTRIES } from '../world/territories.ts'
import { audited } from './audited.ts'
import { percentOf } from './totals.ts'

const writable = {
  country: Type.Enum(['*', ...COUNTRIES, ...PARTS_OF_COUNTRIES], {
    description:
      'A country, or a part of one that has a VAT of its own, such as ES-CN. `*`: every country outside the ' +
      'Union that has no rate of its own.',
  }),
  class: Type.Enum([...TAX_CLASSES]),
  rate: Type.Number({ minimum: 0, maximum: 99.99, description: 'In percent, with up to two decimals: 19, or 5.5.' }),
  validFrom: Type.String({
    format: 'date',
    pattern: '^[12]',
    'x-reason': 'must be a date like 2026-01-31',
    description:
      'From the beginning of this day on, in the time zone of the shop, it takes the place of an older rate.',
  }),
  confirmed: Type.Boolean({ description: 'Whether somebody in the shop has checked it. It counts in any case.' }),
}
const TaxRate = Type.Object({ id: Type.String(), ...writable }, { title: 'TaxRate' })
export type TaxRate = Static<typeof TaxRate>
const NewTaxRate = Type.Object({ ...writable, confirmed: Type.Optional(writable.confirmed) }, { title: 'NewTaxRate' })
const { rate, validFrom, confirmed } = writable
const TaxRateChange = Type.Partial(Type.Object({ rate, validFrom, confirmed }), { title: 'TaxRateChange' })

export function taxRateRoutes(api: App, context: AppContext): void {
  const { db } = context

  operation(api, 'GET /admin/tax-rates', {
    id: 'listTaxRates',
    summary: 'List the VAT rates',
    access: { role: 'staff', permission: 'money' },
    answers: { 200: Type.Object({ items: Type.Array(TaxRate) }, { title: 'TaxRateList' }) },
    handler: async () => ({ items: await readRates(db, sql`true`) }),
  })

  operation(api, 'POST /admin/tax-rates', {
    id: 'createTaxRate',
    summary: 'Add a VAT rate',
    access: { role: 'staff', permission: 'money' },
    stepUp: WITHOUT_STEP_UP.prices,
    description: 'Add a rate before the day on which a law changes. The older one counts until then.',
    problems: ['tax_rate_taken'],
    once: true,
    body: NewTaxRate,
    answers: { 201: TaxRate },
    handler: async (request, reply) =>
      once(context, request, reply, async tx => {
        const { country, class: taxClass, rate, validFrom, confirmed = true } = request.body
        const { rows } = await sql<{ id: string }>`
          insert into tax_rates (country, class, rate_bp, valid_from, confirmed)
          values (${country}, ${taxClass}, ${hundredthsOf(rate)}, ${validFrom}, ${confirmed})
          on conflict do nothing
          returning id
        `.execute(tx)
        const id = rows[0]?.id
        if (!id) throw new Problem('tax_rate_taken')
        await audited(tx, context, request, 'tax_rate_created', { rateId: id, country, class: taxClass })
        const body = { id, country, class: taxClass, rate, validFrom, confirmed }
        return { body, location: `/api/admin/tax-rates/${id}` }
      }),
  })

  taxRateChangingRoutes(api, context)
}

function taxRateChangingRoutes(api: App, context: AppContext): void {
  operation(api, 'PATCH /admin/tax-rates/:id', {
    id: 'changeTaxRate',
    summary: 'Change or confirm a VAT rate',
    access: { role: 'staff', permission: 'money' },
    stepUp: WITHOUT_STEP_UP.prices,
    description: 'For a mistake. Orders keep the rates that they were placed with.',
    problems: ['tax_rate_taken'],
    once: true,
    params: uuidOf('rate'),
    body: TaxRateChange,
    answers: { 200: TaxRate },
    handler: async (request, reply) =>
      answerOnce(context, request, reply, async tx => {
        const { id } = request.params
        const { rate, validFrom, confirmed } = request.body
        const { rows } = await sql`
          update tax_rates r
          set rate_bp = coalesce(${rate === undefined ? null : hundredthsOf(rate)}::int, rate_bp),
            valid_from = coalesce(${validFrom ?? null}::date, valid_from), confirmed = coalesce(${confirmed ?? null}::boolean, confirmed)
          where id = ${id} and not exists (
            select from tax_rates o
            where o.country = r.country and o.class = r.class and o.valid_from = ${validFrom ?? null}::date and o.id <> r.id
          )
          returning id
        `.execute(tx)
        const [changed] = await readRates(tx, sql`id = ${id}`)
        if (!changed) throw noSuchRate()
        if (rows.length === 0) throw new Problem('tax_rate_taken')
        await audited(tx, context, request, 'tax_rate_changed', { rateId: id })
        return changed
      }),
  })

  operation(api, 'DELETE /admin/tax-rates/:id', {
    id: 'deleteTaxRate',
    summary: 'Delete a VAT rate',
    access: { role: 'staff', permission: 'money' },
    stepUp: WITHOUT_STEP_UP.prices,
    description: 'Products of its class can no longer be sold there, if there is no older rate.',
    params: uuidOf('rate'),
    handler: async request =>
      context.db.transaction().execute(async tx => {
        const { id } = request.params
        const deleted = await tx.deleteFrom('tax_rates').where('id', '=', id).returning('id').execute()
        if (deleted.length === 0) throw noSuchRate()
        await audited(tx, context, request, 'tax_rate_deleted', { rateId: id })
      }),
  })
}

/** Lists the rates for the console: all of them, or the one with this id. */
export async function listRates(db: Db, id?: string): Promise<TaxRate[]> {
  return readRates(db, id === undefined ? sql`true` : sql`id = ${id}`)
}

async function readRates(db: Db, condition: RawBuilder<unknown>): Promise<TaxRate[]> {
  const { rows } = await sql<TaxRate>`
    select id, country, class, rate_bp as rate, valid_from::text as "validFrom", confirmed
    from tax_rates
    where ${condition}
    order by country, class, valid_from
  `.execute(db)
  return rows.map(row => ({ ...row, rate: percentOf(row.rate) }))
}

/** Percent → hundredths of a percent. */
function hundredthsOf(rate: number): number {
  const hundredths = Math.round(rate * 100)
  if (Math.abs(rate * 100 - hundredths) < 1e-6) return hundredths
  throw invalidInput({ field: 'rate', reason: 'must have at most two decimals', code: 'too_precise' })
}

function noSuchRate(): Problem {
  return new Problem('not_found', 'There is no such VAT rate.')
}
