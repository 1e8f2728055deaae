/** The mutants of chargebacks and findings: one for each condition under which a person may decide, and for the way back of that. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: source text
import type { Mutant } from './mutate.ts'

const DECIDE = 'src/payments/disputes/decide.ts'
const APPLY = 'src/payments/disputes/apply.ts'
const DECIDED = 'src/payments/findings/decided-payments.ts'
const END_FINDING = 'src/payments/findings/end-finding.ts'
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
  {
    name: 'DISPUTES: money that came twice and went back has paid the order',
    rule,
    plays: 'paid again is won',
    edits: [{ file: APPLY, from: '.set({ is_surplus: true })', to: '.set({ is_surplus: false })' }],
  },
  {
    name: 'DISPUTES: a payment is surplus when a part of it goes back',
    rule,
    plays: 'one of two chargebacks',
    edits: [{ file: APPLY, from: "    .where('captured', '=', paid.amount)\n", to: '' }],
  },
  {
    name: 'FINDINGS: what is booked can be booked again',
    rule,
    plays: 'booked by two',
    edits: [
      {
        file: DECIDED,
        from: "if (payment.state === 'captured') throw",
        to: "if (payment.state === 'captured' && payment.captured === 0) throw",
      },
    ],
  },
  {
    name: 'FINDINGS: what is booked can be closed',
    rule,
    plays: 'booked by two',
    edits: [
      {
        file: DECIDED,
        from: "['captured', 'cancelled', 'expired', 'failed']",
        to: "['cancelled', 'expired', 'failed']",
      },
    ],
  },
  {
    name: 'FINDINGS: who ends a finding does not wait for the order',
    rule,
    plays: 'booked by two',
    edits: [{ file: END_FINDING, from: "      .forNoKeyUpdate('orders')\n", to: '' }],
  },
  {
    name: 'FINDINGS: what is known comes again',
    rule,
    plays: 'known does not come',
    edits: [
      {
        file: END_FINDING,
        from: 'set finding_known = coalesce(finding, finding_known), finding = null',
        to: 'set finding = null',
      },
    ],
  },
  {
    name: 'FINDINGS: what is known twice comes again',
    rule,
    plays: 'known does not come',
    edits: [
      { file: END_FINDING, from: 'finding_known = coalesce(finding, finding_known)', to: 'finding_known = finding' },
    ],
  },
  {
    name: 'FINDINGS: a refund that was made at the provider stays to be looked at',
    rule,
    plays: 'known does not come',
    edits: [
      { file: END_FINDING, from: "(source in ('external', 'chargeback') or state = 'failed')", to: "state = 'failed'" },
    ],
  },
]
