/** Records the answers that the clients of the failover drill got. */
import { SECOND } from '../../src/time.ts'

/** Longer than Semel takes for its slowest answer, 503 included. */
const ANSWER_WITHIN = 25 * SECOND

export type Answer = { status: number; body: { [name: string]: unknown } & { code?: string } }

export type Request = { method?: string; body?: unknown; token?: string; key?: string }

/** The clients' side: every answer, and every order and session that was acknowledged. */
export class ClientLog {
  readonly origin: string
  /** Customers by the number of the order that was acknowledged to them. */
  readonly orders = new Map<number, string>()
  /** Times at which an order was acknowledged. */
  readonly acknowledgements: number[] = []
  readonly sessions: { userId: string; token: string }[] = []
  /** Sign-ins of each customer that got no answer which tells their outcome. */
  readonly openSignIns = new Map<string, number>()
  readonly violations: string[] = []
  answered = 0
  unavailable = 0
  /** Reads among these that a replica could have answered. */
  unread = 0
  /** Requests whose connection ended without an answer. */
  broken = 0
  slowest = 0

  constructor(origin: string) {
    this.origin = origin
  }

  /** Sends a request and judges the form of the answer. @returns undefined when there was none, or 503 */
  async ask(path: string, { method = 'GET', body, token, key }: Request = {}): Promise<Answer | undefined> {
    const started = performance.now()
    try {
      const response = await fetch(this.origin + path, {
        method,
        signal: AbortSignal.timeout(ANSWER_WITHIN),
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(key !== undefined && { 'idempotency-key': key }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      this.answered++
      if (response.status === 503) {
        this.unavailable++
        if (path === '/api/products') this.unread++
        if (!response.headers.has('retry-after')) this.violations.push(`${path} was answered 503 without Retry-After`)
        return undefined
      }
      if (response.status >= 500) this.violations.push(`${path} was answered ${response.status}: ${text.slice(0, 200)}`)
      return { status: response.status, body: /^[[{]/.test(text) ? JSON.parse(text) : {} }
    } catch {
      this.broken++
      return undefined
    } finally {
      this.slowest = Math.max(this.slowest, performance.now() - started)
    }
  }

  /** @returns the longest time after `from` in which no order was acknowledged, in milliseconds */
  longestGap(from: number): number {
    const times = [from, ...this.acknowledgements.filter(time => time > from), performance.now()]
    return Math.max(...times.slice(1).map((time, n) => time - times[n]!))
  }
}
