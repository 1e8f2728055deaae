/** The customers of the failover drill. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { codeOf, fromBase32, stepAt } from '../../src/accounts/second-factors/totp.ts'
import { SECOND } from '../../src/time.ts'
import type { ClientLog } from './client-log.ts'

const BUYERS = 6
const SIGN_INS = 8
const CUSTOMER_PASSWORD = 'a long enough passphrase'

type Customer = { id: string; email: string; seed: Buffer; token: string }

/** Customers who order, sign in and read, without a pause, until they are asked to stop. */
export class Crowd {
  readonly #record: ClientLog
  #isOver = false
  #working: Promise<void>[] = []

  constructor(record: ClientLog) {
    this.#record = record
  }

  /** @param client for the database, where their addresses are verified: to others few emails go out */
  async start(client: pg.ClientBase, productId: number): Promise<void> {
    const customers: Customer[] = []
    for (let n = 0; n < BUYERS + SIGN_INS; n++) customers.push(await this.#register())
    await client.query('update users set email_verified_at = now()')
    const buyers = customers.splice(0, BUYERS)
    this.#working = [
      ...buyers.map(buyer => this.#repeat(() => this.#order(buyer, productId), 0.3 * SECOND)),
      ...customers.map(customer => this.#repeat(() => this.#signIn(customer), 3 * SECOND)),
      this.#repeat(() => this.#record.ask('/api/products', { token: buyers[0]!.token }), 0.2 * SECOND),
    ]
  }

  /** Finishes what everybody has begun. */
  async stop(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#working)
  }

  async #repeat(act: () => Promise<unknown>, pause: number): Promise<void> {
    while (!this.#isOver) {
      await act()
      await sleep(pause)
    }
  }

  /** Repeats with the same key until the order is acknowledged, as a careful client does. */
  async #order({ id, token }: Customer, productId: number): Promise<void> {
    const key = randomUUID()
    const body = { items: [{ productId, quantity: 1 }] }
    for (;;) {
      const answer = await this.#record.ask('/api/orders', { method: 'POST', token, key, body })
      if (answer?.status === 201) return this.#acknowledged(Number(answer.body.id), id)
      // 409: the first request with this key is still running.
      if (answer && answer.status !== 409 && answer.status < 500) {
        this.#record.violations.push(`an order was answered ${answer.status} ${answer.body.code}`)
        return
      }
      await sleep(0.5 * SECOND)
    }
  }

  #acknowledged(number: number, userId: string): void {
    const { orders, acknowledgements, violations } = this.#record
    if (orders.has(number)) violations.push(`order number ${number} was given twice`)
    orders.set(number, userId)
    acknowledgements.push(performance.now())
  }

  /** A code opens one session, and the next one comes after half a minute. Without an answer the session may exist. */
  async #signIn({ id, email, seed }: Customer): Promise<void> {
    const { openSignIns, sessions, violations } = this.#record
    const credentials = { email, password: CUSTOMER_PASSWORD }
    const first = await this.#record.ask('/api/auth/login', { method: 'POST', body: credentials })
    if (first?.status !== 200) return
    const code = codeOf(seed, stepAt(new Date()))
    const answer = await this.#record.ask('/api/auth/mfa', {
      method: 'POST',
      token: String(first.body.partialToken),
      body: { code },
    })
    if (answer?.status === 200) sessions.push({ userId: id, token: String(answer.body.token) })
    else if (!answer) openSignIns.set(id, (openSignIns.get(id) ?? 0) + 1)
    else if (answer.body.code !== 'code_already_used')
      violations.push(`a sign-in was answered ${answer.status} ${answer.body.code}`)
    await this.#untilNextCode(stepAt(new Date()))
  }

  async #untilNextCode(step: number): Promise<void> {
    while (!this.#isOver && stepAt(new Date()) === step) await sleep(SECOND)
  }

  async #register(): Promise<Customer> {
    const email = `${randomUUID()}@example.com`
    const body = { email, password: CUSTOMER_PASSWORD, userName: 'Someone' }
    const registered = await this.#record.ask('/api/auth/register', { method: 'POST', body })
    const { user, totp, partialToken } = registered!.body as {
      user: { id: string }
      totp: { secret: string }
      partialToken: string
    }
    const seed = fromBase32(totp.secret)!
    for (;;) {
      // The code of the step before leaves that of this step to the first sign-in. It ends when the next step begins.
      const code = codeOf(seed, stepAt(new Date()) - 1)
      const confirmed = await this.#record.ask('/api/auth/mfa', { method: 'POST', token: partialToken, body: { code } })
      if (confirmed?.status !== 200) continue
      const token = String(confirmed.body.token)
      this.#record.sessions.push({ userId: user.id, token })
      return { id: user.id, email, seed, token }
    }
  }
}
