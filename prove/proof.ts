/** What a proof found: how many cases were tried under which faults, and each violation in words. */
export type Finding = { rule: string; promise: string; cases: number; faults: number; violations: string[] }

export type Options = {
  /** How many cases or runs, as the proof's own table says. */
  runs: number
  /** Also what takes minutes by nature. */
  outages: boolean
}

/** Each `prove/<rule>.ts` (r1.ts … r5.ts, orders.ts) exports one as `proof`. */
export type Proof = {
  rule: string
  promise: string
  defaultRuns: number
  run(options: Options): Promise<Omit<Finding, 'rule' | 'promise'>>
}
