import { setTimeout as sleep } from 'node:timers/promises'

/** Wakes the one who waits for it; rung while nobody waits, it is heard at the next wait. */
export class Bell {
  #rung = false
  #wake: (() => void) | undefined

  ring(): void {
    this.#rung = true
    this.#wake?.()
  }

  async orAfter(milliseconds: number): Promise<void> {
    if (!this.#rung) {
      const enough = new AbortController()
      const heard = new Promise<void>(resolve => {
        this.#wake = resolve
      })
      await Promise.race([heard, sleep(milliseconds, undefined, { signal: enough.signal }).catch(() => {})])
      enough.abort()
      this.#wake = undefined
    }
    this.#rung = false
  }
}
