import { Webhook } from 'standardwebhooks'
import type { Event } from './events.ts'

export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>

const NAMES = ['webhook-id', 'webhook-timestamp', 'webhook-signature']

/**
 * Checks the signature of a webhook (Standard Webhooks) and that it is at most five minutes old.
 * @param body exactly as it was received, before any parsing
 * @param secrets while a secret rotates, the old and the new one
 * @returns the event. Handle each `webhook-id` once: a delivery is repeated until you answer with a 2xx status
 * @throws when no secret fits
 */
export function verifyWebhook(body: string, headers: WebhookHeaders, secrets: string | string[]): Event {
  const get = (name: string) => (headers instanceof Headers ? headers.get(name) : [headers[name]].flat()[0])
  const signed = Object.fromEntries(NAMES.map(name => [name, get(name) ?? '']))
  let refusal: unknown = new Error('There is no webhook secret.')
  for (const secret of [secrets].flat()) {
    try {
      return new Webhook(secret).verify(body, signed) as Event
    } catch (error) {
      refusal = error
    }
  }
  throw refusal
}
