/** Load for the drills: clients order and read at a shop until the drill is over, and every answer is kept. */
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../src/database/open.ts'
import { systemClock } from '../../src/time.ts'
import { Client } from '../../test/support/client.ts'
import { person } from '../../test/support/people.ts'
import { stockProduct } from '../../test/support/products.ts'

/** Clients that send a request every 100 ms. Every fourth one is an order. */
const CLIENTS = 8
const PAUSE = 100

/** A drill returns figures for its table, and violations. */
export type Drill = { figures: Record<string, number | string>; violations: string[] }

export type Answer = { status: number | string; isOrder: boolean; sentAt: number; took: number }

/** Clients use the shop at `origin` until `work` is done. @returns every answer, or the reason why there was none */
export async function underLoad(origin: string, databaseUrl: string, work: () => Promise<void>): Promise<Answer[]> {
  const client = new Client(origin)
  const { token, productId } = await openShop(databaseUrl)
  const answers: Answer[] = []
  let [sent, isOver] = [0, false]
  const use = async () => {
    while (!isOver) {
      const isOrder = sent++ % 4 === 0
      const sentAt = performance.now()
      const answering = isOrder
        ? client.post('/api/orders', { items: [{ productId, quantity: 1 }] }, { token })
        : client.get('/api/products', { token })
      const status = await answering.then(
        answer => answer.status,
        error => (error as Error).message,
      )
      answers.push({ status, isOrder, sentAt, took: performance.now() - sentAt })
      await sleep(PAUSE)
    }
  }
  const clients = Promise.all(Array.from({ length: CLIENTS }, use))
  try {
    await work()
  } finally {
    isOver = true
    await clients
  }
  return answers
}

async function openShop(databaseUrl: string): Promise<{ token: string; productId: number }> {
  await using opened = openDatabase(databaseUrl)
  const { db } = opened
  const { token } = await person({ db, clock: systemClock })
  return { token, productId: await stockProduct(db, { stock: 1_000_000 }) }
}

export function isGood({ status }: Answer): boolean {
  return status === 200 || status === 201
}

/** @param share 0.99 for the 99th percentile @returns milliseconds */
export function percentile(answers: Answer[], share: number): number {
  const times = answers.map(({ took }) => took).sort((a, b) => a - b)
  return Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0)
}
