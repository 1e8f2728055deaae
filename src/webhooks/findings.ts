/** Receivers of events that an operator has to look at. */
import type { Db } from '../database/schema.ts'
import type { Finding, Said } from '../words/text.ts'
import { t, translated } from '../words/words.ts'
import { type Endpoint, isGivenUp, listEndpoints } from './queries.ts'

/** The webhooks that Semel gave up, and those that it tries less often. One that a person disabled is meant. */
export async function findWebhookFindings(db: Db): Promise<Finding[]> {
  return (await listEndpoints(db)).flatMap((endpoint): Finding[] => {
    const { id, url, state, disabledBecause, failingSince } = endpoint
    const see = { href: `/admin/webhooks/${id}`, label: 'Show the webhook' } as const
    const { host } = new URL(url)
    if (isGivenUp(endpoint)) {
      const text =
        disabledBecause === 'gone'
          ? 'The webhook {host} is disabled, because it answered 410 (Gone). Its events wait. Repair the receiver, then enable it or delete it.'
          : 'The webhook {host} is disabled, because it failed for three days. Its events wait. Repair the receiver, then enable it or delete it.'
      return [{ level: 'bad', text: t(text, { host }), see }]
    }
    if (endpoint.pausedBecause === 'maker') {
      const text =
        endpoint.createdBy === null
          ? 'The webhook {host} is paused, because the API key that made it no longer works. No event is lost: its events wait until an admin takes it over or deletes it.'
          : 'The webhook {host} is paused, because whoever made it is no active admin. No event is lost: its events wait until an admin takes it over or deletes it.'
      return [{ level: 'warn', text: t(text, { host }), see }]
    }
    if (endpoint.pausedBecause === 'handshake') return refusalOf(endpoint, host, see)
    if (state !== 'paused') return []
    return [{ level: 'warn', text: sayFailing(host, failingSince), see }]
  })
}

/** An address that was not asked yet is no finding. */
function refusalOf({ handshakeFailure }: Endpoint, host: string, see: NonNullable<Finding['see']>): Finding[] {
  if (handshakeFailure === null) return []
  const text = 'The webhook {host} gets nothing, because its address has not agreed: {reason} Its events wait.'
  return [{ level: 'warn', text: t(text, { host, reason: translated(handshakeFailure) }), see }]
}

function sayFailing(host: string, since: Date | null): Said {
  if (since === null)
    return t(
      'The webhook {host} fails. No event is lost: all go out when the receiver is back. After three days it is disabled, and its events wait.',
      { host },
    )
  const time = `${since.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return t(
    'The webhook {host} fails since {time}. No event is lost: all go out when the receiver is back. After three days it is disabled, and its events wait.',
    { host, time },
  )
}
