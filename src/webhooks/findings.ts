/** Receivers of events that an operator has to look at. */
import type { Db } from '../database/schema.ts'
import { isGivenUp, listEndpoints } from './queries.ts'

export type WebhookFinding = { level: 'warn' | 'bad'; text: string; see: { href: string; label: string } }

/** The webhooks that Semel gave up. One that a person disabled is meant. */
export async function findWebhookFindings(db: Db): Promise<WebhookFinding[]> {
  const givenUp = (await listEndpoints(db)).filter(isGivenUp)
  return givenUp.map(({ id, url, disabledBecause }) => {
    const why = disabledBecause === 'gone' ? 'it answered 410 (Gone)' : 'it failed for three days'
    const text = `The webhook ${new URL(url).host} is disabled, because ${why}. Its events wait. Repair the receiver, then enable it or delete it.`
    return { level: 'bad', text, see: { href: `/admin/webhooks/${id}`, label: 'Show the webhook' } }
  })
}
