/** One line of a benchmark's table. A figure means little alone: `floor` is what the barest program did in the same run. */
export type Row = {
  what: string
  /** Per second, milliseconds, or a number of things, as `unit` says. */
  measured: number
  unit: '/s' | 'ms' | ''
  floor?: number
  /** The ratio of measured to floor that we want to reach: at least for `/s`, at most for `ms`. */
  target?: number
}

export type Options = {
  /** Length of each measurement. */
  seconds: number
  /** Small sizes, for the run inside the tests: the figures say nothing then, only that it runs. */
  small: boolean
  /** Customers of the announcement beside which an urgent email has to arrive. */
  recipients?: number
  /** Sizes of the catalogue in products, from one measurement to the next. */
  sizes?: number[]
  /** Folder of another build to compare with. */
  beside?: string
}

export const SUBJECTS = [
  'accounts',
  'catalogue',
  'first-order',
  'mail',
  'orders',
  'papers',
  'payments',
  'routes',
  'territories',
  'versions',
  'weight',
]

/** Each `bench/<subject>.ts` exports one as `bench`; it works on clones of the template (test/support/database.ts). */
export type Bench = { title: string; run(options: Options): Promise<Row[]> }

/** Measures how often `work` completes in a second when `concurrency` of it are always on their way. */
export async function perSecond(
  seconds: number,
  concurrency: number,
  work: (n: number) => Promise<unknown>,
): Promise<number> {
  const started = performance.now()
  const end = started + seconds * 1000
  let count = 0
  const loop = async () => {
    while (performance.now() < end) await work(count++)
  }
  await Promise.all(Array.from({ length: concurrency }, loop))
  return count / ((performance.now() - started) / 1000)
}

/** The middle one of an odd number of values. */
export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
