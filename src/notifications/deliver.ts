import type { Ground } from '../ground.ts'
import type { Connection } from '../mail/transport.ts'
import { DAY, HOUR, SECOND } from '../time.ts'
import { batched } from './batched.ts'
import { compose, type Reader } from './compose.ts'
import { type Claim, type Ending, isStillOurs, type Mark, mark } from './ledger.ts'

export type Deliver = (claim: Claim, connection: Connection) => Promise<Ending | undefined>

/** Sends one claimed delivery over one connection. @returns how it ended; undefined when it is no longer ours to tell */
export function deliverer(ground: Ground): Deliver {
  const { db, config } = ground
  const readerOf = batched((ids: string[]) => findReaders(ground, ids))
  const release = batched(async (marks: Mark[]) => {
    const released = await mark(db, marks)
    return marks.map(({ id }) => released.has(id))
  })

  return async (claim, connection) => {
    const { id, attempt, userId } = claim
    const end = (outcome: Ending['outcome'], reply: string, againInMs?: number): Ending => ({
      id,
      attempt,
      outcome,
      reply,
      ...(againInMs !== undefined && { againInMs }),
    })
    const reader = userId === null ? { userId, name: '', address: config.supportEmail } : await readerOf(userId)
    if (!reader) return end('skipped', 'The user no longer exists.')
    const composed = await compose(ground, claim, reader)
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
        // Overtaken by another worker; or the address is no longer the one we gave to the relay: look again at once.
        if (!(await isStillOurs(db, claim))) return undefined
        return end('readdressed', 'The recipient was changed while the e-mail was on its way.', 0)
    }
  }
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

async function findReaders(ground: Ground, ids: string[]): Promise<(Reader | undefined)[]> {
  const users = await ground.db
    .selectFrom('users')
    .select(['id', 'email', 'user_name'])
    .where('id', 'in', ids)
    .execute()
  const readers = new Map(users.map(user => [user.id, { userId: user.id, name: user.user_name, address: user.email }]))
  return ids.map(id => readers.get(id))
}
