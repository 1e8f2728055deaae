import { sql } from 'kysely'
import type { AppContext } from '../context.ts'
import { batch } from '../database/coalesce.ts'
import { PREPARED } from '../database/open.ts'
import type { Connection } from '../mail/transport.ts'
import { DAY, HOUR, SECOND } from '../time.ts'
import { type Composed, composer, type Reader } from './compose.ts'
import { type Claim, type Ending, isStillOurs, type Mark, mark } from './ledger.ts'

/** A claim with its e-mail, which is written while earlier ones are being sent. */
export type Parcel = { claim: Claim; prepared: Promise<Prepared>; since: number }

type Prepared = { reader?: Reader | undefined; composed?: Composed | undefined }

export type Courier = {
  prepare: (claim: Claim) => Parcel
  /** @returns how it ended; undefined when it is no longer ours to tell */
  deliver: (parcel: Parcel, connection: Connection) => Promise<Ending | undefined>
}

/** What is older than this when its turn comes is written anew, because it may be true no more. */
const FRESH = 5 * SECOND

/** Sends claimed deliveries. What many of them ask the database at the same time is asked at once. */
export function courier(context: AppContext): Courier {
  const { db } = context
  const write = composer(context)
  const readerOf = batch((ids: string[]) => findReaders(context, ids))
  const release = batch(async (marks: Mark[]) => {
    const released = await mark(db, marks)
    return marks.map(({ id }) => released.has(id))
  })

  function prepare(claim: Claim): Parcel {
    const prepared = look(claim)
    // A failure is met by whoever delivers; until then it is nobody's.
    prepared.catch(() => {})
    return { claim, prepared, since: performance.now() }
  }

  async function look(claim: Claim): Promise<Prepared> {
    const { userId } = claim
    const reader = userId === null ? { userId, name: '', address: context.config.supportEmail } : await readerOf(userId)
    return { reader, composed: reader && !reader.isDisabled ? await write(claim, reader) : undefined }
  }

  async function deliver(parcel: Parcel, connection: Connection): Promise<Ending | undefined> {
    const { claim, since } = parcel
    const { id, attempt } = claim
    const end = (outcome: Ending['outcome'], reply: string, againInMs?: number): Ending => ({
      id,
      attempt,
      outcome,
      reply,
      ...(againInMs !== undefined && { againInMs }),
    })
    const isFresh = performance.now() - since < FRESH
    const { reader, composed } = await (isFresh ? parcel.prepared : look(claim))
    if (!reader) return end('skipped', 'The user no longer exists.')
    if (reader.isDisabled) return end('skipped', 'The account of the user is disabled.')
    if (!composed) return end('skipped', 'There is nothing to tell any more.')

    const { mail, messageId } = composed
    const sent = await connection.send(mail, () => release({ id, attempt, address: reader.address, messageId }))
    switch (sent.result) {
      case 'accepted':
        return end('sent', sent.reply)
      case 'refused':
        return sent.again ? later(claim, end, 'temporary', sent.reply) : end('refused', sent.reply)
      case 'unsent':
        return later(claim, end, 'unsent', sent.reply)
      case 'doubt':
        return end('in_doubt', sent.reply)
      case 'withheld':
        // Overtaken by another worker; or the recipient is no longer who we told the relay: look again at once.
        if (!(await isStillOurs(db, claim))) return undefined
        return end('readdressed', 'The recipient was changed while the e-mail was on its way.', 0)
    }
  }
  return { prepare, deliver }
}

/** From the first attempt on: the sixth is within the 30 seconds in which an e-mail is to arrive. */
const PAUSES = [1, 2, 4, 8, 10, 30, 60, 120, 300, 600, 1800].map(seconds => seconds * SECOND)
const GIVE_UP_AFTER = DAY

function later(
  { attempt, createdAt }: Claim,
  end: (outcome: Ending['outcome'], reply: string, againInMs?: number) => Ending,
  outcome: 'temporary' | 'unsent',
  reply: string,
): Ending {
  if (Date.now() - createdAt.getTime() > GIVE_UP_AFTER) return end('refused', `Given up after a day: ${reply}`)
  return end(outcome, reply, PAUSES[attempt - 1] ?? HOUR)
}

async function findReaders({ db }: AppContext, ids: string[]): Promise<(Reader | undefined)[]> {
  const { rows } = await sql<Reader>`${PREPARED}
    select id as "userId", user_name as name, email as address, disabled_at is not null as "isDisabled"
    from users where id = any(${ids}::uuid[])
  `.execute(db)
  const readers = new Map(rows.map(reader => [reader.userId, reader]))
  return ids.map(id => readers.get(id))
}
