import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../schema.ts'

/** Wakes a loop that waits. A notification that nobody waits for ends the next wait at once. */
export class Wakeup {
  #notified = false
  #wake: (() => void) | undefined

  notify(): void {
    this.#notified = true
    this.#wake?.()
  }

  /** Waits for a notification, but at most for `timeout` milliseconds. */
  async wait(timeout: number): Promise<void> {
    if (!this.#notified) {
      const enough = new AbortController()
      const woken = new Promise<void>(resolve => {
        this.#wake = resolve
      })
      await Promise.race([woken, sleep(timeout, undefined, { signal: enough.signal }).catch(() => {})])
      enough.abort()
      this.#wake = undefined
    }
    this.#notified = false
  }
}

/**
 * Passes on a notification of the database to everything in this process that waits for news. A process listens on one
 * connection, and calls this for each notification.
 */
export function tell(db: Db): void {
  for (const wakeup of waiting.get(db) ?? []) wakeup.notify()
}

/** @returns a wakeup for news from this database, until it is disposed */
export function awaitNews(db: Db): Wakeup & Disposable {
  const wakeups = waiting.get(db) ?? new Set()
  waiting.set(db, wakeups)
  const wakeup = Object.assign(new Wakeup(), { [Symbol.dispose]: () => void wakeups.delete(wakeup) })
  wakeups.add(wakeup)
  return wakeup
}

const waiting = new WeakMap<Db, Set<Wakeup>>()
