/** Orders, claims, corrections and emails of guests race on two processes and two workers, which are killed. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '../src/database/open.ts'
import type { Db } from '../src/database/schema.ts'
import { openInbox } from '../src/dev/mail-inbox.ts'
import type { Answer } from '../test/support/client.ts'
import { cloneDatabase } from '../test/support/database.ts'
import { accountOf, claim, correct, newAddress, opens, place, tokenOf } from '../test/support/guest-races.ts'
import { spawnSemel, spawnServe } from '../test/support/process.ts'
import { stockProduct } from '../test/support/products.ts'
import { until } from '../test/support/until.ts'
import { Killable } from './killable.ts'

type Server = Awaited<ReturnType<typeof spawnServe>>

type Shop = {
  db: Db
  servers: Killable<Server>[]
  workers: Killable<Server | ReturnType<typeof spawnSemel>>[]
} & AsyncDisposable

export async function startShop(): Promise<Shop> {
  const stack = new AsyncDisposableStack()
  const { url } = stack.use(await cloneDatabase())
  const { db } = stack.use(openDatabase(url))
  stack.use(await openInbox(db))
  // The row is locked, so a commitment to send after this moment comes after the commit of the correction.
  await sql`create table address_history (user_id uuid, email text, until timestamptz)`.execute(db)
  await sql`
    create function note_address() returns trigger language plpgsql as $$
      begin insert into address_history values (old.id, old.email, clock_timestamp()); return null; end
    $$
  `.execute(db)
  await sql`
    create trigger note_address after update of email on users for each row when (old.is_guest) execute function note_address()
  `.execute(db)
  const startWorker = async () => {
    const worker = spawnSemel(['work'], { DATABASE_URL: url, SECRET_KEY: 'test '.repeat(8), LOG_LEVEL: 'error' })
    await worker.printed(/worker is running/)
    return worker
  }
  const started = async <T extends { kill(): Promise<void> }>(start: () => Promise<T>) =>
    stack.use(await Killable.start(start))
  const [one, other, worker, second] = await Promise.all([
    started(() => spawnServe(url)),
    started(() => spawnServe(url)),
    started(startWorker),
    started(startWorker),
  ])
  return { db, servers: [one, other], workers: [worker, second], [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

const GUESTS = 8

/** Lets every guest order, correct the address twice and be claimed twice, while a process is killed, and perhaps a worker. */
export async function killDuringOrders(
  shop: Shop,
  { killsWorker }: { killsWorker: boolean },
): Promise<{ violations: string[]; requests: number; kills: number }> {
  const { db, servers, workers } = shop
  const productId = await stockProduct(db, { stock: 1000 })
  const guests = await Promise.all(
    Array.from({ length: GUESTS }, async (_, n) => {
      const email = newAddress()
      return { n, email, key: randomUUID(), account: await accountOf(db, email) }
    }),
  )
  const results = guests.map(async ({ n, email, key, account }) => {
    const headers = { 'idempotency-key': key }
    const order = (m: number) => persist(() => place(originOf(shop, n + m), { email }, productId, headers))
    const orders = await Promise.all([order(0), order(1)])
    const [{ body }] = orders as [Answer, Answer]
    const token = tokenOf(orders[0]!)!
    await sleep(Math.random() * 100)
    const once = (ask: () => Promise<Answer>) => ask().catch(() => undefined)
    const [one, two, ...claims] = await Promise.all([
      once(() => correct(originOf(shop, n), body.id, token)),
      once(() => correct(originOf(shop, n + 1), body.id, token)),
      once(() => claim(originOf(shop, n), account)),
      once(() => claim(originOf(shop, n + 1), account)),
    ])
    return { email, account, token, orders, id: body.id as number, corrections: [one, two], claims }
  })
  await sleep(50 + Math.random() * 150)
  const victims = [oneOf(servers), ...(killsWorker ? [oneOf(workers)] : [])]
  await Promise.all(victims.map(victim => victim.kill()))
  const seen = await Promise.all(results)
  await until(
    async () =>
      (await sql`select from deliveries where state not in ('sent', 'failed', 'skipped')`.execute(db)).rows.length ===
      0,
    'all emails left',
  )
  const violations: string[] = []
  for (const guest of seen) violations.push(...(await violationsOf(shop, guest)))
  violations.push(...(await misdirected(db)))
  return { violations, requests: GUESTS * 6, kills: victims.length }
}

function oneOf<T>([one, other]: T[]): T {
  return Math.random() < 0.5 ? one! : other!
}

function originOf({ servers }: Shop, n: number): string {
  return servers[n % 2]!.process.origin
}

/** Repeats a request until it has an answer: its process was killed, the first try is under way, or a lock was held for too long. */
async function persist(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await ask().catch(() => undefined)
    if (answer && answer.status !== 409 && answer.status !== 503) return answer
    await sleep(50)
  }
}

type Seen = {
  id: number
  email: string
  token: string
  account: { id: string; token: string }
  orders: Answer[]
  corrections: (Answer | undefined)[]
  claims: (Answer | undefined)[]
}

async function violationsOf(
  shop: Shop,
  { id, email, token, account, orders, corrections, claims }: Seen,
): Promise<string[]> {
  const { rows } = await sql<{
    owner: string
    isGuest: boolean
    email: string
    orders: number
    confirmations: number
    links: number
  }>`
    select u.id as owner, u.is_guest as "isGuest", u.email,
      (select count(*)::int from orders p join order_items i on i.order_id = p.id join users g on g.id = p.owner_id
        where g.id = u.id) as orders,
      (select count(*)::int from events e join deliveries d on d.event_id = e.id join dev_mail m on m.message_id = d.message_id
        where e.type = 'order.placed' and e.payload ->> 'orderId' = o.id::text) as confirmations,
      (select count(*)::int from order_links where order_id = o.id) as links
    from orders o join users u on u.id = o.owner_id where o.id = ${id}
  `.execute(shop.db)
  const [found] = rows
  const made = corrections.filter(answer => answer?.status === 200)
  const moved = claims.flatMap(answer => answer?.body?.orderIds ?? [])
  const wrong = {
    'two tries made two orders': new Set(orders.map(({ body }) => body.id)).size !== 1 || found?.orders !== 1,
    'it has not one confirmation': found?.confirmations !== 1,
    'it moved twice': moved.length > 1 || made.length > 1,
    'it moved and was corrected': moved.length > 0 && made.length > 0,
    'a stranger owns it': found !== undefined && !found.isGuest && found.owner !== account.id,
    'it has a link though an account owns it': found?.isGuest === false && found.links > 0,
    'a guest has it without a link': found?.isGuest === true && found.links !== 1,
    'an answer was an error': [...corrections, ...claims].some(answer => answer !== undefined && answer.status >= 500),
  }
  const isOriginal = found?.isGuest === true && found.email === email
  return [
    ...Object.entries(wrong).flatMap(([rule, isBroken]) =>
      isBroken ? [`order ${id}: ${rule} ${JSON.stringify(found)}`] : [],
    ),
    ...(await opens(originOf(shop, id), id, token, isOriginal)),
    ...(made[0] ? await opens(originOf(shop, id), id, tokenOf(made[0]), found?.isGuest === true) : []),
  ]
}

/** Emails whose dialogue ended after the address had been corrected. */
async function misdirected(db: Db): Promise<string[]> {
  const { rows } = await sql<{ violation: string }>`
    select 'an email went to ' || m.recipient || ' at ' || d.marked_at || ', which was theirs until ' || h.until as violation
    from address_history h join deliveries d on d.user_id = h.user_id and d.marked_at > h.until
    join dev_mail m on m.message_id = d.message_id and m.recipient = h.email
  `.execute(db)
  return rows.map(({ violation }) => violation)
}
