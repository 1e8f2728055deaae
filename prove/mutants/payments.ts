/** The mutants of payments: one for each line of the table of races (docs/decisions/037-payments.md), and for the ledger of calls. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: source text
import type { Mutant } from './mutate.ts'

const STANDING = 'src/payments/standing.ts'
const MISTAKES = 'src/payments/ledger/mistakes.ts'
const DUE_LOOKS = 'src/payments/ledger/due-looks.ts'
const REFUNDS = 'src/payments/ledger/refunds.ts'
const CALLS = 'src/payments/ledger/calls.ts'
const WISHES = 'src/payments/ledger/wishes.ts'
const STRIPE = 'src/payments/providers/stripe-api.ts'
const MIGRATION = 'migrations/020_payments.sql'
const DISPUTES = 'migrations/120_disputes.sql'
const rule = 'PAYMENTS'

export const PAYMENT_MUTANTS: Mutant[] = [
  {
    name: 'PAYMENTS: an order may have several live payments',
    rule,
    plays: 'six tabs',
    edits: [
      { file: DISPUTES, from: 'create unique index payments_live', to: 'create index payments_live' },
      {
        file: 'src/payments/pay.ts',
        from: "if (live && (live.state === 'created' || live.state === 'pending')) return live.id",
        to: '',
      },
      {
        file: 'src/payments/pay.ts',
        from: 'if (ended) throw notPayable(ended, order.payment_status)',
        to: '',
      },
    ],
  },
  {
    name: 'PAYMENTS: money that is known counts again',
    rule,
    plays: 'customer who returns',
    edits: [{ file: STANDING, from: "where id = ${id} and state <> 'captured'\n", to: 'where id = ${id}\n' }],
  },
  {
    name: 'PAYMENTS: an event is kept as often as it comes',
    rule,
    plays: 'customer who returns',
    edits: [
      {
        file: MIGRATION,
        from: ',\n  constraint provider_events_once primary key (provider, event_id)',
        to: '',
      },
    ],
  },
  {
    name: 'PAYMENTS: an order expires without asking the provider',
    rule,
    plays: 'last second',
    edits: [
      {
        file: 'src/orders/expiry.ts',
        from: 'if (live) await wantCancel(tx, live.id, { endsOrder: true })',
        to: "if (live) await sql`update orders set payment_status = 'open' where id = ${orderId}`.execute(tx)",
      },
    ],
  },
  {
    name: 'PAYMENTS: money for a cancelled order stays',
    rule,
    plays: 'cancelled order goes back',
    edits: [
      {
        file: STANDING,
        from: "if (changed.isSurplus || orderStatus === 'cancelled') {",
        to: 'if (changed.isSurplus) {',
      },
    ],
  },
  {
    name: 'PAYMENTS: a second payment of a paid order stays',
    rule,
    plays: 'paid twice',
    edits: [
      {
        file: STANDING,
        from: "if (changed.isSurplus || orderStatus === 'cancelled') {",
        to: "if (orderStatus === 'cancelled') {",
      },
    ],
  },
  {
    name: 'PAYMENTS: a cancel that was wanted hides money that came',
    rule,
    plays: 'captured and cancelled',
    edits: [
      {
        file: STANDING,
        from: "where id = ${id} and state <> 'captured'\n",
        to: "where id = ${id} and state in ('pending', 'authorized')\n",
      },
    ],
  },
  {
    name: 'PAYMENTS: each refund is compared with what was captured, and not with what is left',
    rule,
    plays: 'refunds at once',
    edits: [
      { file: WISHES, from: 'refund_reserved + wish.amount <= captured', to: 'wish.amount <= captured' },
      { file: MIGRATION, from: ' and refund_reserved <= captured)', to: ')' },
    ],
  },
  {
    name: 'PAYMENTS: only our own refunds are recorded',
    rule,
    plays: 'at the provider are recorded',
    edits: [
      {
        file: REFUNDS,
        from: '(await applyOwn(tx, payment.id, refund)) ?? (await applyOther(tx, payment.id, refund))',
        to: 'await applyOwn(tx, payment.id, refund)',
      },
    ],
  },
  {
    name: 'PAYMENTS: a chargeback that was lost stays lost',
    rule,
    plays: 'goes back and forth',
    edits: [
      {
        file: 'src/payments/disputes/apply.ts',
        from: 'reason = excluded.reason, state = excluded.state,',
        to: 'reason = excluded.reason,',
      },
    ],
  },
  {
    name: 'PAYMENTS: money that a bank holds can be refunded',
    rule,
    plays: 'goes back and forth',
    edits: [
      {
        file: WISHES,
        from: 'refund_reserved + wish.amount <= captured - charged_back - disputed',
        to: 'refund_reserved + wish.amount <= captured',
      },
    ],
  },
  {
    name: 'PAYMENTS: another amount than was asked pays the order',
    rule,
    plays: 'another amount',
    edits: [
      {
        file: STANDING,
        from: 'if (mistake) return note(tx, id, mistake)',
        to: 'if (mistake) await note(tx, id, mistake)',
      },
    ],
  },
  {
    name: 'PAYMENTS: a database that was set back repeats what it has forgotten',
    rule,
    plays: 'set back',
    edits: [
      {
        file: CALLS,
        from: 'or coalesce(coalesce(c.key_since, c.created_at) < (select changed_at from database_history), false)',
        to: '',
      },
    ],
  },
  {
    name: 'PAYMENTS: a call is repeated with a key that the provider has forgotten',
    rule,
    plays: 'life of the key',
    edits: [
      {
        file: CALLS,
        from: 'coalesce(c.key_since < now() - make_interval(secs => ${keyLife / SECOND}), false)',
        to: 'false',
      },
    ],
  },
  {
    name: 'PAYMENTS: the number of the attempt is no fence',
    rule,
    plays: 'overtaken',
    edits: [
      {
        file: CALLS,
        from: "-infinity' else key_since end\n    where id = ${id} and attempts = ${attempt} and state = 'sending'",
        to: "-infinity' else key_since end\n    where id = ${id} and state = 'sending'",
      },
    ],
  },
  {
    name: 'PAYMENTS: the number of the shop goes to the provider as it is',
    rule,
    plays: 'other units',
    edits: [{ file: STRIPE, from: 'unit_amount: toStripe(amount, currency)', to: 'unit_amount: amount' }],
  },
  {
    name: 'PAYMENTS: a refund counts as absent at once',
    rule,
    plays: 'answer of 500',
    edits: [{ file: CALLS, from: "(kind === 'refund' ? ABSENCE : 0)", to: '(kind === undefined ? ABSENCE : 0)' }],
  },
  {
    name: 'PAYMENTS: a second refund with the same name is hidden behind the first',
    rule,
    plays: 'two refunds at the provider',
    edits: [{ file: REFUNDS, from: ' and own.provider_id = ${id}\n', to: '\n' }],
  },
  {
    name: 'PAYMENTS: every worker reads the list of events',
    rule,
    plays: 'found in the list',
    edits: [{ file: 'src/payments/providers/missed-events.ts', from: ' where c.due_at <= now()', to: '' }],
  },
  {
    name: 'PAYMENTS: a payment with money is never looked at again',
    rule,
    plays: 'looked at daily',
    edits: [{ file: DUE_LOOKS, from: 'where check_at <= now() and provider', to: 'where false and provider' }],
  },
  {
    name: 'PAYMENTS: refused events leave no trace',
    rule,
    plays: 'wrong secret',
    edits: [{ file: 'src/payments/providers/events-in.ts', from: '    refused()\n', to: '' }],
  },
  {
    name: 'PAYMENTS: each reload asks the provider',
    rule,
    plays: 'twenty reloads',
    edits: [
      {
        file: DUE_LOOKS,
        from: " and (returned_at is null or returned_at < now() - interval '2 seconds')",
        to: '',
      },
    ],
  },
  {
    name: 'PAYMENTS: what was booked is a finding again',
    rule,
    plays: 'booked as it is',
    edits: [{ file: MISTAKES, from: 'standing.amount !== amount && !isBooked', to: 'standing.amount !== amount' }],
  },
  {
    name: 'PAYMENTS: an authorization stays when the page could not be closed',
    rule,
    plays: 'while the page is closed',
    edits: [{ file: STANDING, from: "select state = 'cancelling' or exists (", to: 'select exists (' }],
  },
]
