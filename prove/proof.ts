import type { RelayProgramName } from '../test/support/relay-programs.ts'
import type { Plays } from './plays.ts'

/** The number of cases and of faults that a proof has tried. Its plays hold the violations. */
export type Counts = {
  cases: number
  faults: number
  /** Counts how often each kind of case and of fault came, by its name. */
  figures?: Map<string, number>
}

export type Options = {
  /** The number of cases or runs; each proof documents its own unit. */
  runs: number
  /** Runs the outages too, which take minutes. */
  outages?: boolean
  /** A real relay that takes the emails. */
  relay?: RelayProgramName
  plays: Plays
}

/** Each `prove/<rule>.ts` (r1.ts … r5.ts, orders.ts, discounts.ts) exports one as `proof`. */
export type Proof = {
  rule: string
  promise: string
  defaultRuns: number
  run(options: Options): Promise<Counts>
}
