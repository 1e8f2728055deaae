import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '../src/database/open.ts'
import { systemClock } from '../src/time.ts'
import { ADDRESS } from '../test/support/documents.ts'
import { person } from '../test/support/people.ts'
import { COMMAND, spawnServe } from '../test/support/process.ts'
import { stockProduct } from '../test/support/products.ts'
import { type Bench, median, type Row } from './bench.ts'
import { databaseOf } from './build.ts'
import { cpuMs } from './cpu.ts'

/** Addresses of two networks (RFC 5737), which the proxy on this machine reports, so that Semel counts them apart. */
const [FLOODER, VISITOR] = ['192.0.2.7', '198.51.100.7']
const FLOOD_CONNECTIONS = 8
const SELLER = {
  name: 'Lamp House',
  legalName: 'Lamp House GmbH',
  seat: 'Grüner Weg 1\n10115 Berlin',
  country: 'DE',
  vatId: 'DE136695976',
}

/*
 * Pages of other people, beside eight connections of a customer that ask for the PDF of one invoice in a loop. The floor is the same
 * page while nobody asks for PDFs; quiet and loud seconds alternate.
 *
 * An e-invoice costs at most what its PDF costs: one client asks for both, which exist, in turns.
 *
 * `--beside DIR` names another build with its packages: one client asks both for such a PDF, in turns.
 */
export const bench: Bench = {
  title: 'Papers',
  async run({ seconds, small, beside }) {
    await using own = await openBuild(COMMAND)
    let papers = 0
    const phase = async (isLoud: boolean, milliseconds: number, times: number[]) => {
      const end = performance.now() + milliseconds
      const loop = async () => {
        while (performance.now() < end) {
          await own.ask()
          papers++
        }
      }
      const visit = async () => {
        while (performance.now() < end) {
          times.push(await own.visit())
          await sleep(20)
        }
      }
      await Promise.all([visit(), ...Array.from({ length: isLoud ? FLOOD_CONNECTIONS : 0 }, loop)])
    }
    await phase(true, small ? 200 : 2000, [])
    papers = 0
    const [quiet, loud] = [[] as number[], [] as number[]]
    const turns = small ? 1 : 4
    for (let turn = 0; turn < turns; turn++) {
      await phase(false, (seconds * 1000) / turns, quiet)
      await phase(true, (seconds * 1000) / turns, loud)
    }
    return [
      {
        what: `a page beside ${FLOOD_CONNECTIONS} connections that ask for one PDF`,
        measured: median(loud),
        unit: 'ms',
        floor: median(quiet),
        target: 2,
      },
      { what: 'PDFs that they get meanwhile', measured: papers / seconds, unit: '/s' },
      await compareForms(own, small ? 0.2 : seconds),
      ...(beside ? await compare(own, beside, small ? 0.2 : seconds) : []),
    ]
  },
}

type Build = Awaited<ReturnType<typeof openBuild>>

/** Starts a build with one invoice. */
async function openBuild(command: string) {
  const database = await databaseOf(command)
  const opened = openDatabase(database.url)
  const { db } = opened
  await sql`update shop_settings set settings = settings || ${JSON.stringify(SELLER)}::jsonb`.execute(db)
  const buyer = await person({ db, clock: systemClock })
  const staff = await person({ db, clock: systemClock }, 'staff')
  const product = await stockProduct(db, { price: 1190 })
  const serve = await spawnServe(database.url, { TRUSTED_PROXIES: 'loopback' }, command)
  const post = async (path: string, body: object, { token }: { token: string }) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answer = await fetch(`${serve.origin}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
    return (await answer.json()) as { id: string }
  }
  const items = [{ productId: product, quantity: 2 }]
  const order = await post('/orders', { items, deliveryAddress: ADDRESS }, buyer)
  const invoice = await post(`/orders/${order.id}/documents`, { kind: 'invoice' }, staff)
  const headers = { authorization: `Bearer ${buyer.token}`, 'x-forwarded-for': FLOODER }
  return {
    ask: async (form: 'pdf' | 'xml' = 'pdf') => {
      const answer = await fetch(`${serve.origin}/api/documents/${invoice.id}.${form}`, { headers })
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
      await answer.arrayBuffer()
    },
    visit: async () => {
      const started = performance.now()
      await (await fetch(`${serve.origin}/products`, { headers: { 'x-forwarded-for': VISITOR } })).text()
      return performance.now() - started
    },
    cpu: () => cpuMs([serve.child.pid!]),
    [Symbol.asyncDispose]: async () => {
      await serve.kill()
      await opened[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    },
  }
}

/** One client asks for the e-invoice and the PDF, in turns. The clock of a process is coarse, so each turn has twenty requests. */
async function compareForms(own: Build, seconds: number): Promise<Row> {
  const cost = { pdf: 0, xml: 0 }
  let requests = 0
  await own.ask('xml')
  const end = performance.now() + seconds * 1000
  do {
    for (const form of ['pdf', 'xml'] as const) {
      const cpu = own.cpu()
      for (let n = 0; n < 20; n++) await own.ask(form)
      cost[form] += own.cpu() - cpu
    }
    requests += 20
  } while (performance.now() < end)
  const [measured, floor] = [cost.xml / requests, cost.pdf / requests]
  return { what: 'processor time of an e-invoice that exists, beside its PDF', measured, unit: 'ms', floor, target: 1 }
}

/** One client asks both builds for a PDF that exists, in turns. */
async function compare(own: Build, beside: string, seconds: number): Promise<Row[]> {
  await using other = await openBuild(join(beside, 'bin/semel.js'))
  const builds = [
    { build: own, times: [] as number[], cpu: 0 },
    { build: other, times: [] as number[], cpu: 0 },
  ] satisfies object[]
  for (const { build } of builds) await build.ask()
  const end = performance.now() + seconds * 1000
  while (performance.now() < end)
    for (const one of builds) {
      // A network rests as long as its last PDF took, which is no part of the next.
      await sleep(20)
      const [started, cpu] = [performance.now(), one.build.cpu()]
      await one.build.ask()
      one.times.push(performance.now() - started)
      one.cpu += one.build.cpu() - cpu
    }
  const [mine, theirs] = [builds[0]!, builds[1]!]
  const what = 'of a PDF that exists, beside the other build'
  return [
    // Compares rates, so that the target is a number of times.
    {
      what: `speed ${what}`,
      unit: '/s',
      measured: 1000 / median(mine.times),
      floor: 1000 / median(theirs.times),
      target: 20,
    },
    {
      what: `processor time ${what}`,
      unit: 'ms',
      measured: mine.cpu / mine.times.length,
      floor: theirs.cpu / theirs.times.length,
    },
  ]
}
