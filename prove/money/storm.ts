/** Buyers who pay, cancel and are refunded, over processes that are killed, at a provider that misbehaves. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { ProviderWork } from '../../src/dev/payments/faults.ts'
import { type DevProvider, openDevProvider } from '../../src/dev/payments/provider.ts'
import { type Answer, Client } from '../../test/support/client.ts'
import { capturedFor, settled } from '../../test/support/payments.ts'
import { type Person, person } from '../../test/support/people.ts'
import { spawnSemel, spawnServe } from '../../test/support/process.ts'
import { stockProduct } from '../../test/support/products.ts'
import { type Semel, startSemel } from '../../test/support/semel.ts'
import { until } from '../../test/support/until.ts'
import { Killable } from '../killable.ts'

const SECRET_KEY = 'test '.repeat(8)
const AT_ONCE = 12

type Web = Killable<Awaited<ReturnType<typeof spawnServe>>>
type Storm = {
  semel: Semel
  provider: DevProvider
  webs: Web[]
  staff: Person
  productId: number
  refunds: Map<number, number>
}

export async function storm(orders: number): Promise<{ orders: number; faults: number; violations: string[] }> {
  await using stack = new AsyncDisposableStack()
  const semel = stack.use(await startSemel({}, { worker: false }))
  const { databaseUrl, db } = semel
  const webs: Web[] = []
  const hooks = () => webs.map(web => web.process.origin)
  const provider = stack.use(await openDevProvider({ shop: () => semel.origin, hooks, db }))
  for (let n = 0; n < 2; n++)
    webs.push(stack.use(await Killable.start(() => spawnServe(databaseUrl, { LOG_LEVEL: 'fatal' }))))
  const workers = await Promise.all([0, 1].map(() => Killable.start(() => spawnWorker(databaseUrl))))
  for (const worker of workers) stack.use(worker)
  const productId = await stockProduct(db, { price: 4800, stock: orders * 2 })
  const storm = {
    semel,
    provider,
    webs,
    staff: await person(semel, 'staff'),
    productId,
    refunds: new Map<number, number>(),
  }

  misbehave(provider)
  let isOver = false
  // For a third of the time, the endpoint has another secret.
  const secrets = setInterval(() => {
    provider.events.secret = Math.random() < 0.3 ? 'whsec_wrong' : undefined
  }, 3000)
  const killing = kill([...webs, ...workers], () => isOver)
  let next = 0
  const buy = async () => {
    while (next++ < orders) await oneOrder(storm)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, buy))
  isOver = true
  clearInterval(secrets)
  await killing
  const kills = [...webs, ...workers].reduce((sum, { kills }) => sum + kills, 0)
  await calm(storm)
  return { orders, faults: provider.faults.met + kills, violations: await judge(storm) }
}

async function spawnWorker(databaseUrl: string) {
  const worker = spawnSemel(['work'], { DATABASE_URL: databaseUrl, SECRET_KEY, LOG_LEVEL: 'fatal' })
  await worker.printed(/worker is running/)
  return worker
}

/** About every sixth request to the provider goes wrong. Events come late, again and in another order, and every fifth never. */
function misbehave({ faults, events }: DevProvider): void {
  Object.assign(events, { copies: 2, delay: 600, lost: 0.2 })
  const times = Number.POSITIVE_INFINITY
  for (const at of ['create', 'expire', 'capture', 'cancel', 'refund', 'read'] satisfies ProviderWork[])
    for (const kind of ['drop', 'lose', 'conflict', 'limit', 'error'] as const)
      faults.add({ at, kind, times, chance: 0.03 })
  for (const at of ['create', 'capture', 'refund', 'read'] satisfies ProviderWork[])
    faults.add({ at, kind: 'away', times, chance: 0.02 })
  faults.add({ at: 'refund', kind: 'late', milliseconds: 3000, times, chance: 0.06 })
  faults.add({ at: 'capture', kind: 'refuse', message: 'Your card was declined.', times, chance: 0.03 })
  faults.add({ at: 'refund', kind: 'slow', milliseconds: 3000, times, chance: 0.05 })
}

async function kill(victims: { kill(): Promise<void> }[], isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await sleep(500 + Math.random() * 2000)
    await victims[Math.floor(Math.random() * victims.length)]!.kill()
  }
}

/** Repeats a request at any of the processes until one answers. The key makes it one request. */
async function send({ webs }: Storm, path: string, body: unknown, { token }: Person): Promise<Answer> {
  const key = randomUUID()
  for (;;) {
    const { origin } = webs[Math.floor(Math.random() * webs.length)]!.process
    const options = { token, headers: { 'idempotency-key': key } }
    const answer = await new Client(origin).post(path, body, options).catch(() => undefined)
    const isLater =
      !answer || answer.status >= 500 || answer.status === 429 || answer.body?.code === 'idempotency_key_in_use'
    if (!isLater) return answer
    await sleep(100 + Math.random() * 200)
  }
}

const by = (chance: number) => Math.random() < chance

async function oneOrder(storm: Storm): Promise<void> {
  const { semel, provider, productId } = storm
  const buyer = await person(semel)
  const placed = await send(
    storm,
    '/api/orders',
    { items: [{ productId, quantity: 1 }], payment: { method: 'online' } },
    buyer,
  )
  const id = placed.body.id as number
  const payments = Array.from({ length: by(0.3) ? 3 : 1 }, () => send(storm, `/api/orders/${id}/payment`, {}, buyer))
  await Promise.all(payments)
  if (by(0.1)) return
  if (by(0.1)) await send(storm, `/api/orders/${id}/cancel`, undefined, buyer)
  const page = provider.bank.sessionsOf(id).find(({ status }) => status === 'open')
  if (!page) return
  if (by(0.1)) provider.bank.decline(page.id)
  if (by(0.1)) provider.bank.expire(page.id)
  else {
    page.capturesLater = by(0.7)
    if (by(0.15)) {
      provider.bank.pay(page.id, { debit: true })
      await sleep(Math.random() * 1000)
      provider.bank.endDebit(page.id, by(0.7))
    } else provider.bank.pay(page.id)
  }
  if (by(0.3)) {
    const { origin } = storm.webs[0]!.process
    const headers = { cookie: `semel_session=${buyer.token}` }
    await new Client(origin).get(`/orders/${id}/paid`, { headers }).catch(() => {})
  }
  await sleep(Math.random() * 1500)
  if (by(0.2)) await send(storm, `/api/orders/${id}/cancel`, undefined, buyer)
  if (by(0.3)) await Promise.all([refundSome(storm, id), refundSome(storm, id)])
  if (by(0.15)) refundAtProvider(storm, id)
}

/** Somebody presses "Refund" in the console of the provider. */
function refundAtProvider({ provider, refunds }: Storm, id: number): void {
  const intent = provider.bank.sessionsOf(id).find(({ payment_intent: intent }) => intent)?.payment_intent
  if (!intent) return
  const left = provider.bank.intent(intent).amount_received - provider.bank.refundedOf(intent)
  const amount = Math.min(left, 100 + Math.floor(Math.random() * 900))
  if (amount <= 0) return
  provider.bank.refund(intent, amount)
  refunds.set(id, (refunds.get(id) ?? 0) + amount)
}

async function refundSome(storm: Storm, id: number): Promise<void> {
  const amount = 100 + Math.floor(Math.random() * 4000)
  const { status } = await send(storm, `/api/orders/${id}/refunds`, { amount }, storm.staff)
  if (status === 201) storm.refunds.set(id, (storm.refunds.get(id) ?? 0) + amount)
}

/** The provider behaves again, and everything that waits is due. */
async function calm({ semel, provider }: Storm): Promise<void> {
  provider.faults.clear()
  Object.assign(provider.events, { lost: 0, secret: undefined })
  await provider.events.quiet()
  await until(
    async () => {
      // A page may be opened only now, by a call that has waited.
      for (const { id, status } of provider.bank.sessions.values()) if (status === 'open') provider.bank.expire(id)
      await sql`
        update payment_calls set absent_since = absent_since - interval '5 hours' where absent_since is not null
      `.execute(semel.db)
      await sql`update payment_calls set due_at = now() where state = 'pending' or state = 'sending' and due_at < now() + interval '25 seconds'`.execute(
        semel.db,
      )
      await sql`update payments set look_at = now() where state in ('pending', 'authorized', 'cancelling') and provider_id is not null`.execute(
        semel.db,
      )
      await sleep(1000)
      const { rows } = await sql<{ open: number }>`
      select (select count(*)::int from payment_calls where state in ('pending', 'sending'))
        + (select count(*)::int from payments where state in ('created', 'pending', 'authorized', 'cancelling')) as open
    `.execute(semel.db)
      return rows[0]!.open === 0
    },
    'nothing is open',
    120_000,
  ).catch(async error => {
    throw new Error(`${error.message}: ${await describeOpen(semel)}`)
  })
  await sql`update payments set look_at = now() where provider_id is not null`.execute(semel.db)
  await settled(semel)
}

async function describeOpen({ db }: Semel): Promise<string> {
  const { rows } = await sql`
    select p.order_id, p.state, p.finding, p.look_at, p.ends_order, c.kind, c.state as call, c.attempts, c.reply
    from payments p left join payment_calls c on c.payment_id = p.id
    where p.state in ('created', 'pending', 'authorized', 'cancelling') or c.state in ('pending', 'sending')
    limit 10
  `.execute(db)
  return JSON.stringify(rows)
}

type Row = {
  id: number
  status: string
  payment: string
  captured: number
  refunded: number
  received: number
  sent: number
  done: number
  failed: number
  /** What had to go back by itself was refused, because somebody was faster at the provider: "Refund due" has a button. */
  needsPerson: boolean
  surplus: number
  doubts: number
}

/** Counts at the provider, and compares with what the shop believes and has told. */
async function judge({ semel, provider, refunds }: Storm): Promise<string[]> {
  const { rows } = await sql<Row>`
    select o.id, o.status, o.payment_status as payment,
      coalesce((select sum(captured)::int from payments p where p.order_id = o.id), 0) as captured,
      coalesce((select sum(refunded)::int from payments p where p.order_id = o.id), 0) as refunded,
      (select count(*)::int from payments p where p.order_id = o.id and is_surplus) as surplus,
      (select count(*)::int from events e where e.type = 'payment.received' and (e.payload ->> 'orderId')::bigint = o.id) as received,
      (select count(*)::int from events e where e.type = 'refund.sent' and (e.payload ->> 'orderId')::bigint = o.id) as sent,
      (select count(*)::int from refunds r join payments p on p.id = r.payment_id where p.order_id = o.id and r.state = 'done') as done,
      coalesce((select sum(r.amount)::int from refunds r join payments p on p.id = r.payment_id
        where p.order_id = o.id and r.state = 'failed' and r.source = 'shop'), 0) as failed,
      exists (select from refunds r join payments p on p.id = r.payment_id
        where p.order_id = o.id and r.state = 'failed' and r.source <> 'shop') as "needsPerson",
      (select count(*)::int from payment_calls c join payments p on p.id = c.payment_id where p.order_id = o.id and c.state = 'in_doubt') as doubts
    from orders o order by o.id
  `.execute(semel.db)
  const stray = [...provider.bank.intents.values()]
    .filter(({ captures }) => captures > 1)
    .map(({ id }) => `${id} was captured twice`)
  return [...stray, ...rows.flatMap(row => judgeOrder(row, capturedFor(provider, row.id), refunds.get(row.id) ?? 0))]
}

function judgeOrder(row: Row, real: ReturnType<typeof capturedFor>, asked: number): string[] {
  const { id, status, payment } = row
  const left = real.captured - real.refunded
  const isPaid = payment === 'paid' || payment === 'partly_refunded' || payment === 'refund_due'
  const whole = status === 'cancelled' || payment === 'refunded'
  const rules: [boolean, string][] = [
    [real.captures <= 1 + row.surplus, `${real.captures} captures`],
    [
      row.captured === real.captured,
      `the shop knows of ${row.captured} captured, and the provider of ${real.captured}`,
    ],
    [
      row.refunded === real.refunded,
      `the shop knows of ${row.refunded} refunded, and the provider of ${real.refunded}`,
    ],
    [isPaid === left > 0, `it is ${payment}, and ${left} lie at the provider`],
    [
      status !== 'cancelled' || left === 0 || (row.needsPerson && payment === 'refund_due'),
      `it is cancelled, and ${left} lie at the provider`,
    ],
    [
      whole || real.refunded === asked - row.failed,
      `${real.refunded} went back, and ${asked} were asked, of which ${row.failed} failed`,
    ],
    [row.received <= 1, `${row.received} emails say that it was paid`],
    [row.sent === row.done, `${row.sent} emails about ${row.done} refunds`],
    [row.doubts === 0, `${row.doubts} calls are in doubt`],
  ]
  return rules.filter(([holds]) => !holds).map(([, text]) => `order #${id} (${status}, ${payment}): ${text}`)
}
