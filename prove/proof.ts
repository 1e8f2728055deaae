/** The result of a proof: the number of cases and of faults, and a text for each violation. */
export type Finding = { rule: string; promise: string; cases: number; faults: number; violations: string[] }

export type Options = {
  /** The number of cases or runs; each proof documents its own unit. */
  runs: number
  /** Also runs the outages, which take minutes. */
  outages: boolean
}

/** Each `prove/<rule>.ts` (r1.ts … r5.ts, orders.ts) exports one as `proof`. */
export type Proof = {
  rule: string
  promise: string
  defaultRuns: number
  run(options: Options): Promise<Omit<Finding, 'rule' | 'promise'>>
}
