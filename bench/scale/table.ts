import { measure } from './measure.ts'

/** A list may cost so many times its buffers at the smaller size. */
const MOST_RATIO = 3
/** Below this, a ratio says nothing: a B-tree with one more level is a page more, and a count to its limit takes some. */
const FREE = 500
const MOST_MS = 50

export type Line = {
  path: string
  small: { buffers: number; milliseconds: number }
  large: { buffers: number; milliseconds: number }
  ratio: number
  isFlat: boolean
  isQuick: boolean
}

/** Measures every path at two sizes. */
export async function compareSizes(
  [small, large]: readonly [number, number],
  options: Parameters<typeof measure>[1] = {},
): Promise<Line[]> {
  const [before, after] = [await measure(small, options), await measure(large, options)]
  return [...before.values()].map((cost, index) => {
    // Some addresses name a page that depends on the size.
    const [path, larger] = [...after][index]!
    const ratio = larger.buffers / Math.max(1, cost.buffers)
    const isFlat = larger.buffers <= FREE || ratio <= MOST_RATIO
    return { path, small: cost, large: larger, ratio, isFlat, isQuick: larger.milliseconds <= MOST_MS }
  })
}

export function printTable([small, large]: readonly [number, number], lines: readonly Line[]): void {
  const figure = ({ buffers, milliseconds }: Line['small']) => `${buffers} / ${milliseconds.toFixed(1)}`
  console.table(
    lines.map(({ path, small: before, large: after, ratio, isFlat, isQuick }) => ({
      path,
      [`${small.toLocaleString('en')}: buffers / ms`]: figure(before),
      [`${large.toLocaleString('en')}: buffers / ms`]: figure(after),
      ratio: ratio.toFixed(1),
      [`<= ${MOST_RATIO} and ${MOST_MS} ms`]: isFlat && isQuick ? 'yes' : 'NO',
    })),
  )
}
