import { join } from 'node:path'
import { COMMAND } from '../test/support/process.ts'
import { type Bench, median, perSecond, type Row } from './bench.ts'
import { BUYERS, type Build, openBuild } from './build.ts'
import { cpuMs } from './cpu.ts'

/*
 * Orders to the Canary Islands, whose VAT is not that of the country of their address. The floor is the same order to another build
 * (`--beside DIR`, a clone of Semel with its packages), or without that one an order to Madrid. Turns of half a second alternate.
 */
export const bench: Bench = {
  title: 'Orders of 3 lines with an address (in a territory of its own)',
  async run({ seconds, small, beside }) {
    await using own = await openBuild(COMMAND, ISLAND)
    await using other = await openBuild(beside ? join(beside, 'bin/semel.js') : COMMAND, beside ? ISLAND : CITY)
    const turns = small ? 1 : Math.max(5, Math.round(seconds * 2))
    for (const build of [own, other]) await perSecond(small ? 0.2 : 2, BUYERS, build.place)
    const figures = { own: [] as Figures[], other: [] as Figures[] }
    for (let turn = 0; turn < turns; turn++) {
      // The order changes, because a check point of PostgreSQL or a full cache would otherwise always meet the same build.
      const builds = [['own', own] as const, ['other', other] as const]
      for (const [name, build] of turn % 2 ? builds : builds.toReversed())
        figures[name].push(await measure(build, seconds / turns))
    }
    const row = (what: string, kind: keyof Figures, terms: Pick<Row, 'unit' | 'target'>): Row => ({
      what: `${what}, beside ${beside ? 'the other build' : 'Madrid'}`,
      ...terms,
      measured: median(figures.own.map(figure => figure[kind])),
      floor: median(figures.other.map(figure => figure[kind])),
    })
    return [
      row(`orders to the Canary Islands, ${BUYERS} buyers`, 'rate', { unit: '/s', target: 0.95 }),
      row('processor time of such an order', 'cpu', { unit: 'ms', target: 1.05 }),
    ]
  },
}

const ISLAND = ['35001', 'Las Palmas'] as const
const CITY = ['28013', 'Madrid'] as const

type Figures = { rate: number; cpu: number }
async function measure(build: Build, seconds: number): Promise<Figures> {
  const pids = [build.node, ...(await build.backends())]
  const before = cpuMs(pids)
  let orders = 0
  const rate = await perSecond(seconds, BUYERS, async n => {
    await build.place(n)
    orders++
  })
  return { rate, cpu: (cpuMs(pids) - before) / orders }
}
