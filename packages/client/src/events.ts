import type { Client } from 'openapi-fetch'
import type { paths } from '../v3.d.ts'
import { orThrow } from './problem.ts'
import type { Schemas, Version } from './versions.ts'

export type Event<V extends Version = 'v3'> = Schemas[V]['Event']

export type EventsAfter = {
  /** `cursor` of the last event that was handled. */
  cursor?: string
  /** In place of a cursor: its position. It cannot tell that the database was set back. */
  after?: number
  types?: string[]
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
    yield* page.items
    continued = page.cursor
  }
}
