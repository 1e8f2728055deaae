import type { Client } from 'openapi-fetch'
import type { paths, webhooks } from '../v3.d.ts'
import { orThrow } from './problem.ts'
import type { Schemas, Version } from './versions.ts'

/** The bodies of webhooks, by the type of event. */
type Bodies = { [T in keyof webhooks]: webhooks[T]['post']['requestBody']['content']['application/json'] }

export type EventType = keyof Bodies

/** The body of a webhook. `type` decides which `data` there is. */
export type WebhookEvent = Bodies[EventType]

/** An event of the feed: `data` as in webhooks, and the present state of what it is about. */
export type Event<V extends Version = 'v3'> = {
  [T in EventType]: Omit<Schemas[V]['Event'], 'type' | 'data'> & { type: T; data: Bodies[T]['data'] }
}[EventType]

export type EventsAfter = {
  /** `cursor` of the last event that was handled. */
  cursor?: string
  /** Position, in place of a cursor. It cannot tell that the database was set back. */
  after?: number
  /** Types of events, or families such as `order.*`. */
  types?: (EventType | `${string}.*`)[]
  signal?: AbortSignal
}

/** Seconds for which one request waits for news. */
const LONG_POLL = 20

export async function* readEvents(
  client: Client<paths>,
  { after, cursor, types, signal }: EventsAfter = {},
): AsyncGenerator<Event, void> {
  let continued = cursor
  while (!signal?.aborted) {
    const query = {
      wait: LONG_POLL,
      ...(continued === undefined ? after !== undefined && { after } : { cursor: continued }),
      ...(types && { types: types.join(',') }),
    }
    const page = await orThrow(client.GET('/events', { params: { query }, signal: signal ?? null }))
    yield* page.items as Event[]
    continued = page.cursor
  }
}
