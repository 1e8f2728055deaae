import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '../../src/database/open.ts'
import type { Db } from '../../src/database/schema.ts'
import { MINUTE, systemClock } from '../../src/time.ts'
import { createShop } from '../../test/support/citus.ts'
import { Client } from '../../test/support/client.ts'
import { person } from '../../test/support/people.ts'
import { spawnSemel, spawnServe } from '../../test/support/process.ts'
import { openTestRelay } from '../../test/support/relay.ts'
import { type Answer, type Drill, isGood, percentile, underLoad } from '../drills/load.ts'
import { machineOf, moveTo } from './moving.ts'

/*
 * Two shops on two machines of Citus, each with its own processes. While both are used, one moves to the other's machine and
 * back. Every acknowledged order must be there once, with one email, and lists must show what changed after the move.
 */

type Shop = { url: string; schema: string; db: Db; origin: string }

export async function moveShop(url: string): Promise<Drill> {
  await using stack = new AsyncDisposableStack()
  const relay = stack.use(await openTestRelay())
  const open = async (): Promise<Shop> => {
    const shop = stack.use(await createShop(url))
    const env = { SMTP_URL: relay.url, SECRET_KEY: 'test '.repeat(8), LOG_LEVEL: 'error' }
    const { db } = stack.use(openDatabase(shop.url))
    const worker = stack.use(spawnSemel(['work'], { DATABASE_URL: shop.url, ...env }))
    await worker.printed(/worker is running/)
    const { origin } = stack.use(await spawnServe(shop.url, env))
    return { url: shop.url, schema: shop.schema, db, origin }
  }
  const [mover, neighbor] = [await open(), await open()]
  const [home, away] = [await machineOf(url, mover.schema), await machineOf(url, neighbor.schema)]

  const times: number[] = []
  const stale: string[] = []
  let undisturbed: Answer[] = []
  const answers = await underLoad(mover.origin, mover.url, async () => {
    undisturbed = await underLoad(neighbor.origin, neighbor.url, async () => {
      for (const machine of [away, home]) {
        times.push(await moveTo(url, mover.schema, machine))
        stale.push(...(await staleLists(mover)))
      }
    })
  })
  const all = [...answers, ...undisturbed]
  const sent = (await finish(mover)) + (await finish(neighbor))
  return {
    figures: {
      requests: all.length,
      orders: all.filter(answer => answer.isOrder && isGood(answer)).length,
      emails: sent,
      '503': all.filter(({ status }) => status === 503).length,
      'moved in ms': times.join(', '),
      'slowest in the moving shop in ms': percentile(answers, 1),
      'slowest beside it in ms': percentile(undisturbed, 1),
    },
    violations: [
      ...(home.port === away.port && home.name === away.name ? ['both shops are on one machine'] : []),
      ...all.filter(answer => !isGood(answer) && answer.status !== 503).map(({ status }) => `answered ${status}`),
      ...stale,
      ...(await miscounted(mover, answers)),
      ...(await miscounted(neighbor, undisturbed)),
      ...miscountedEmails(relay.mails, sent),
    ],
  }
}

/** Checks that the process notices a change after the move, although its lists are from before. */
async function staleLists({ db, origin }: Shop): Promise<string[]> {
  const name = `Renamed ${performance.now()}`
  await sql`update products set name = ${name}`.execute(db)
  const { rows } = await sql<{ total: number }>`select count(*) as total from products`.execute(db)
  const { token } = await person({ db, clock: systemClock })
  const { body } = await new Client(origin).get('/api/products?sort=name', { token })
  const isFresh = body.items[0]?.name === name && body.totalCount === rows[0]!.total
  return isFresh ? [] : ['a list after the move shows an earlier state']
}

/** Waits until no delivery is open. @returns how many were sent */
async function finish({ db }: Shop): Promise<number> {
  for (const end = performance.now() + MINUTE; performance.now() < end; await sleep(100)) {
    const { rows } = await sql<{ open: number; sent: number }>`
      select count(*) filter (where state not in ('sent', 'skipped')) as open, count(*) filter (where state = 'sent') as sent
      from deliveries
    `.execute(db)
    if (rows[0]!.open === 0) return rows[0]!.sent
  }
  throw new Error('An email is still open after a minute.')
}

/** The relay got one email for each delivery that is sent. Accounts that nobody has confirmed get no more than some. */
function miscountedEmails(mails: string[], sent: number): string[] {
  const ids = new Set(mails.map(mail => /^Message-ID: (.*)$/im.exec(mail)?.[1]))
  return ids.size === sent && mails.length === sent
    ? []
    : [`${mails.length} emails, ${ids.size} different ones, ${sent} were sent`]
}

/** Orders that were acknowledged and are missing, or are there twice. */
async function miscounted({ db }: Shop, answers: Answer[]): Promise<string[]> {
  const acknowledged = answers.filter(answer => answer.isOrder && isGood(answer)).length
  const unknown = answers.filter(answer => answer.isOrder && !isGood(answer)).length
  const { rows } = await sql<{ placed: number; deliveries: number; pieces: number }>`
    select (select count(*) from orders) as placed,
      (select count(*) from deliveries d join events e on e.id = d.event_id where e.type = 'order.placed') as deliveries,
      (select sum(1000000 - stock) from products) as pieces
  `.execute(db)
  const { placed, deliveries, pieces } = rows[0]!
  return [
    ...(placed < acknowledged || placed > acknowledged + unknown
      ? [`${placed} orders, ${acknowledged} acknowledged`]
      : []),
    ...(deliveries === placed ? [] : [`${deliveries} deliveries for ${placed} orders`]),
    ...(Number(pieces) === placed ? [] : [`${pieces} pieces sold in ${placed} orders`]),
  ]
}
