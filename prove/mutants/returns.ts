/** The mutants of returns: one for each statement that decides a race. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: source text
import type { Mutant } from './mutate.ts'

const STEPS = 'src/returns/steps.ts'
const MIGRATION = 'migrations/042_returns.sql'
const rule = 'RETURNS'

export const RETURN_MUTANTS: Mutant[] = [
  {
    name: 'RETURNS: a request does not look at what is left',
    rule,
    plays: 'last piece',
    edits: [
      { file: 'src/returns/ask.ts', from: ' and i.returned + asked.quantity <= i.quantity', to: '' },
      { file: MIGRATION, from: 'check (returned between 0 and quantity)', to: 'check (returned >= 0)' },
    ],
  },
  {
    name: 'RETURNS: a step can be taken from every state',
    rule,
    plays: 'refund one return',
    edits: [
      {
        file: STEPS,
        from: 'update returns set state = ${to} where id = ${id} and state = any(${from}::text[])',
        to: 'update returns set state = ${to} where id = ${id} and ${from}::text[] is not null',
      },
      { file: MIGRATION, from: ',\n  primary key (return_id, state)', to: '' },
      {
        file: MIGRATION,
        from: 'add constraint refunds_once_for_a_return unique (return_id)',
        to: 'add column spare int',
      },
    ],
  },
  {
    name: 'RETURNS: a return that is declined keeps its pieces',
    rule,
    plays: 'ask, receive and refund',
    edits: [{ file: STEPS, from: 'set returned = i.returned - r.quantity', to: 'set returned = i.returned' }],
  },
  {
    name: 'RETURNS: a line keeps another worth than its return',
    rule,
    plays: 'ask, receive and refund',
    edits: [
      {
        file: 'src/returns/value.ts',
        from: 'set worth = worth.worth from worth',
        to: 'set worth = worth.worth + 1 from worth',
      },
    ],
  },
  {
    name: 'RETURNS: owed money has no credit note',
    rule,
    plays: 'ask, receive and refund',
    edits: [
      {
        file: 'src/documents/issuer.ts',
        from: 'where r.needs_credit_note and ${IS_CREDITED}',
        to: 'where not r.needs_credit_note and ${IS_CREDITED}',
      },
    ],
  },
]
