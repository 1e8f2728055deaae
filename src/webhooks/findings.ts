/** Receivers of events that an operator has to look at. */
import type { Db } from '../database/schema.ts'
import { type Endpoint, isGivenUp, listEndpoints } from './queries.ts'

type WebhookFinding = { level: 'warn' | 'bad'; text: string; see: { href: string; label: string } }

/** The webhooks that Semel gave up, and those that it tries less often. One that a person disabled is meant. */
export async function findWebhookFindings(db: Db): Promise<WebhookFinding[]> {
  return (await listEndpoints(db)).flatMap((endpoint): WebhookFinding[] => {
    const { id, url, state, disabledBecause, failingSince } = endpoint
    const see = { href: `/admin/webhooks/${id}`, label: 'Show the webhook' }
    const name = `The webhook ${new URL(url).host}`
    if (isGivenUp(endpoint)) {
      const why = disabledBecause === 'gone' ? 'it answered 410 (Gone)' : 'it failed for three days'
      const text = `${name} is disabled, because ${why}. Its events wait. Repair the receiver, then enable it or delete it.`
      return [{ level: 'bad', text, see }]
    }
    if (endpoint.pausedBecause === 'maker') {
      const whose =
        endpoint.createdBy === null ? 'the API key that made it no longer works' : 'whoever made it is no active admin'
      const text = `${name} is paused, because ${whose}. No event is lost: its events wait until an admin takes it over or deletes it.`
      return [{ level: 'warn', text, see }]
    }
    if (endpoint.pausedBecause === 'handshake') return refusalOf(endpoint, name, see)
    if (state !== 'paused') return []
    const text =
      `${name} fails${since(failingSince)}. No event is lost: all go out when the receiver is back. After three days it is ` +
      'disabled, and its events wait.'
    return [{ level: 'warn', text, see }]
  })
}

/** An address that was not asked yet is no finding. */
function refusalOf({ handshakeFailure }: Endpoint, name: string, see: WebhookFinding['see']): WebhookFinding[] {
  if (handshakeFailure === null) return []
  const text = `${name} gets nothing, because its address has not agreed: ${handshakeFailure} Its events wait.`
  return [{ level: 'warn', text, see }]
}

function since(time: Date | null): string {
  return time ? ` since ${time.toISOString().slice(0, 16).replace('T', ' ')} UTC` : ''
}
