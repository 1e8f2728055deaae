/** The mutants of bank transfers: one for each statement that decides who has booked, taken back, filed or sent one. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: source text
import type { Mutant } from './mutate.ts'

const SENT = 'src/payments/transfers-out/sent.ts'
const FILE = 'src/payments/transfers-out/file.ts'
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
        file: 'src/payments/transfers-in/book.ts',
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
]
