import type { FetchResponse } from 'openapi-fetch'
import type { components } from '../v3.d.ts'

/** The body of every error. */
export type Problem = components['schemas']['Problem']

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
    const seconds = response.headers.get('retry-after')
    this.retryAfter = seconds === null ? undefined : Number(seconds)
  }
}

/** @returns the body of a successful response. @throws SemelProblem for every other response */
export async function orThrow<T extends Record<string | number, unknown>, O, M extends `${string}/${string}`>(
  call: Promise<FetchResponse<T, O, M>>,
): Promise<NonNullable<FetchResponse<T, O, M>['data']>> {
  const { data, error, response } = await call
  if (response.ok) return data as NonNullable<typeof data>
  throw new SemelProblem(error as Problem | string | undefined, response)
}
