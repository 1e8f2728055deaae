/** Buyers who pay, cancel and are refunded, over processes that are killed, at a provider that misbehaves. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDevProvider } from '../../src/dev/payments/provider.ts'
import { sellAs } from '../../test/support/documents.ts'
import { settled } from '../../test/support/payments.ts'
import { person } from '../../test/support/people.ts'
import { spawnSemel, spawnServe } from '../../test/support/process.ts'
import { stockProduct } from '../../test/support/products.ts'
import { type Semel, startSemel } from '../../test/support/semel.ts'
import { until } from '../../test/support/until.ts'
import { Killable } from '../killable.ts'
import { Bank } from './bank.ts'
import { oneOrder } from './storm-buyers.ts'
import { judge } from './storm-judge.ts'
import { openOffice } from './storm-office.ts'
import { brew } from './storm-weather.ts'
import { PRICE, type Storm, type Web } from './storm-world.ts'

const AT_ONCE = 12
const STOCK = 100_000
const IBAN = 'FR7630006000011234567890189'
/** Time that the last emails and documents may take, and leases of workers that were killed. */
const LAST_WORDS = 60_000

type Outcome = { orders: number; faults: number; violations: string[]; figures: Map<string, number> }

/** @param figures counts the buyers and the faults, by their names */
export async function storm(orders: number, figures = new Map<string, number>()): Promise<Outcome> {
  await using stack = new AsyncDisposableStack()
  const semel = stack.use(await startSemel({}, { worker: false }))
  const { databaseUrl, db } = semel
  await sellAs(semel, { invoiceMoment: 'paid', iban: IBAN, accountHolder: 'Lamp House GmbH' })
  const webs: Web[] = []
  // All processes have one address, which is a parameter of calls to the provider.
  const hooks = () => webs.map(web => web.process.origin)
  const provider = stack.use(await openDevProvider({ shop: () => semel.origin, hooks, db }))
  for (let n = 0; n < 2; n++)
    webs.push(
      stack.use(await Killable.start(() => spawnServe(databaseUrl, { LOG_LEVEL: 'error', BASE_URL: semel.origin }))),
    )
  const workers = await Promise.all([0, 1].map(() => Killable.start(() => spawnWorker(semel))))
  for (const worker of workers) stack.use(worker)
  const storm: Storm = {
    semel,
    provider,
    bank: new Bank(IBAN),
    meant: new Map(),
    notedByHand: new Set(),
    webs,
    staff: await person(semel, 'admin'),
    productId: await stockProduct(db, { price: PRICE, stock: STOCK }),
    stock: STOCK,
    refunds: [],
    failures: [],
    count: (name, more = 1) => void figures.set(name, (figures.get(name) ?? 0) + more),
  }
  const weather = brew(storm, [...webs, ...workers], { isShort: orders < 30 })
  const office = openOffice(storm)
  let next = 0
  const buy = async () => {
    while (next++ < orders) await oneOrder(storm)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, buy))
  const kills = await weather.end()
  await calm(storm)
  await office.close()
  await calm(storm)
  let violations: string[] = []
  const isClean = async () => {
    violations = await judge(storm)
    if (violations.length > 0) await sleep(1000)
    return violations.length === 0
  }
  await until(isClean, 'the last documents and emails', LAST_WORDS).catch(() => {})
  return { orders, faults: provider.faults.met + kills, violations, figures }
}

async function spawnWorker({ databaseUrl, config, origin }: Semel) {
  const env = { DATABASE_URL: databaseUrl, SECRET_KEY: 'test '.repeat(8), LOG_LEVEL: 'error', BASE_URL: origin }
  const worker = spawnSemel(['work'], { ...env, ...(config.smtpUrl && { SMTP_URL: config.smtpUrl }) })
  await worker.printed(/worker is running/)
  return worker
}

/** The provider behaves again, and everything that waits is due. */
async function calm({ semel, provider }: Storm): Promise<void> {
  const { db } = semel
  await provider.events.quiet()
  await until(
    async () => {
      // A page may be opened only now, by a call that has waited.
      for (const { id, status } of provider.bank.sessions.values()) if (status === 'open') provider.bank.expire(id)
      await sql`
        update payment_calls set absent_since = absent_since - interval '5 hours' where absent_since is not null
      `.execute(db)
      await sql`
        update payment_calls set due_at = now()
        where state = 'pending' or state = 'sending' and due_at < now() + interval '25 seconds'
      `.execute(db)
      await sql`
        update payments set look_at = now()
        where state in ('pending', 'processing', 'authorized', 'cancelling') and provider_id is not null
      `.execute(db)
      await sleep(1000)
      const { rows } = await sql<{ open: number }>`
        select (select count(*)::int from payment_calls where state in ('pending', 'sending'))
          + (select count(*)::int from payments where state in ('created', 'pending', 'processing', 'authorized', 'cancelling')) as open
      `.execute(db)
      return rows[0]!.open === 0
    },
    'nothing is open',
    120_000,
  ).catch(async error => {
    throw new Error(`${error.message}: ${await describeOpen(semel)}`)
  })
  await sql`update payments set look_at = now() where provider_id is not null`.execute(db)
  await settled(semel)
}

async function describeOpen({ db }: Semel): Promise<string> {
  const { rows } = await sql`
    select p.order_id, p.state, p.finding, p.look_at, p.ends_order, c.kind, c.state as call, c.attempts, c.reply
    from payments p left join payment_calls c on c.payment_id = p.id
    where p.state in ('created', 'pending', 'processing', 'authorized', 'cancelling') or c.state in ('pending', 'sending')
    limit 10
  `.execute(db)
  return JSON.stringify(rows)
}
