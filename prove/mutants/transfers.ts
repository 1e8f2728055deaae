/** The mutants of bank transfers: one for each statement that decides who has booked, taken back, filed or sent one. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: source text
import type { Mutant } from './mutate.ts'

const SENT = 'src/payments/transfers-out/sent.ts'
const FILE = 'src/payments/transfers-out/file.ts'
const DROP = 'src/payments/transfers-out/drop.ts'
const ADOPT = 'src/payments/transfers-out/adopt.ts'
const BOOK = 'src/payments/transfers-in/book.ts'
const rule = 'PAYMENTS'

export const TRANSFER_MUTANTS: Mutant[] = [
  {
    name: 'TRANSFERS: what is booked can be booked again',
    rule,
    plays: 'booked by three',
    edits: [
      {
        file: 'src/orders/bank/decide.ts',
        from: "where id = ${id} and state = 'open' returning amount, currency",
        to: 'where id = ${id} returning amount, currency',
      },
    ],
  },
  {
    name: 'TRANSFERS: what is taken back can be taken back again',
    rule,
    plays: 'taken back by three',
    edits: [
      {
        file: 'src/payments/transfers-in/take-back.ts',
        from: "where id = ${transferId} and state = 'booked' returning id",
        to: 'where id = ${transferId} returning id',
      },
    ],
  },
  {
    name: 'TRANSFERS: more than is due pays the order',
    rule,
    plays: 'two transfers for one',
    edits: [
      {
        file: BOOK,
        from: 'isCancelled ? amount : Math.min(amount, due)',
        to: 'amount',
      },
    ],
  },
  {
    name: 'TRANSFERS: what is in a file can be sent by hand',
    rule,
    plays: 'in a file is said',
    edits: [{ file: SENT, from: ' and t.file_id is not distinct from ${fileId ?? null}::uuid', to: '' }],
  },
  {
    name: 'TRANSFERS: what was sent can be sent again',
    rule,
    plays: 'sent by four',
    edits: [{ file: SENT, from: " and r.state = 'to_transfer'\n        and (${iban", to: '\n        and (${iban' }],
  },
  {
    name: 'TRANSFERS: the account of what is in a file can change',
    rule,
    plays: 'in a file is said',
    edits: [
      {
        file: 'src/payments/transfers-out/account.ts',
        from: "    from refunds r\n    where t.refund_id = ${id} and r.id = t.refund_id and r.state = 'to_transfer' and t.file_id is null",
        to: "    from refunds r\n    where t.refund_id = ${id} and r.id = t.refund_id and r.state = 'to_transfer'",
      },
    ],
  },
  {
    name: 'TRANSFERS: a transfer can be in two files',
    rule,
    plays: 'three make a file',
    edits: [
      {
        file: FILE,
        from: '      and t.file_id is null and t.iban is not null\n',
        to: '      and t.iban is not null\n',
      },
      {
        file: FILE,
        from: "    .where('t.file_id', 'is', null)\n    .orderBy('refunds.id')",
        to: "    .orderBy('refunds.id')",
      },
    ],
  },
  {
    name: 'TRANSFERS: what is in a file can be waived',
    rule,
    plays: 'waived by three',
    edits: [
      { file: DROP, from: " and r.state = 'to_transfer' and t.file_id is null", to: " and r.state = 'to_transfer'" },
    ],
  },
  {
    name: 'TRANSFERS: what was sent or waived can be waived',
    rule,
    plays: 'waived by three',
    edits: [{ file: DROP, from: " and r.state = 'to_transfer' and t.file_id is null", to: ' and t.file_id is null' }],
  },
  {
    name: 'TRANSFERS: who takes money back does not wait for a file',
    rule,
    plays: 'filed while its payment',
    edits: [{ file: DROP, from: 'order by refund_id\n    for no key update\n', to: 'order by refund_id\n' }],
  },
  {
    name: 'TRANSFERS: what was sent already is taken over again',
    rule,
    plays: 'take over a transfer',
    edits: [
      { file: ADOPT, from: "and p.provider = 'transfer' and r.state = 'pending'", to: "and p.provider = 'transfer'" },
    ],
  },
  {
    name: 'TRANSFERS: what is taken over cannot be sent',
    rule,
    plays: 'take over a transfer',
    edits: [{ file: ADOPT, from: '  for (const { id } of rows) await prepareTransfer(tx, id, now)\n', to: '' }],
  },
  {
    name: 'TRANSFERS: what a provider sends is taken over, too',
    rule,
    plays: 'taken over beside',
    edits: [
      { file: ADOPT, from: "and p.provider = 'transfer' and r.state = 'pending'", to: "and r.state = 'pending'" },
    ],
  },
  {
    name: 'TRANSFERS: a part gives no way to a whole payment',
    rule,
    plays: 'after a part by transfer',
    edits: [{ file: 'src/payments/standing.ts', from: '  await giveWay(tx, id, now)\n', to: '' }],
  },
  {
    name: 'TRANSFERS: what has paid the order gives way',
    rule,
    plays: 'transfers of all that was due',
    edits: [
      {
        file: BOOK,
        from: 'not t.is_complete and ${DUE} between 1 and p.amount - t.captured',
        to: "orders.status <> 'cancelled'",
      },
    ],
  },
  {
    name: 'TRANSFERS: what goes back in part gives way',
    rule,
    plays: 'part of a transfer goes back',
    edits: [{ file: BOOK, from: 'and not t.is_surplus and t.refund_reserved = 0', to: 'and not t.is_surplus' }],
  },
  {
    name: 'TRANSFERS: what pays a claim gives way to the payment that was charged back',
    rule,
    plays: 'paid again in parts',
    edits: [{ file: BOOK, from: "p.id = ${paymentId} and p.state <> 'captured' and", to: 'p.id = ${paymentId} and' }],
  },
  {
    name: 'TRANSFERS: a claim cannot be paid',
    rule,
    plays: 'paid again in parts',
    edits: [
      {
        file: 'src/payments/states.ts',
        from: "'partly_paid', 'charged_back'] as const",
        to: "'partly_paid'] as const",
      },
    ],
  },
  {
    name: 'TRANSFERS: what pays a claim counts as the first money',
    rule,
    plays: 'paid again is won',
    edits: [
      {
        file: BOOK,
        from: 'captured: booked, isForClaim: hasClaim',
        to: 'captured: booked, isForClaim: false',
      },
    ],
  },
]
