import { setTimeout as sleep } from 'node:timers/promises'
import { placeForInvoice, sellAs } from '../test/support/documents.ts'
import { person } from '../test/support/people.ts'
import { spawnServe } from '../test/support/process.ts'
import { startSemel } from '../test/support/semel.ts'
import type { Bench } from './bench.ts'

/** Addresses of two networks (RFC 5737), which the proxy on this machine reports, so that Semel counts them apart. */
const [FLOODER, VISITOR] = ['192.0.2.7', '198.51.100.7']
const FLOOD_CONNECTIONS = 8

/*
 * Pages of other people, beside eight connections of a customer that ask for the PDF of one invoice in a loop. The floor is the same
 * page while nobody asks for PDFs; quiet and loud seconds alternate.
 */
export const bench: Bench = {
  title: 'Papers',
  async run({ seconds, small }) {
    await using semel = await startSemel({}, { worker: false })
    await sellAs(semel)
    const [buyer, staff] = [await person(semel), await person(semel, 'staff')]
    const order = await placeForInvoice(semel, buyer)
    const path = `/api/orders/${order}/documents`
    const { body } = await semel.client().post(path, { kind: 'invoice' }, { token: staff.token })
    await using serve = await spawnServe(semel.databaseUrl, { TRUSTED_PROXIES: 'loopback' })
    const pdf = `${serve.origin}/api/documents/${body.id}.pdf`
    const flood = { authorization: `Bearer ${buyer.token}`, 'x-forwarded-for': FLOODER }

    let papers = 0
    const phase = async (isLoud: boolean, milliseconds: number, times: number[]) => {
      const end = performance.now() + milliseconds
      const loop = async () => {
        while (performance.now() < end) {
          const answer = await fetch(pdf, { headers: flood })
          if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
          await answer.arrayBuffer()
          papers++
        }
      }
      const visit = async () => {
        while (performance.now() < end) {
          const started = performance.now()
          await (await fetch(`${serve.origin}/products`, { headers: { 'x-forwarded-for': VISITOR } })).text()
          times.push(performance.now() - started)
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
    ]
  },
}

function median(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!
}
