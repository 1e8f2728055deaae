/** The mutants: broken lines of the source, each of which a proof must notice. */
import { SECOND } from '../../src/time.ts'
import { DISPUTE_MUTANTS } from './disputes.ts'
import { DOCUMENT_MUTANTS } from './documents.ts'
import { GUEST_MUTANTS } from './guests.ts'
import { copySource, type Mutant, runPlays, tryMutant } from './mutate.ts'
import { PAYMENT_MUTANTS } from './payments.ts'
import { PRICE_MUTANTS } from './prices.ts'
import { RECOVERY_MUTANTS } from './recovery.ts'
import { RETURN_MUTANTS } from './returns.ts'
import { TRANSFER_MUTANTS } from './transfers.ts'

const LEDGER = 'src/notifications/ledger.ts'
const TRANSPORT = 'src/mail/transport.ts'
const CODES = 'src/accounts/second-factors/one-time-codes.ts'

/** Each breaks one line that a rule depends on. The proofs must notice every one of them. */
export const MUTANTS: Mutant[] = [
  {
    name: 'R1: the verdict of the unique key is ignored',
    rule: 'R1',
    plays: 'one code at once',
    edits: [{ file: CODES, from: 'if (inserted.length < steps.length) throw codeAlreadyUsed()', to: '' }],
  },
  {
    name: 'R1: a code is used up for the step in which it arrives',
    rule: 'R1',
    plays: 'step before',
    edits: [{ file: CODES, from: '[...new Set(matches.map(({ step }) => step))]', to: '[stepAt(now)]' }],
  },
  {
    name: 'R1: cleanup goes by the clock of its own process',
    rule: 'R1',
    plays: 'two days ahead',
    edits: [
      { file: 'src/cleanup.ts', from: 'Math.abs(skew) > MAX_SKEW', to: 'Math.abs(skew) > Infinity' },
      {
        file: 'src/accounts/delete-expired.ts',
        from: "used_at < now() - interval '1 day'`",
        // biome-ignore lint/suspicious/noTemplateCurlyInString: source text
        to: 'used_at < ${new Date(Date.now() - 86_400_000)}`',
      },
    ],
  },
  {
    name: 'R2: the commitment to send is no fence',
    rule: 'R2',
    plays: 'overtaken|SIGCONT',
    edits: [
      {
        file: LEDGER,
        from: "where d.id = a.id and d.attempts = a.attempt and d.state = 'claimed'",
        to: 'where d.id = a.id',
      },
    ],
  },
  {
    name: 'R2: the fence ignores the number of the attempt',
    rule: 'R2',
    plays: 'at the same point',
    edits: [{ file: LEDGER, from: "d.attempts = a.attempt and d.state = 'claimed'", to: "d.state = 'claimed'" }],
  },
  {
    name: 'R2: leases never expire',
    rule: 'R2',
    plays: 'SIGSTOP before the commitment, overtaken',
    edits: [{ file: 'src/notifications/workers/registry.ts', from: 'lease_until < statement_timestamp() or', to: '' }],
  },
  {
    name: 'R2: an email whose worker was lost after the commitment is sent again',
    rule: 'R2',
    plays: 'between the dot and the 250, email stored',
    edits: [{ file: LEDGER, from: "state === 'claimed' ? LOST_BEFORE_DOT : LOST_AFTER_DOT", to: 'LOST_BEFORE_DOT' }],
  },
  {
    name: 'R2: an email without a reply to its dot counts as unsent',
    rule: 'R2',
    plays: 'dropped without a 250',
    edits: [
      { file: TRANSPORT, from: "resolve(released ? { result: 'doubt'", to: "resolve(!message ? { result: 'doubt'" },
    ],
  },
  {
    name: 'R2: the transport reads ahead, so the doubt lasts for the whole dialogue',
    rule: 'R2',
    plays: 'kill -9 at RCPT',
    edits: [{ file: TRANSPORT, from: '{ readableHighWaterMark: 1, writableHighWaterMark: 1 }', to: '{}' }],
  },
  {
    name: 'R2: the commit of the commitment does not wait for the log',
    rule: 'R2',
    plays: 'the dots arrive after all',
    edits: [
      {
        file: LEDGER,
        from: '    returning d.id\n',
        to: "    returning d.id, set_config('synchronous_commit', 'off', true)\n",
      },
    ],
  },
  {
    name: 'R2: the dot goes out before the commitment',
    rule: 'R2',
    plays: 'just before the commitment|overtaken',
    edits: [
      {
        file: TRANSPORT,
        from: 'if (!(await release())) {',
        to: 'void release()\n      if (!message) {',
      },
    ],
  },
  {
    name: 'R2: a worker gives up after a day of its own clock',
    rule: 'R2',
    plays: 'clock is two days ahead',
    edits: [
      {
        file: LEDGER,
        from: 'sql`moment.now - coalesce(d.retrying_since, d.created_at)`',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: source text
        to: 'sql`${sql.lit(new Date().toISOString())}::timestamptz - coalesce(d.retrying_since, d.created_at)`',
      },
    ],
  },
  {
    name: 'R2: connections that wait for a reply keep their places',
    rule: 'R2',
    plays: 'swallowed',
    edits: [{ file: TRANSPORT, from: 'slowReply: 10 * SECOND', to: 'slowReply: 10 * MINUTE' }],
  },
  {
    name: 'R2: replies are stored as they are',
    rule: 'R2',
    plays: 'odd bytes',
    edits: [{ file: TRANSPORT, from: ".replaceAll(/[^\\P{Cc}\\n\\t]/gu, '')", to: '' }],
  },
  {
    name: 'R2: a reply that PostgreSQL refuses is written again and again',
    rule: 'R2',
    plays: 'PostgreSQL refuses',
    edits: [
      {
        file: 'src/notifications/workers/in-flight.ts',
        from: 'if (isRefusedForGood(error)) write = recordEach',
        to: 'if (isRefusedForGood(error)) await sleep(100)',
      },
    ],
  },
  {
    name: 'R2: an email is tried again without a pause while its user is locked',
    rule: 'R2',
    plays: 'holds the row of one user',
    edits: [
      {
        file: LEDGER,
        from: 'const AFTER_NO_REPLY = [0, 0.2, 1, 2, 4, 8, 15, 30, 60]',
        to: `const AFTER_NO_REPLY = [${'0, '.repeat(1000)}0]`,
      },
    ],
  },
  {
    name: 'R3: the commitment does not look at the address',
    rule: 'R3',
    plays: 'between RCPT and the dot',
    edits: [{ file: LEDGER, from: 'where p.id = d.user_id and p.email = a.address', to: 'where p.id = d.user_id' }],
  },
  {
    name: 'R3: the commitment does not lock the user',
    rule: 'R3',
    plays: 'being changed at the commitment',
    edits: [{ file: LEDGER, from: 'u.disabled_at is null\n      for share skip locked', to: 'u.disabled_at is null' }],
  },
  {
    name: 'ORDERS: an order does not lock its products',
    rule: 'ORDERS',
    plays: 'buyers',
    edits: [
      {
        file: 'src/orders/placing/place-sql.ts',
        from: '        order by id\n        for no key update\n',
        to: '        order by id\n',
      },
    ],
  },
  {
    name: 'ORDERS: a step does not lock the order',
    rule: 'ORDERS',
    plays: 'cancel against',
    edits: [{ file: 'src/orders/transition.ts', from: '    .forNoKeyUpdate()\n', to: '' }],
  },
  {
    name: 'ORDERS: every request with an Idempotency-Key is the first',
    rule: 'ORDERS',
    plays: 'identical requests',
    edits: [
      {
        file: 'src/http/idempotency/keys.ts',
        from: 'if (rows.length > 0) return undefined',
        to: 'if (rows.length >= 0) return undefined',
      },
    ],
  },
  {
    name: 'ORDERS: keys expire by the clock of the process that cleans up',
    rule: 'ORDERS',
    plays: 'two days ahead',
    edits: [
      { file: 'src/cleanup.ts', from: 'Math.abs(skew) > MAX_SKEW', to: 'Math.abs(skew) > Infinity' },
      {
        file: 'src/http/idempotency/keys.ts',
        from: "created_at < now() - interval '1 day'`",
        // biome-ignore lint/suspicious/noTemplateCurlyInString: source text
        to: 'created_at < ${new Date(Date.now() - 86_400_000)}`',
      },
    ],
  },
  {
    name: 'DISCOUNTS: the uses of a code are read before the code is written',
    rule: 'DISCOUNTS',
    plays: '10 uses',
    edits: [
      {
        file: 'src/orders/placing/place-sql.ts',
        from: '        and (max_uses is null or used < max_uses)\n',
        to: '',
      },
      {
        file: 'migrations/010_totals.sql',
        from: '  constraint discount_codes_not_overused check (used <= max_uses),\n',
        to: '',
      },
    ],
  },
  {
    name: 'R5: lists of equal values have no further order',
    rule: 'R5',
    plays: 'catalogue',
    runs: 60,
    edits: [
      {
        file: 'src/catalogue/paging/page-sql.ts',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of the source
        from: '} desc, ${id} desc` : sql`',
        to: '} desc` : sql`',
      },
      {
        file: 'src/catalogue/paging/page-sql.ts',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of the source
        from: '}, ${id}`\n}',
        to: '}`\n}',
      },
    ],
  },
  ...PAYMENT_MUTANTS,
  ...DOCUMENT_MUTANTS,
  ...GUEST_MUTANTS,
  ...PRICE_MUTANTS,
  ...RECOVERY_MUTANTS,
  ...RETURN_MUTANTS,
  ...TRANSFER_MUTANTS,
  ...DISPUTE_MUTANTS,
]

/** A play that depends on a moment may miss it. */
const PLAY_TRIES = 3

/**
 * Runs all these plays in an unbroken copy, then the plays of each mutant in a broken one, and prints a line for each.
 * @returns whether every mutant was seen, and nothing in the unbroken copy
 */
export async function tryMutants(only?: RegExp): Promise<boolean> {
  const chosen = MUTANTS.filter(({ name }) => only?.test(name) ?? true)
  await using copy = await copySource()
  let isSound = chosen.length > 0
  for (const [rule, mutants] of Map.groupBy(chosen, ({ rule }) => rule)) {
    const plays = [...new Set(mutants.map(({ plays }) => plays))].join('|')
    const violations = await runPlays(copy.directory, { rule, plays })
    for (const violation of violations) console.log(`WITHOUT A MUTANT  ${violation}`)
    isSound &&= violations.length === 0
  }
  for (const mutant of chosen) isSound = (await isSeen(copy.directory, mutant)) && isSound
  return isSound
}

async function isSeen(directory: string, mutant: Mutant): Promise<boolean> {
  const started = performance.now()
  try {
    let first: string | undefined
    for (let n = 0; n < PLAY_TRIES && !first; n++) first = (await tryMutant(directory, mutant))[0]
    const seconds = Math.round((performance.now() - started) / SECOND)
    console.log(`${first ? 'seen' : 'NOT SEEN'}  ${mutant.name} (${seconds} s)${first ? `\n      ${first}` : ''}`)
    return first !== undefined
  } catch (error) {
    console.log(`NO VERDICT  ${mutant.name}: ${(error as Error).message}`)
    return false
  }
}
