import { Webhook } from 'standardwebhooks'
import type { WebhookEvent } from './events.ts'

export type { EventType, WebhookEvent } from './events.ts'

export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>

const HEADER_NAMES = ['webhook-id', 'webhook-timestamp', 'webhook-signature']

/**
 * Checks the signature of a webhook (Standard Webhooks) and that it is at most five minutes old.
 * @param body exactly as it was received, before any parsing
 * @param secrets while a secret rotates, the old and the new one
 * @returns the event. Handle each `webhook-id` once: a delivery is repeated until you answer with a 2xx status
 * @throws when no secret fits
 */
export function verifyWebhook(body: string, headers: WebhookHeaders, secrets: string | string[]): WebhookEvent {
  // Names of headers mean the same in every case, and some platforms pass them on as `Webhook-Id`.
  const given = Object.entries(headers instanceof Headers ? Object.fromEntries(headers) : headers)
  const lower = new Map(given.map(([name, value]) => [name.toLowerCase(), [value].flat()[0]]))
  const signed = Object.fromEntries(HEADER_NAMES.map(name => [name, lower.get(name) ?? '']))
  let refusal: unknown = new Error('There is no webhook secret.')
  for (const secret of [secrets].flat()) {
    try {
      return new Webhook(secret).verify(body, signed) as WebhookEvent
    } catch (error) {
      refusal = error
    }
  }
  throw refusal
}
