import type { Bench } from './bench.ts'
import { DEAR, MOST_RATIO, measureRoutes } from './route-costs.ts'

/* The processor time of each GET route, with the cheapest page of the same run as its floor. */
export const bench: Bench = {
  title: 'Routes',
  async run({ small }) {
    const costs = await measureRoutes(small ? 1 : 5)
    return costs.map(({ route, milliseconds, ratio }) => ({
      what: route in DEAR ? `${route}: ${DEAR[route]}` : route,
      measured: milliseconds,
      unit: 'ms',
      floor: milliseconds / ratio,
      target: MOST_RATIO,
    }))
  },
}
