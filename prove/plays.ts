/** Runs the plays of a proof, and counts their violations. */
import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE, SECOND } from '../src/time.ts'

/** Time that a proof may still take to clean up after a play that hung. */
const CLEAN_UP = 10 * SECOND

/**
 * The plays of a proof: each tries one thing, and reports the violations that it saw. An error is a violation, and so is
 * a play without a verdict in time. It cannot be stopped, so the plays after it are left out.
 */
export class Plays {
  /** The violations of all plays, each with the name of its play. */
  readonly violations: string[] = []
  /** Resolves when a play hung and its proof had time to clean up. */
  readonly abandoned: Promise<void>
  readonly #limit: number
  readonly #only: RegExp | undefined
  readonly #report: (violation: string) => void
  #abandon: () => void
  #hasHung = false

  /** @param options `limit` of one play in milliseconds; `only` the plays with such a name; `report` gets each violation */
  constructor({ limit = 3 * MINUTE, only, report = () => {} }: PlayOptions = {}) {
    this.#limit = limit
    this.#only = only
    this.#report = report
    const { promise, resolve } = Promise.withResolvers<void>()
    this.abandoned = promise
    this.#abandon = resolve
  }

  /** Says whether plays of this name run at all, so that a proof need not prepare them. */
  includes(name: string): boolean {
    return !this.#hasHung && (this.#only?.test(name) ?? true)
  }

  /** @returns the violations of the play; none when it is left out */
  async run(name: string, play: () => Promise<string[]>): Promise<string[]> {
    if (!this.includes(name)) return []
    if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${name.slice(0, 100)}`)
    const over = new AbortController()
    const hung = sleep(this.#limit, [`no verdict after ${this.#limit / SECOND} s`], { signal: over.signal })
    hung.then(
      () => this.#hang(),
      () => {},
    )
    const found = await Promise.race([play().catch(error => [String(error.message ?? error)]), hung])
    over.abort()
    for (const violation of found) {
      this.violations.push(`${name}: ${violation}`)
      this.#report(`${name}: ${violation}`)
    }
    return found
  }

  #hang(): void {
    this.#hasHung = true
    setTimeout(this.#abandon, CLEAN_UP).unref()
  }
}

type PlayOptions = { limit?: number; only?: RegExp; report?: (violation: string) => void }
