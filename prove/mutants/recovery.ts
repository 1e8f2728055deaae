/** The mutants of recovery requests: one for each statement that decides. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: source text
import type { Mutant } from './mutate.ts'

const LINKS = 'src/accounts/recovery/links.ts'
const DUE = 'src/accounts/recovery/due.ts'
const rule = 'RECOVERY'

export const RECOVERY_MUTANTS: Mutant[] = [
  {
    name: 'RECOVERY: a link does not look whether its request has ended',
    rule,
    plays: 'used twice',
    edits: [{ file: LINKS, from: 'r.user_id = u.id and r.ended_at is null and', to: 'r.user_id = u.id and' }],
  },
  {
    name: 'RECOVERY: a sign-in leaves the request open',
    rule,
    plays: 'against a sign-in',
    runs: 5,
    edits: [
      {
        file: 'src/accounts/sign-in/second-step.ts',
        from: "await endRecovery(tx, { userId, outcome: 'signed_in', now, visit })",
        to: '',
      },
    ],
  },
  {
    name: 'RECOVERY: an approval does not look at an earlier one',
    rule,
    plays: 'two approvals',
    edits: [
      {
        file: 'src/accounts/recovery/decide.ts',
        from: 'r.ended_at is null and r.approved_at is null and',
        to: 'r.ended_at is null and',
      },
    ],
  },
  {
    name: 'RECOVERY: a link leaves before the time is over',
    rule,
    plays: 'before the time',
    edits: [
      { file: DUE, from: 'sql`r.waits_until <= now() and r.reminded_at', to: 'sql`r.reminded_at' },
      {
        file: DUE,
        from: 'r.reminded_at <= now() - ${milliseconds(REMINDER_AHEAD)}\n',
        to: 'r.reminded_at is not null\n',
      },
      { file: DUE, from: 'or d.ended_at > now() - ${milliseconds(REMINDER_AHEAD)})', to: ')' },
    ],
  },
  {
    name: 'RECOVERY: a link needs no approval',
    rule,
    plays: 'before the time',
    edits: [{ file: DUE, from: 'and (r.approved_at is not null or not r.needs_approval) and', to: 'and' }],
  },
]
