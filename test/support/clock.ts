import type { Clock } from '../../src/time.ts'

/** Fakes the time, the only thing that tests fake. It moves only when a test moves it. */
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
