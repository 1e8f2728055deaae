/** A typed client for the API of Semel: sign-in, pages, safe retries, typed problems, events and webhooks. */
import createFetchClient, { type Client as FetchClient } from 'openapi-fetch'
import type { paths as V3 } from '../v3.d.ts'
import { type Event, type EventsAfter, readEvents } from './events.ts'
import { isKeyed } from './keyed.ts'
import { type ItemOf, type ListPath, type QueryOf, type ReadPage, readPages } from './pages.ts'
import { orThrow } from './problem.ts'
import { type Retries, sendWithRetries } from './retries.ts'
import { type SignedIn, type SignIn, signIn } from './sign-in.ts'
import type { Version, Versions } from './versions.ts'

export type { Event, EventType, WebhookEvent } from './events.ts'
export { orThrow, type Problem, SemelProblem } from './problem.ts'
export type { SignedIn, SignIn } from './sign-in.ts'
export type { Version, Versions } from './versions.ts'

export type Options<V extends Version> = Partial<Retries> & {
  /** The origin of Semel, without `/api`: `https://shop.example`. */
  baseUrl: string
  /** The default is `v3`. */
  version?: V
  /** The session token, or a function that returns it at the time of a call. `signIn` replaces it. */
  token?: string | (() => string | undefined | Promise<string | undefined>)
  apiKey?: string
  /** Replaces the `fetch` of the platform. */
  fetch?: (request: Request) => Promise<Response>
}

type Extras<V extends Version, Paths extends object = Versions[V]> = {
  /** Signs in with both steps. Later calls use the session. @throws SemelProblem */
  signIn(credentials: SignIn): Promise<SignedIn<V>>
  /**
   * Reads a whole list, page by page, along the `next` links: products that stay unchanged appear exactly once, even while
   * others are added and removed. @throws SemelProblem
   */
  each<P extends ListPath<Paths>>(path: P, query?: QueryOf<Paths, P>): AsyncGenerator<ItemOf<Paths, P>, void>
  /**
   * Follows the event feed without end; each event comes once. Store its `cursor` when you have handled it, and pass that the
   * next time. @throws SemelProblem, and what `fetch` throws when all repeats have failed: begin again with that cursor
   */
  events(options?: EventsAfter): AsyncGenerator<Event<V>, void>
}

/** A client for one version, with the types of its document: `client.GET('/users/me')`. */
export type Client<V extends Version = 'v3'> = FetchClient<Versions[V], `${string}/${string}`> & Extras<V>

export function createClient<V extends Version = 'v3'>(options: Options<V>): Client<V> {
  const { baseUrl, version = 'v3', apiKey, fetch = globalThis.fetch, timeout = 30_000, retries = 3 } = options
  let { token } = options
  const client = createFetchClient<V3>({
    baseUrl: `${baseUrl.replace(/\/+$/, '')}/api/${version}`,
    fetch: request => sendWithRetries(request, fetch, { timeout, retries }),
  })
  client.use({
    async onRequest({ request, schemaPath }) {
      const bearer = typeof token === 'function' ? await token() : token
      // A header of the call itself takes precedence.
      if (bearer && !request.headers.has('authorization')) request.headers.set('authorization', `Bearer ${bearer}`)
      if (apiKey && !request.headers.has('x-api-key')) request.headers.set('x-api-key', apiKey)
      if (isKeyed(request.method, schemaPath) && !request.headers.has('idempotency-key')) {
        request.headers.set('idempotency-key', crypto.randomUUID())
      }
      return request
    },
  })
  const extras: Extras<'v3'> = {
    async signIn(credentials) {
      const signedIn = await signIn(client, credentials)
      token = signedIn.token
      return signedIn
    },
    each: (path, query) => readPages(call => readPage(client, path, call), query) as never,
    events: options => readEvents(client, options),
  }
  return Object.assign(client, extras) as unknown as Client<V>
}

async function readPage(client: FetchClient<V3>, path: string, call: object): Promise<ReadPage> {
  const answer = client.GET(path as '/products', { ...call })
  const page = await orThrow(answer)
  return { page, link: (await answer).response.headers.get('link') }
}
