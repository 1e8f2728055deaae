/** Rates that come with Semel: the reduced ones of the European Union, which a shop takes over and then checks. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { TAX_CLASSES } from '../catalogue/tax-classes.ts'
import type { AppContext } from '../context.ts'
import type { App } from '../http/app.ts'
import { answerOnce } from '../http/idempotency/once.ts'
import { operation } from '../http/operation.ts'
import { WITHOUT_STEP_UP } from '../http/step-up-reasons.ts'
import { EU_RATES, TERRITORY_RATES } from '../world/vat-rates.ts'
import { audited } from './audited.ts'

/** Every member state has its standard rate from the beginning. */
export const OFFERED_CLASSES = ['standard', 'intermediate', 'reduced', 'super_reduced'] as const
export type OfferedClass = (typeof OFFERED_CLASSES)[number]

export function offeredRates(taxClass: OfferedClass): { country: string; rate: number }[] {
  return Object.entries({ ...EU_RATES, ...TERRITORY_RATES }).flatMap(([country, rates]) => {
    const rate = rates[taxClass]
    return rate === undefined ? [] : [{ country, rate }]
  })
}

/** Day from which they count: earlier orders have their rates. */
const VALID_FROM = '2026-01-01'

export function offeredRateRoutes(api: App, context: AppContext): void {
  operation(api, 'POST /admin/tax-rates/offers', {
    id: 'addOfferedTaxRates',
    summary: 'Add the rates of the European Union',
    access: { role: 'staff', permission: 'money' },
    stepUp: WITHOUT_STEP_UP.prices,
    description:
      'Adds the rate of this class for each member state that has none of it yet, and for its parts that have another one. ' +
      'The rates are those of 1 January 2026. Nobody has confirmed them: check those that you sell to.',
    body: Type.Object(
      { class: Type.Enum([...TAX_CLASSES].filter(name => name !== 'zero')) },
      { title: 'TaxRateOffer' },
    ),
    once: true,
    answers: { 200: Type.Object({ added: Type.Integer() }, { title: 'TaxRatesAdded' }) },
    handler: async (request, reply) =>
      answerOnce(context, request, reply, async tx => {
        const taxClass = request.body.class as OfferedClass
        const rates = offeredRates(taxClass)
        const { rows } = await sql`
          insert into tax_rates (country, class, rate_bp, valid_from, confirmed)
          select country, ${taxClass}, round(rate * 100), ${VALID_FROM}, false
          from json_to_recordset(${JSON.stringify(rates)}) as offer (country text, rate numeric)
          where not exists (select from tax_rates r where r.country = offer.country and r.class = ${taxClass})
          on conflict do nothing
          returning id
        `.execute(tx)
        if (rows.length > 0) await audited(tx, context, request, 'tax_rate_created', { class: taxClass, country: 'EU' })
        return { added: rows.length }
      }),
  })
}
