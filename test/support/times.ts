/** `TIMES=20 npm test -- paging` tries twenty times as many cases, where a test makes its cases up. */
const TIMES = Number(process.env.TIMES ?? 1)

export function times(cases: number): number {
  return Math.ceil(cases * TIMES)
}
