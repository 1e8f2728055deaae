import type { Client } from 'openapi-fetch'
import type { components, paths } from '../v3.d.ts'
import { orThrow } from './problem.ts'

export type Event = components['schemas']['Event']

/** Seconds for which one request waits for news. */
const WAIT = 20

export async function* readEvents(
  client: Client<paths>,
  { after, types, signal }: { after?: number; types?: string[]; signal?: AbortSignal } = {},
): AsyncGenerator<Event, void> {
  let position = after
  while (!signal?.aborted) {
    const query = {
      wait: WAIT,
      ...(position !== undefined && { after: position }),
      ...(types && { types: types.join(',') }),
    }
    const { items, next } = await orThrow(client.GET('/events', { params: { query }, signal: signal ?? null }))
    yield* items
    position = next
  }
}
