/** The mutants of documents: each loses a number, gives one twice, or credits what was not on an invoice or is credited already. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: source text
import type { Mutant } from './mutate.ts'

const NUMBERS = 'src/documents/numbers.ts'
const ISSUE = 'src/documents/issue.ts'
const CREDITED = 'src/documents/credited.ts'
const REVERSAL = 'src/documents/reversal.ts'
const REVERSED_ONCE =
  'where r.id = ${refundId} and ${IS_TO_REVERSE} and not exists (select from documents x where x.reverses = d.id)'
const rule = 'DOCUMENTS'
const plays = 'four processes'
const runs = 120

export const DOCUMENT_MUTANTS: Mutant[] = [
  {
    name: 'DOCUMENTS: a number is read before it is written',
    rule,
    plays,
    runs,
    edits: [
      {
        file: NUMBERS,
        from: 'set next = next + 1,',
        to: 'set next = (select s.next from invoice_series s where s.name = ${series}) + 1,',
      },
    ],
  },
  {
    name: 'DOCUMENTS: the number is taken outside the transaction of the document',
    rule,
    plays,
    runs,
    edits: [
      {
        file: NUMBERS,
        from: '  const [taken] = rows\n',
        to: '  const [taken] = rows\n  await sql`commit and chain`.execute(tx)\n',
      },
    ],
  },
  {
    name: 'DOCUMENTS: a conflict uses up a number',
    rule,
    plays,
    runs,
    edits: [
      {
        file: ISSUE,
        from: 'const known = await findInvoiceOf(tx, orderId)',
        to: 'const known = undefined as Invoice | undefined',
      },
      {
        file: ISSUE,
        from: '      sha256: hashOf(content),\n    })\n',
        to: '      sha256: hashOf(content),\n    })\n    .onConflict(conflict => conflict.doNothing())\n',
      },
    ],
  },
  {
    name: 'DOCUMENTS: credit notes of one order do not wait for each other',
    rule,
    plays: 'notes of three refunds',
    edits: [
      {
        file: ISSUE,
        from: '    for no key update\n  `.execute(tx)\n  const { rows } = await sql<Credit>`',
        to: '  `.execute(tx)\n  const { rows } = await sql<Credit>`',
      },
    ],
  },
  {
    name: 'DOCUMENTS: a credit note is not looked for before it is written',
    rule,
    plays: 'four write',
    edits: [
      {
        file: ISSUE,
        from: 'const known = await findCreditNoteOf(tx, cause)',
        to: 'const known = undefined as { id: string } | undefined',
      },
      {
        file: 'migrations/121_credit_notes_taken_back.sql',
        from: 'create unique index documents_one_credit_note',
        to: 'create index documents_one_credit_note',
      },
    ],
  },
  {
    name: 'DOCUMENTS: a return that is taken off has several credit notes',
    rule,
    plays: 'note of a return',
    edits: [
      {
        file: ISSUE,
        from: "notes.where('return_id', '=', cause.returnId)",
        to: "notes.where('refund_id', '=', cause.returnId)",
      },
      {
        file: 'migrations/080_credited_returns.sql',
        from: 'create unique index documents_one_for_a_return',
        to: 'create index documents_one_for_a_return',
      },
    ],
  },
  {
    name: 'DOCUMENTS: a note that was taken back still counts as credited',
    rule,
    plays: 'take back the note',
    edits: [
      {
        file: ISSUE,
        from: '    .where(sql<boolean>`not exists (select from documents x where x.reverses = documents.id)`)\n',
        to: '',
      },
    ],
  },
  {
    name: 'DOCUMENTS: a credit note is taken back several times',
    rule,
    plays: 'take back the note',
    edits: [
      { file: REVERSAL, from: REVERSED_ONCE, to: 'where r.id = ${refundId} and ${IS_TO_REVERSE}' },
      {
        file: 'migrations/121_credit_notes_taken_back.sql',
        from: 'create unique index documents_taken_back',
        to: 'create index documents_taken_back',
      },
    ],
  },
  {
    name: 'DOCUMENTS: the note of a refund that stands is taken back',
    rule,
    plays: 'take back the note',
    edits: [{ file: REVERSAL, from: REVERSED_ONCE, to: REVERSED_ONCE.replace('${IS_TO_REVERSE} and ', '') }],
  },
  {
    name: 'DOCUMENTS: notes that were taken back are due without end',
    rule,
    plays: 'take back the note',
    edits: [
      {
        file: REVERSAL,
        from: 'where ${IS_TO_REVERSE} and not exists (select from documents x where x.reverses = d.id)',
        to: 'where ${IS_TO_REVERSE}',
      },
    ],
  },
  {
    name: 'DOCUMENTS: what a credit note was about is credited again',
    rule,
    plays: 'becomes smaller',
    edits: [{ file: CREDITED, from: ' and e.document_id is null', to: '' }],
  },
  {
    name: 'DOCUMENTS: what went before the invoice is credited on it',
    rule,
    plays: 'becomes smaller',
    edits: [{ file: CREDITED, from: ' and coalesce(e.after_invoice, e.total_after < ${billed})', to: '' }],
  },
  {
    name: 'DOCUMENTS: a smaller order is credited once and no more',
    rule,
    plays: 'becomes smaller',
    edits: [
      {
        file: ISSUE,
        from: "if ('unpaidOrderId' in cause) return undefined",
        to:
          "if ('unpaidOrderId' in cause) return tx.selectFrom('documents').select('id')" +
          ".where('order_id', '=', cause.unpaidOrderId).where('kind', '=', 'credit_note').executeTakeFirst()",
      },
    ],
  },
  {
    name: 'DOCUMENTS: the note of an unpaid order forgets the notes before it',
    rule,
    plays: 'becomes smaller',
    edits: [
      { file: ISSUE, from: 'invoice.content.total - sum - credit.amount', to: 'invoice.content.total - credit.amount' },
    ],
  },
  {
    name: 'DOCUMENTS: money that came by mistake is credited',
    rule,
    plays: 'never invoiced',
    edits: [{ file: ISSUE, from: 'if (credit.isSurplus) return false', to: '' }],
  },
  {
    name: 'DOCUMENTS: money that went back before the invoice is credited',
    rule,
    plays: 'never invoiced',
    edits: [
      {
        file: ISSUE,
        from: 'return edit === undefined || (edit.after_invoice ?? edit.total_after < content.total)',
        to: 'return edit === undefined || content.total > 0',
      },
    ],
  },
  {
    name: 'DOCUMENTS: a refund that did not go is credited',
    rule,
    plays: 'never invoiced',
    edits: [{ file: ISSUE, from: 'if (!credit.isDone || !(await', to: 'if (!(await' }],
  },
  {
    name: 'DOCUMENTS: what was owed of money that never came is not credited',
    rule,
    plays: 'money that never came',
    edits: [{ file: REVERSAL, from: " or r.dropped = 'unpaid' and r.source = 'shop')", to: ')' }],
  },
  {
    name: 'DOCUMENTS: what went back before a dearer invoice is credited',
    rule,
    plays: 'dearer invoice',
    edits: [
      {
        file: ISSUE,
        from: '(edit.after_invoice ?? edit.total_after < content.total)',
        to: 'edit.total_after < content.total',
      },
    ],
  },
  {
    name: 'DOCUMENTS: the note of what was owed of money that never came is taken back',
    rule,
    plays: 'money that never came',
    edits: [{ file: REVERSAL, from: "r.state = 'failed' and ${IS_CREDITED} is not true", to: "r.state = 'failed'" }],
  },
]
