import type { FetchResponse } from 'openapi-fetch'
import type { components } from '../v3.d.ts'

/** The body of every error. Some problems have members of their own, such as `resume` of `feed_replaced`. */
export type Problem = components['schemas']['Problem'] & { [member: string]: unknown }

/** An error response. `code` never changes its meaning; `message` is for people. */
export class SemelProblem extends Error {
  override name = 'SemelProblem'
  readonly status: number
  readonly code: string | undefined
  readonly errors: { field: string; reason: string; code: string }[]
  readonly requestId: string | undefined
  /** Seconds to wait before the next attempt, if the service says so. */
  readonly retryAfter: number | undefined
  readonly problem: Problem | undefined

  /** @param problem undefined or text if a proxy answered instead of Semel */
  constructor(problem: Problem | string | undefined, response: Response) {
    const known = typeof problem === 'object' ? problem : undefined
    super(known?.detail ?? `${response.status} ${response.statusText}`.trim())
    this.status = response.status
    this.code = known?.code
    this.errors = known?.errors ?? []
    this.requestId = known?.requestId
    this.problem = known
    this.retryAfter = retryAfterOf(response)
  }
}

/** The seconds of `Retry-After`. Semel sends a number, and a proxy before it may send a date (RFC 9110 §10.2.3). */
export function retryAfterOf({ headers }: Response): number | undefined {
  const value = headers.get('retry-after') ?? ''
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.max(0, Math.ceil((Date.parse(value) - Date.now()) / 1000))
  return Number.isNaN(seconds) ? undefined : seconds
}

/** @returns the body of a successful response. @throws SemelProblem for every other response */
export async function orThrow<T extends Record<string | number, unknown>, O, M extends `${string}/${string}`>(
  call: Promise<FetchResponse<T, O, M>>,
): Promise<NonNullable<FetchResponse<T, O, M>['data']>> {
  const { data, error, response } = await call
  if (response.ok) return data as NonNullable<typeof data>
  throw new SemelProblem(error as Problem | string | undefined, response)
}
