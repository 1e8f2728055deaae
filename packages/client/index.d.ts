import type { Client, FetchResponse } from 'openapi-fetch'
import type { paths as V1 } from './v1.d.ts'
import type { paths as V2 } from './v2.d.ts'
import type { components, paths as V3 } from './v3.d.ts'

type Versions = { v1: V1; v2: V2; v3: V3 }
export type Version = keyof Versions

export type Options<V extends Version> = {
  /** Where Semel is, without `/api`: `https://shop.example`. */
  baseUrl: string
  /** `v3` unless it is said otherwise. */
  version?: V
  /** The session token, or what gives it at the time of a call. */
  token?: string | (() => string | undefined | Promise<string | undefined>)
  apiKey?: string
  /** In place of the one of the platform. */
  fetch?: (request: Request) => Promise<Response>
}

/** A client of one version: `client.GET('/users/me')`, with the types of its document. */
export function createClient<V extends Version = 'v3'>(options: Options<V>): Client<Versions[V], `${string}/${string}`>

/** The body of every error. */
export type Problem = components['schemas']['Problem']

/** What the call returns when it succeeds. @throws SemelProblem when it is refused */
export function orThrow<T extends Record<string | number, unknown>, O, M extends `${string}/${string}`>(
  call: Promise<FetchResponse<T, O, M>>,
): Promise<NonNullable<FetchResponse<T, O, M>['data']>>

/** A refusal; `code` is stable for ever, `message` is for people. */
export class SemelProblem extends Error {
  constructor(problem: Problem | string | undefined, response: Response)
  status: number
  code: string | undefined
  errors: { field: string; reason: string; code: string }[]
  requestId: string | undefined
  /** In seconds, where the service says when to try again. */
  retryAfter: number | undefined
  problem: Problem | undefined
}
