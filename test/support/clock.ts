import type { Clock } from '../../src/time.ts'

/** The one thing that tests fake. It stands still until it is told to move. */
export class FakeClock implements Clock {
  #now = Math.floor(Date.now() / 1000) * 1000

  now(): Date {
    return new Date(this.#now)
  }

  /** @param milliseconds how far time goes on */
  advance(milliseconds: number): void {
    this.#now += milliseconds
  }

  set(date: Date): void {
    this.#now = date.getTime()
  }
}
