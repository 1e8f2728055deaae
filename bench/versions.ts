import autocannon from 'autocannon'
import { openDatabase } from '../src/database/open.ts'
import { systemClock } from '../src/time.ts'
import { cloneDatabase } from '../test/support/database.ts'
import { person } from '../test/support/people.ts'
import { COMMAND, spawnServe } from '../test/support/process.ts'
import type { Bench } from './bench.ts'

/*
 * The cost of an old version: the same user, read in v1 (two changes away from the current version) and in v3, for each
 * way to choose a version, from one process. The measure is the CPU time of the server per request, from its own metrics,
 * because other load on the machine does not change it. The ways take turns in short rounds.
 */
const WAYS = {
  v3: { path: '/api/v3/users/me' },
  'v1 by path': { path: '/api/v1/users/me' },
  'v1 by Accept': { path: '/api/users/me', accept: 'application/vnd.semel.v1+json' },
  'v1 by date': { path: '/api/users/me?api-version=2023-06-01' },
}
type Way = keyof typeof WAYS

export const bench: Bench = {
  title: 'Reading a user in an old version',
  async run({ seconds, small }) {
    await using database = await cloneDatabase()
    await using opened = openDatabase(database.url)
    const { token } = await person({ db: opened.db, clock: systemClock })
    await using semel = await spawnServe(database.url, { LOG_LEVEL: 'error' }, COMMAND)

    const rounds = small ? 1 : Math.max(5, Math.round(seconds * 4))
    const amount = small ? 100 : 1000
    const spent = new Map<Way, number[]>()
    const shoot = async (way: Way) => {
      const { path, accept } = WAYS[way] as { path: string; accept?: string }
      const headers = { authorization: `Bearer ${token}`, ...(accept && { accept }) }
      const before = await cpuOf(semel.origin)
      const { requests, non2xx, errors } = await autocannon({
        url: semel.origin + path,
        headers,
        connections: 16,
        amount,
      })
      if (non2xx > 0 || errors > 0) throw new Error(`${non2xx + errors} requests failed`)
      return (1000 * ((await cpuOf(semel.origin)) - before)) / requests.total
    }
    const ways = Object.keys(WAYS) as Way[]
    for (const way of small ? [] : [...ways, ...ways, ...ways]) await shoot(way)
    for (let round = 0; round < rounds; round++) {
      for (const way of round % 2 === 0 ? ways : ways.toReversed()) {
        spent.set(way, [...(spent.get(way) ?? []), await shoot(way)])
      }
    }
    const ms = (way: Way) => spent.get(way)!.sort((a, b) => a - b)[Math.floor(rounds / 2)]!
    return ways
      .filter(way => way !== 'v3')
      .map(way => ({ what: `${way}, against v3`, measured: ms(way), unit: 'ms', floor: ms('v3'), target: 1.05 }))
  },
}

/** The CPU seconds that a Semel process has used so far. */
async function cpuOf(origin: string): Promise<number> {
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  return Number(/^process_cpu_seconds_total (\S+)$/m.exec(metrics)![1])
}
