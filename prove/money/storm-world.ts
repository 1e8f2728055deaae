/** Shared by the buyers, the weather and the judge of a storm. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DevProvider } from '../../src/dev/payments/provider.ts'
import { type Answer, Client } from '../../test/support/client.ts'
import type { Person } from '../../test/support/people.ts'
import type { spawnServe } from '../../test/support/process.ts'
import type { Semel } from '../../test/support/semel.ts'
import type { Killable } from '../killable.ts'
import type { Bank } from './bank.ts'

export type Web = Killable<Awaited<ReturnType<typeof spawnServe>>>

/** Price of each order. */
export const PRICE = 4800

export type Storm = {
  semel: Semel
  provider: DevProvider
  bank: Bank
  /** The orders that the customer had in mind, by the number of the entry of the bank. */
  meant: Map<number, number[]>
  /** Orders of which somebody has noted the transfer before its statement came. */
  notedByHand: Set<number>
  webs: Web[]
  staff: Person
  productId: number
  /** Pieces of the product before the first order. */
  stock: number
  /** The refunds that a 201 has accepted. */
  refunds: { orderId: number; id: string; amount: number }[]
  /** Answers of 5xx. */
  failures: string[]
  count(name: string, more?: number): void
}

/** Repeats a request at any of the processes until one answers. The key makes it one request. */
export async function send(
  storm: Storm,
  path: string,
  body: unknown,
  { token }: Person,
  method = 'POST',
): Promise<Answer> {
  const key = randomUUID()
  for (;;) {
    const { origin } = storm.webs[Math.floor(Math.random() * storm.webs.length)]!.process
    const options = { body, token, headers: { 'idempotency-key': key } }
    const answer = await new Client(origin).request(method, path, options).catch(() => undefined)
    if (answer && answer.status >= 500) note(storm, `${method} ${path}`, answer)
    const isLater =
      !answer || answer.status >= 500 || answer.status === 429 || answer.body?.code === 'idempotency_key_in_use'
    if (!isLater) return answer
    await sleep(100 + Math.random() * 200)
  }
}

/** A shop may be too busy for a moment. Everything else is a mistake. */
function note(storm: Storm, request: string, { status, text }: Answer): void {
  storm.count(`answered ${status}`)
  if (status !== 503) storm.failures.push(`${request} was answered ${status}: ${text.slice(0, 200)}`)
}

export function by(chance: number): boolean {
  return Math.random() < chance
}
