/** The mutants of chargebacks: one for each condition under which a person may decide, and for the way back of what was decided. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: source text
import type { Mutant } from './mutate.ts'

const DECIDE = 'src/payments/disputes/decide.ts'
const APPLY = 'src/payments/disputes/apply.ts'
const rule = 'PAYMENTS'

export const DISPUTE_MUTANTS: Mutant[] = [
  {
    name: 'DISPUTES: a chargeback can be credited again, for more than is owed',
    rule,
    plays: 'four credit',
    edits: [
      { file: DECIDE, from: "decision is distinct from 'credited' and ", to: '' },
      {
        file: DECIDE,
        from: "p.captured - p.refunded, case when disputes.state = 'unknown' and decision is null then p.captured else ${CLAIM} end",
        to: 'p.captured',
      },
    ],
  },
  {
    name: 'DISPUTES: what is claimed can be claimed again',
    rule,
    plays: 'three claim',
    edits: [{ file: DECIDE, from: 'and decision is null and ${IS_GONE}', to: 'and ${IS_GONE}' }],
  },
  {
    name: 'DISPUTES: people decide while the bank still does',
    rule,
    plays: 'three claim',
    edits: [
      {
        file: DECIDE,
        from: "sql`takes_money and disputes.state in ('lost', 'prevented', 'unknown')`",
        to: 'sql`takes_money`',
      },
    ],
  },
  {
    name: 'DISPUTES: a decision does not wait for the order',
    rule,
    plays: 'paid again and credited',
    edits: [{ file: DECIDE, from: 'where d.id = ${id} for no key update of o\n', to: 'where d.id = ${id}\n' }],
  },
  {
    name: 'DISPUTES: what was paid again is credited all the same',
    rule,
    plays: 'paid again and credited',
    edits: [{ file: DECIDE, from: 'then p.captured else ${CLAIM} end', to: 'then p.captured else p.captured end' }],
  },
  {
    name: 'DISPUTES: what was credited stays so when the money comes back',
    rule,
    plays: 'credited is won',
    edits: [
      { file: APPLY, from: "and not ${isGone} and r.state = 'done'", to: "and not ${isGone} and r.state = 'failed'" },
    ],
  },
  {
    name: 'DISPUTES: a decision outlives the money that it was about',
    rule,
    plays: 'credited is won',
    edits: [{ file: APPLY, from: 'decision = case when ${isGone} then d.decision end,', to: 'decision = d.decision,' }],
  },
  {
    name: 'DISPUTES: money that came twice is kept',
    rule,
    plays: 'paid again is won',
    edits: [{ file: APPLY, from: 'isBack ||= written.before !== null && !written.takesMoney', to: 'isBack = false' }],
  },
]
