/** The mutants of documents: each loses a number, or gives one twice. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: source text
import type { Mutant } from './mutate.ts'

const NUMBERS = 'src/documents/numbers.ts'
const ISSUE = 'src/documents/issue.ts'
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
]
