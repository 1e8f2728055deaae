/** The states of webhooks and of their deliveries, and how the console shows them. */
import type { StateLabel } from '../pages/components.ts'

export const WEBHOOK_STATES = ['pending', 'sending', 'delivered', 'failed'] as const
export type WebhookState = (typeof WEBHOOK_STATES)[number]

export const WEBHOOK_LABELS: Record<WebhookState, StateLabel> = {
  pending: { text: 'Waiting', tone: 'info' },
  sending: { text: 'Being sent', tone: 'info' },
  delivered: { text: 'Delivered', tone: 'good' },
  failed: { text: 'Failed', tone: 'bad' },
}

/** `active`, `failing` (its last attempts failed), `paused` (nothing is sent for a while) or `disabled`. */
export const ENDPOINT_STATES = ['active', 'failing', 'paused', 'disabled'] as const
export type EndpointState = (typeof ENDPOINT_STATES)[number]

export const ENDPOINT_LABELS: Record<EndpointState, StateLabel> = {
  active: { text: 'Active', tone: 'good' },
  failing: { text: 'Failing', tone: 'warn' },
  paused: { text: 'Paused', tone: 'bad' },
  disabled: { text: 'Disabled', tone: 'bad' },
}
