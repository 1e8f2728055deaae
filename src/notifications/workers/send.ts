/** Sends one claimed delivery: composes it, commits to send, and says how it ended. */
import type { AppContext } from '../../context.ts'
import { batch } from '../../database/coalesce.ts'
import { relayName } from '../../mail/relay.ts'
import { isAboutAddress, saysNothing } from '../../mail/replies.ts'
import type { Connection, Sent } from '../../mail/transport.ts'
import { SECOND } from '../../time.ts'
import type { Claim } from '../claim.ts'
import { type Composed, composer } from '../compose.ts'
import { type Commitment, commitToSend, type Ending, isStillOurs } from '../ledger.ts'
import type { SentMemory } from './set-back.ts'

/** A claim whose email is composed while earlier ones are being sent. */
export type PreparedDelivery = { claim: Claim; composed: Promise<Composed>; since: number }

export type Sender = {
  prepare: (claim: Claim) => PreparedDelivery
  /** @returns the ending of the attempt; undefined when a newer attempt has taken over */
  send: (delivery: PreparedDelivery, connection: Connection) => Promise<Ending | undefined>
}

/** An email that waited longer than this is composed again, because its content may be outdated. */
const MAX_AGE = 5 * SECOND

/**
 * Composes and sends claimed deliveries. Simultaneous deliveries share their database statements.
 * @param memory is given each delivery whose final dot may be sent
 */
export function sender(context: AppContext, memory: SentMemory): Sender {
  const { db, config } = context
  const compose = composer(context)
  const relay = relayName(config)
  const commit = batch(async (commitments: Commitment[]) => {
    const committed = await commitToSend(db, commitments)
    return commitments.map(({ id }) => committed.has(id))
  })

  function prepare(claim: Claim): PreparedDelivery {
    const composed = compose(claim)
    // `send` awaits it and meets the error; until then it must not count as unhandled.
    composed.catch(() => {})
    return { claim, composed, since: performance.now() }
  }

  async function send(delivery: PreparedDelivery, connection: Connection): Promise<Ending | undefined> {
    const { claim, since } = delivery
    const { id, attempt } = claim
    const composed = await (performance.now() - since < MAX_AGE ? delivery.composed : compose(claim))
    if ('skip' in composed) return { id, attempt, outcome: 'skipped', reply: composed.skip }
    if ('withhold' in composed) return { id, attempt, outcome: 'refused', reply: composed.withhold }

    const { mail, messageId, address } = composed
    const commitment = { id, attempt, address, messageId, relay }
    const sent = await connection.send(mail, async () => {
      const mayEnd = await commit(commitment)
      if (mayEnd) memory.mark(claim, commitment)
      return mayEnd
    })
    switch (sent.result) {
      case 'accepted':
        return { id, attempt, outcome: 'sent', reply: sent.reply }
      case 'refused':
        return { id, attempt, ...refusal(sent, address) }
      case 'shut_out':
        return { id, attempt, outcome: 'unsent', reply: sent.reply, isShutOut: true }
      case 'unsent':
        return { id, attempt, outcome: 'unsent', reply: sent.reply }
      case 'doubt':
        return { id, attempt, outcome: 'in_doubt', reply: sent.reply }
      case 'withheld':
        // Either a newer attempt has taken over, or the recipient changed since RCPT: then compose again.
        if (!(await isStillOurs(db, claim))) return undefined
        return { id, attempt, outcome: 'readdressed', reply: 'The recipient changed while the email was being sent.' }
    }
  }
  return { prepare, send }

  function refusal({ again, reply, isRecipient }: Refused, address: string) {
    if (again) return { outcome: 'temporary' as const, reply }
    const isAbout = isAboutAddress(reply)
    const counts = isRecipient && (isAbout || saysNothing(reply)) && address !== config.supportEmail
    const refused = { refusedAddress: address, refusedBy: relay, isUnclear: !isAbout }
    return { outcome: 'refused' as const, reply, ...(counts && refused) }
  }
}

type Refused = Extract<Sent, { result: 'refused' }>
