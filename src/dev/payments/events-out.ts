/** The events that the payment provider of development sends: signed as Stripe signs them, and as unreliable as a test wants. */
import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { newId, now } from './bank.ts'

const API_VERSION = '2026-10-28.endive'

export class EventsOut implements AsyncDisposable {
  /** Number of times that each event is sent; 0: never. */
  copies = 1
  /** Each copy waits up to so many milliseconds, so events overtake each other. */
  delay = 0
  /** The part of the events that are never sent. */
  lost = 0
  /** The part of the copies that are first signed with another secret, or as if it were an hour ago. */
  mistaken = 0
  aged = 0
  /** Events that were never sent, first signed with another secret, and first an hour old. */
  readonly met = { lost: 0, mistaken: 0, aged: 0 }
  /** Signs with another secret, as after a mistake in the settings of the shop. */
  secret: string | undefined
  /** All that were made, in order. */
  readonly made: { id: string; type: string; body: string; isDelivered: boolean }[] = []
  #hooks: () => string[]
  #secret: string
  #sending = new Set<Promise<void>>()
  #over = new AbortController()

  constructor(hooks: () => string[], secret: string) {
    this.#hooks = hooks
    this.#secret = secret
  }

  send(type: string, object: object): void {
    const id = newId('evt')
    const shape = { id, object: 'event', api_version: API_VERSION, created: now(), livemode: false, type }
    const body = JSON.stringify({ ...shape, pending_webhooks: 1, request: null, data: { object } })
    const made = { id, type, body, isDelivered: false }
    this.made.push(made)
    if (Math.random() < this.lost) {
      this.met.lost++
      return
    }
    for (let copy = 0; copy < this.copies; copy++) {
      const sent = this.#deliver(body)
        .then(isDelivered => {
          made.isDelivered ||= isDelivered
        })
        .finally(() => this.#sending.delete(sent))
      this.#sending.add(sent)
    }
  }

  /** The headers with which Stripe would send it. @param at seconds */
  sign(body: string, at = now(), secret = this.secret ?? this.#secret): Record<string, string> {
    const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
    return { 'content-type': 'application/json', 'stripe-signature': `t=${at},v1=${signature}` }
  }

  #signFirst(body: string): Record<string, string> {
    if (Math.random() < this.mistaken) {
      this.met.mistaken++
      return this.sign(body, now(), 'whsec_wrong')
    }
    if (Math.random() >= this.aged) return this.sign(body)
    this.met.aged++
    return this.sign(body, now() - 3600)
  }

  /** Stripe repeats an event for days. This tries a few times. */
  async #deliver(body: string): Promise<boolean> {
    for (let attempt = 0; attempt < 6 && !this.#over.signal.aborted; attempt++) {
      await sleep(Math.random() * this.delay + attempt * 300, undefined, {
        signal: this.#over.signal,
        ref: false,
      }).catch(() => {})
      const hooks = this.#hooks()
      const hook = hooks[Math.floor(Math.random() * hooks.length)]
      const signal = AbortSignal.any([this.#over.signal, AbortSignal.timeout(10_000)])
      const response = await fetch(`${hook}/hooks/payments/stripe`, {
        method: 'POST',
        body,
        headers: attempt === 0 ? this.#signFirst(body) : this.sign(body),
        signal,
      }).catch(() => undefined)
      if (response?.ok) return true
    }
    return false
  }

  /** Waits until all that is under way has arrived, or was given up. */
  async quiet(): Promise<void> {
    while (this.#sending.size > 0) await Promise.all(this.#sending)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#over.abort()
    await Promise.all(this.#sending)
  }
}
