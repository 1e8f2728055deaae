import type { Client, FetchResponse } from 'openapi-fetch'
import type { paths as V1 } from './v1.d.ts'
import type { paths as V2 } from './v2.d.ts'
import type { components, paths as V3 } from './v3.d.ts'

type Versions = { v1: V1; v2: V2; v3: V3 }
export type Version = keyof Versions

export type Options<V extends Version> = {
  /** The origin of Semel, without `/api`: `https://shop.example`. */
  baseUrl: string
  /** The default is `v3`. */
  version?: V
  /** The session token, or a function that returns it at the time of a call. */
  token?: string | (() => string | undefined | Promise<string | undefined>)
  apiKey?: string
  /** Replaces the `fetch` of the platform. */
  fetch?: (request: Request) => Promise<Response>
}

/** A client for one version, with the types of its document: `client.GET('/users/me')`. */
export function createClient<V extends Version = 'v3'>(options: Options<V>): Client<Versions[V], `${string}/${string}`>

/** The body of every error. */
export type Problem = components['schemas']['Problem']

/** @returns the body of a successful response. @throws SemelProblem for every other response */
export function orThrow<T extends Record<string | number, unknown>, O, M extends `${string}/${string}`>(
  call: Promise<FetchResponse<T, O, M>>,
): Promise<NonNullable<FetchResponse<T, O, M>['data']>>

/** An error response. `code` never changes its meaning; `message` is for people. */
export class SemelProblem extends Error {
  constructor(problem: Problem | string | undefined, response: Response)
  status: number
  code: string | undefined
  errors: { field: string; reason: string; code: string }[]
  requestId: string | undefined
  /** Seconds to wait before the next attempt, if the service says so. */
  retryAfter: number | undefined
  problem: Problem | undefined
}
