import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { FORMER_OWNER } from '../src/orders/queries.ts'
import { judgeNumbers, sellAs } from '../test/support/documents.ts'
import { type SemelProcess, spawnSemel } from '../test/support/process.ts'
import { stockProduct } from '../test/support/products.ts'
import { type Semel, startSemel } from '../test/support/semel.ts'
import { until } from '../test/support/until.ts'
import { Killable } from './killable.ts'
import { PAPER_RACES } from './papers/races.ts'
import type { Plays } from './plays.ts'
import type { Proof } from './proof.ts'

/**
 * Four processes write the invoices of orders, and the credit notes of their refunds. They are killed again and again, and every
 * seventh of their transactions is rolled back at its end. A run is one document. Before that, several write credit notes at once.
 */
export const proof: Proof = {
  rule: 'DOCUMENTS',
  promise: 'Numbers of documents have no gap, are given once, and ascend with their dates',
  defaultRuns: 10_000,
  async run({ runs, plays }) {
    const counts = { cases: 0, faults: 0 }
    await raceAll(plays)
    for (let done = 0; done < runs; done += STORM) {
      const size = Math.min(STORM, runs - done)
      await plays.run(`four processes, kills and roll-backs, up to document ${done + size}`, async () => {
        const { documents, faults, violations } = await storm(size)
        counts.cases += documents
        counts.faults += faults
        return violations
      })
    }
    return counts
  },
}

async function raceAll(plays: Plays): Promise<void> {
  const chosen = PAPER_RACES.filter(({ name }) => plays.includes(name))
  if (chosen.length === 0) return
  await using semel = await startSemel({}, { worker: false })
  await sellAs(semel)
  for (const { name, race } of chosen) await plays.run(name, () => race(semel))
}

/** Documents of one play. */
const STORM = 1000
const PROCESSES = 4

async function storm(size: number): Promise<{ documents: number; faults: number; violations: string[] }> {
  await using stack = new AsyncDisposableStack()
  const semel = stack.use(await startSemel({}, { worker: false }))
  await sellAs(semel)
  const refunds = Math.floor(size / 4)
  await makeOrders(semel, size - refunds, refunds)
  const all: SemelProcess[] = []
  const issuers = await Promise.all(
    Array.from({ length: PROCESSES }, (_, n) =>
      Killable.start(async () => {
        const started = await start(semel.databaseUrl, n)
        all.push(started)
        return started
      }),
    ),
  )
  for (const issuer of issuers) stack.use(issuer)
  let isOver = false
  const killing = kill(issuers, () => isOver)
  const isComplete = async () => (await countDocuments(semel)) >= size
  await until(isComplete, 'all documents', 45_000 + size * 50).catch(() => {})
  isOver = true
  await killing
  const written = await countDocuments(semel)
  const missing = written === size ? [] : [`${written} of ${size} documents were written`]
  const outputs = all.map(one => one.output())
  const failures = outputs.flatMap(output => output.match(FAILURE) ?? []).slice(0, 5)
  const kills = issuers.reduce((sum, one) => sum + one.kills, 0)
  const rolledBack = outputs.flatMap(output => output.match(/rolled back/g) ?? []).length
  const violations = [...missing, ...failures, ...(await judgeNumbers(semel)), ...(await judgeMoney(semel))]
  return { documents: written, faults: kills + rolledBack, violations }
}

/** Nobody may meet a number that another one has: that would be an error, which rolls back. */
const FAILURE = /^failed: .*$|"msg":"a document was left for later".*$/gm

async function countDocuments({ db }: Semel): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from documents`.execute(db)
  return rows[0]!.n
}

/** Paid orders of 11.90, and refunds of some of them. Their owners have deleted their accounts, so no emails wait. */
async function makeOrders({ db }: Semel, orders: number, refunds: number): Promise<void> {
  const owner = FORMER_OWNER
  await sql`
    insert into users (id, email, user_name, password_hash, created_at, disabled_at, confirmed_at)
    values (${owner}::uuid, 'nobody@semel.invalid', 'Nobody', '', now(), now(), now())
  `.execute(db)
  const productId = await stockProduct(db)
  await sql`
    with new as (
      insert into orders (owner_id, status, total, currency, placed_at, payment_status, tax_country)
      select ${owner}::uuid, 'placed', 1190, 'EUR', now(), 'paid', 'DE' from generate_series(1, ${orders}::int)
      returning id
    ), item as (
      insert into order_items (order_id, line, product_id, sku, name, unit_price, quantity, tax_rate_bp)
      select id, 1, ${productId}::bigint, 'LAMP', 'Lamp', 1190, 1, 1900 from new
    ), tax as (
      insert into order_taxes (order_id, rate_bp, net, tax, gross) select id, 1900, 1000, 190, 1190 from new
    ), payment as (
      insert into payments (id, order_id, provider, amount, currency, state, captured, refund_reserved, refunded, expires_at)
      select gen_random_uuid(), id, 'transfer', 1190, 'EUR', 'captured', 1190, 333, 333, now() from new
      returning id
    )
    insert into refunds (id, payment_id, amount, source, state, by_user, ended_at)
    select gen_random_uuid(), id, 333, 'shop', 'done', ${owner}::uuid, now() from payment limit ${refunds}
  `.execute(db)
}

/** Two are workers as operators run them, and two roll back. */
function start(databaseUrl: string, n: number): Promise<SemelProcess> {
  return n < 2 ? startWorker(databaseUrl) : startIssuer(databaseUrl)
}

async function startWorker(databaseUrl: string): Promise<SemelProcess> {
  const env = { DATABASE_URL: databaseUrl, SECRET_KEY: 'test '.repeat(8), LOG_LEVEL: 'error' }
  const worker = spawnSemel(['work'], env)
  await worker.printed(/worker is running/)
  return worker
}

async function startIssuer(databaseUrl: string): Promise<SemelProcess> {
  const issuer = spawnSemel([], { DATABASE_URL: databaseUrl }, ISSUER)
  await issuer.printed(/ready/)
  return issuer
}

const ISSUER = fileURLToPath(new URL('papers/issuer.ts', import.meta.url))

async function kill(victims: Killable<SemelProcess>[], isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await sleep(200 + Math.random() * 800)
    await victims[Math.floor(Math.random() * victims.length)]!.kill()
  }
}

/** Each credit note is of its refund, and the VAT of what was credited is right. */
async function judgeMoney({ db }: Semel): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select format('%s says %s', label, content -> 'taxes') as text from documents
    where not content -> 'taxes' @> case kind
      when 'invoice' then '[{"rate": 1900, "net": 1000, "tax": 190, "gross": 1190}]'::jsonb
      else '[{"rate": 1900, "net": 280, "tax": 53, "gross": 333}]'::jsonb end
    limit 5
  `.execute(db)
  return rows.map(({ text }) => text)
}
