import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Embedded, openEmbedded } from '#embedded-postgres'
import { makeTemplate } from '../test/support/database.ts'
import { openTemporary } from '../test/support/postgres.ts'
import { type Bench, type Row, SUBJECTS } from './bench.ts'
import { compareSizes, printTable } from './scale/table.ts'

/*
 * `npm run bench [-- subject …] [--seconds 5] [--small] [--recipients 100000]`: measures Semel against floors measured in the same run,
 * and prints ratios. `catalogue --sizes 1000000,10000000` measures catalogues of other sizes. `territories`, `first-order`,
 * `papers` and `weight` compare with another build with `--beside DIR`, a clone of Semel with its packages.
 *
 * `--scale [--sizes 10000,1000000]` fills a database to two sizes in place of that, and prints what every list, search and count
 * costs at each; with `--data DIR` the databases stay there for the next run. `--database URL` measures another PostgreSQL as
 * its superuser: an older release plans differently. Figures of different machines or runs are not comparable; the ratios are.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '5' },
    small: { type: 'boolean', default: false },
    scale: { type: 'boolean', default: false },
    recipients: { type: 'string', default: '100000' },
    data: { type: 'string' },
    database: { type: 'string' },
    sizes: { type: 'string' },
    beside: { type: 'string' },
  },
})
const unknown = positionals.filter(name => !SUBJECTS.includes(name))
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}; there are: ${SUBJECTS.join(', ')}`)
  process.exit(1)
}

const sizes = values.sizes?.split(',').map(Number)
{
  await using postgres = values.database ? undefined : await openDatabase()
  process.env.TEST_DATABASE_URL = await makeTemplate(postgres?.url ?? values.database!)
  if (values.scale) {
    const [small = 10_000, large = 1_000_000] = sizes ?? []
    const keep = (values.data ?? values.database) !== undefined
    printTable([small, large], await compareSizes([small, large], { keep, onProgress: console.error }))
  }
  for (const subject of values.scale
    ? []
    : SUBJECTS.filter(name => positionals.length === 0 || positionals.includes(name))) {
    const { bench } = (await import(`./${subject}.ts`)) as { bench: Bench }
    console.log(`\n${bench.title}`)
    const rows = await bench.run({
      seconds: Number(values.seconds),
      small: values.small,
      recipients: Number(values.recipients),
      ...(sizes && { sizes }),
      ...(values.beside && { beside: resolve(values.beside) }),
    })
    console.table(rows.map(asPrinted))
  }
}

async function openDatabase(): Promise<Embedded> {
  // Durable as in production, except where only buffers count.
  const fsync = !values.scale
  if (values.data) return openEmbedded(values.data, { fsync })
  return openTemporary(await mkdtemp(join(tmpdir(), 'semel-bench-')), { fsync })
}

function asPrinted({ what, measured, unit, floor, target }: Row) {
  const ratio = floor === undefined ? undefined : measured / floor
  const reached =
    ratio === undefined || target === undefined
      ? ''
      : (unit === '/s' ? ratio >= target : ratio <= target)
        ? 'yes'
        : 'NO'
  const figure = (value: number | undefined) => (value === undefined ? '' : value.toPrecision(value >= 1000 ? 4 : 3))
  return {
    what,
    measured: `${figure(measured)} ${unit}`,
    floor: figure(floor),
    ratio: figure(ratio),
    target: target === undefined ? '' : `${unit === '/s' ? '>=' : '<='} ${target}`,
    reached,
  }
}
