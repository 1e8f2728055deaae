import { setTimeout as sleep } from 'node:timers/promises'

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
