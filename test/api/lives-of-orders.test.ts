import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { readCsv } from '../../src/csv.ts'
import { issueNextCreditNote, issueNextInvoice } from '../../src/documents/issuer.ts'
import { loadShop } from '../../src/shop/settings.ts'
import { sellAs } from '../support/documents.ts'
import { type Person, person, verifyEmail } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { times } from '../support/times.ts'
import { sendTransfers } from '../support/transfers.ts'

/*
 * Generated lives of orders: edits, returns in parts, refunds, cancellations, withdrawals, discounts, several rates, delivery. Whatever
 * happens, invoice − credit notes = the VAT of what is left of the order, for each rate, to the cent; and the files say the same.
 */

let semel: Semel
let buyer: Person
let admin: Person
before(async () => {
  semel = await startSemel({}, { worker: false })
  admin = await person(semel, 'admin')
  buyer = await person(semel)
  await verifyEmail(semel, buyer.id)
  await sellAs(semel)
  await sql`
    insert into tax_rates (country, class, rate_bp, valid_from, confirmed)
    values ('DE', 'reduced', 700, '2020-01-01', true), ('DE', 'zero', 0, '2020-01-01', true) on conflict do nothing
  `.execute(semel.db)
  await sql`
    insert into delivery_methods (id, names, price, currency, days_least, days_most, position)
    values (gen_random_uuid(), '{"en": "Express"}', 990, 'EUR', 1, 2, 2)
  `.execute(semel.db)
  await sql`update delivery_methods set price = 490, currency = 'EUR' where names ->> 'en' <> 'Express'`.execute(
    semel.db,
  )
  for (const value of [10, 33, 100])
    await sql`insert into discount_codes (code, kind, value, created_at) values (${`P${value}`}, 'percent', ${value}, now())`.execute(
      semel.db,
    )
})
after(() => semel[Symbol.asyncDispose]())

const ask = (method: string, path: string, body: object = {}, who = admin) =>
  semel.client().request(method, path, { ...(method !== 'GET' && { body }), token: who.token })

const CLASSES = ['standard', 'reduced', 'zero'] as const
const life = fc.record({
  lines: fc.array(
    fc.record({
      price: fc.integer({ min: 0, max: 3000 }),
      quantity: fc.integer({ min: 1, max: 4 }),
      tax_class: fc.constantFrom(...CLASSES),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  code: fc.constantFrom(undefined, undefined, 'P10', 'P33', 'P100'),
  express: fc.boolean(),
  pays: fc.boolean(),
  billed: fc.constantFrom('at once', 'when it is due'),
  edits: fc.array(fc.record({ line: fc.nat(3), keep: fc.nat(4) }), { maxLength: 2 }),
  goodwill: fc.option(fc.integer({ min: 1, max: 900 }), { freq: 2 }),
  end: fc.constantFrom('stays', 'cancelled', 'withdrawn', 'returned', 'returned', 'returned'),
  returns: fc.array(
    fc.record({
      pieces: fc.array(fc.nat(3), { minLength: 4, maxLength: 4 }),
      less: fc.option(fc.integer({ min: 1, max: 50 }), { freq: 4 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
})
type Life = typeof life extends fc.Arbitrary<infer T> ? T : never

/** Facts that the test knows by itself, such as money that left without goods. */
type Known = { id: number; goodwill: number; returned: Map<number, number>; delivery: number }

async function live(wanted: Life): Promise<Known> {
  const { lines, code, express, pays, billed, edits, goodwill, end } = wanted
  const products = await Promise.all(
    lines.map(({ price, tax_class }) => stockProduct(semel.db, { price, tax_class, stock: 100 })),
  )
  const items = lines.map(({ quantity }, n) => ({ productId: products[n]!, quantity }))
  const method = await semel.db
    .selectFrom('delivery_methods')
    .select('id')
    .where(sql`names ->> 'en'`, express ? '=' : '<>', 'Express')
    .executeTakeFirstOrThrow()
  const placed = await ask(
    'POST',
    '/api/orders',
    { items, delivery: method.id, ...(code && { discountCode: code }) },
    buyer,
  )
  assert.equal(placed.status, 201, placed.text)
  const id = placed.body.id as number
  const known: Known = { id, goodwill: 0, returned: new Map(), delivery: 0 }
  if (pays) await ask('POST', `/api/orders/${id}/mark-paid`)
  if (billed === 'at once') await ask('POST', `/api/orders/${id}/documents`, { kind: 'invoice' })
  await issue()
  for (const { line, keep } of edits) {
    if (goodwill && pays) known.goodwill += await refund(id, goodwill)
    await ask('PATCH', `/api/orders/${id}/items`, { items: [{ line: line + 1, quantity: keep }] })
    if (keep % 2) await issue()
  }
  if (end === 'cancelled') await ask('POST', `/api/orders/${id}/cancel`)
  if (end === 'withdrawn') await withdraw(id)
  if (end === 'returned') await giveBack(known, wanted)
  if (end === 'stays') for (const step of ['process', 'ship']) await ask('POST', `/api/orders/${id}/${step}`)
  await issue()
  if ((await ask('GET', `/api/orders/${id}/payment`)).status === 200) await sendTransfers(semel, id, admin)
  await issue()
  return known
}

async function refund(id: number, amount: number): Promise<number> {
  const { status } = await ask('POST', `/api/orders/${id}/refunds`, { amount })
  return status === 201 ? amount : 0
}

async function withdraw(id: number): Promise<void> {
  await ask('POST', '/api/withdrawals', { name: buyer.userName, email: buyer.email, order: String(id) }, buyer)
  const found = await semel.db.selectFrom('withdrawals').select('id').where('order_id', '=', id).executeTakeFirst()
  if (found) await ask('POST', `/api/admin/withdrawals/${found.id}/decide`, { accepted: true })
}

async function giveBack(known: Known, { returns }: Life): Promise<void> {
  const { id } = known
  for (const step of ['process', 'ship']) await ask('POST', `/api/orders/${id}/${step}`)
  await issue()
  for (const { pieces, less } of returns) {
    const items = pieces.map((quantity, n) => ({ line: n + 1, quantity }))
    const order = (await ask('GET', `/api/orders/${id}`)).body
    const possible = items.filter(({ line, quantity }) => {
      const found = order.items.find((item: { line: number }) => item.line === line)
      return found && quantity > 0 && found.quantity - found.returned >= quantity
    })
    const asked = await ask('POST', `/api/orders/${id}/returns`, { items: possible }, buyer)
    if (asked.status !== 201) continue
    const at = `/api/admin/returns/${asked.body.id}`
    await ask('POST', `${at}/approve`)
    const { body: received } = await ask('POST', `${at}/receive`)
    const worth = received.goodsTotal + received.deliveryTotal
    const amount = less && worth > less ? worth - less : undefined
    const paid = (await ask('POST', `${at}/refund`, { amount })).status === 201
    if (!paid && (await ask('POST', `${at}/credit`, { amount })).status !== 200) continue
    await noteWorth(known, asked.body.id, received.deliveryTotal)
    // Less than it is worth stays with the shop, like goodwill the other way round.
    if (amount !== undefined) known.goodwill -= less!
    if (worth % 2) await issue()
  }
}

async function noteWorth(known: Known, returnId: string, delivery: number): Promise<void> {
  const { rows } = await sql<{ rate: number; worth: number }>`
    select tax_rate_bp as rate, worth from return_items ri join returns r on r.id = ri.return_id
    join order_items i on i.order_id = r.order_id and i.line = ri.line where r.id = ${returnId}
  `.execute(semel.db)
  for (const { rate, worth } of rows) known.returned.set(rate, (known.returned.get(rate) ?? 0) + worth)
  known.delivery += delivery
}

/** Issues the documents that the workers would issue. */
async function issue(): Promise<void> {
  const shop = await loadShop(semel.db)
  for (const next of [issueNextInvoice, issueNextCreditNote]) {
    const attempt = () => ({ shop, now: new Date(), except: [], about: undefined })
    while (await semel.db.transaction().execute(tx => next(tx, attempt()))) {}
  }
}

type Tax = { rate: number; gross: number; tax: number; net: number }
type Paper = {
  kind: string
  total: number
  taxes: Tax[]
  lines: { total: number; discount: number }[]
  delivery: { total: number } | null
}

const PARTS = ['gross', 'tax', 'net'] as const

function sumsOf(papers: Paper[]): Map<number, Tax> {
  const sums = new Map<number, Tax>()
  for (const { kind, taxes } of papers)
    for (const { rate, ...tax } of taxes) {
      const sum = sums.get(rate) ?? { rate, gross: 0, tax: 0, net: 0 }
      for (const part of PARTS) sum[part] += kind === 'invoice' ? tax[part] : -tax[part]
      sums.set(rate, sum)
    }
  return sums
}

const taxIn = (gross: number, rate: number) => Math.round((gross * rate) / (100 + rate))

async function judge(known: Known): Promise<void> {
  const { id, goodwill, returned, delivery } = known
  const order = (await ask('GET', `/api/orders/${id}`)).body
  const papers: Paper[] = (await ask('GET', `/api/orders/${id}/documents`)).body.items
  for (const paper of papers) isWhole(paper)
  if (papers.length === 0) return
  const sums = sumsOf(papers)
  const total = [...sums.values()].reduce((sum, { gross }) => sum + gross, 0)
  const back = [...returned.values()].reduce((sum, worth) => sum + worth, 0) + delivery
  const left = order.status === 'cancelled' ? 0 : order.total - back
  assert.equal(total, order.status === 'cancelled' ? 0 : left - goodwill, 'the total of the papers')
  for (const { rate, gross, tax } of sums.values())
    assert.equal(tax, taxIn(gross, rate), `VAT of ${gross} at ${rate} %`)
  if (goodwill !== 0 || order.status === 'cancelled') return
  const parts = deliveryParts(order)
  for (const { rate, gross } of order.taxes as Tax[]) {
    const goods = returned.get(rate * 100) ?? 0
    const exact = gross - goods - (delivery * (parts.get(rate) ?? 0)) / (order.deliveryTotal || 1)
    const found = sums.get(rate)?.gross ?? 0
    if (delivery === 0) assert.equal(found, exact, `gross at ${rate} %`)
    else assert.ok(Math.abs(found - exact) < 1, `gross at ${rate} %: ${found}, ${exact}`)
  }
}

function deliveryParts(order: { taxes: Tax[]; items: { taxRate: number; lineTotal: number; discount: number }[] }) {
  const parts = new Map(order.taxes.map(({ rate, gross }) => [rate, gross]))
  for (const { taxRate, lineTotal, discount } of order.items)
    parts.set(taxRate, (parts.get(taxRate) ?? 0) - lineTotal + discount)
  return parts
}

/** Lines and delivery are the total, and so are the rates. */
function isWhole({ lines, delivery, total, taxes }: Paper): void {
  const goods = lines.reduce((sum, line) => sum + line.total - line.discount, 0)
  assert.equal(goods + (delivery?.total ?? 0), total)
  assert.equal(
    taxes.reduce((sum, { gross }) => sum + gross, 0),
    total,
  )
}

test('generated lives of orders → papers, rates and files agree exactly', async () => {
  await fc.assert(
    fc.asyncProperty(life, async wanted => judge(await live(wanted))),
    { numRuns: times(12), endOnFailure: true },
  )
  await filesAgree()
})

async function records(path: string): Promise<Record<string, string>[]> {
  const { text } = await semel.client().get(path, { headers: { cookie: `semel_session=${admin.token}` } })
  const rows: string[][] = []
  for await (const record of readCsv(Readable.from([text]))) if ('fields' in record) rows.push(record.fields)
  const [head, ...rest] = rows
  return rest.map(row => Object.fromEntries(head!.map((name, n) => [name, row[n]!])))
}

const cents = (text: string | undefined) => {
  assert.match(text ?? '', /^-?\d+\.\d\d$/)
  return Math.round(Number(text) * 100)
}

async function filesAgree(): Promise<void> {
  const [documents, sums, orders] = await Promise.all(
    ['/admin/documents.csv', '/admin/vat.csv', '/admin/orders.csv'].map(records),
  )
  const byRate = (rows: Record<string, string>[], part: string) => {
    const all = new Map<string, number>()
    for (const row of rows) all.set(row.vat_rate!, (all.get(row.vat_rate!) ?? 0) + cents(row[part]))
    return [...all].sort()
  }
  for (const part of ['net', 'vat', 'gross']) assert.deepEqual(byRate(documents!, part), byRate(sums!, part), part)
  for (const order of orders!) {
    const own = documents!.filter(row => row.order === order.order)
    if (own.length === 0 || order.status === 'cancelled') continue
    const papers = own.reduce((sum, { gross }) => sum + cents(gross), 0)
    const [received, refunded, total, credited] = ['received', 'refunded', 'total', 'credited'].map(name =>
      cents(order[name]),
    )
    assert.equal(papers, received! > 0 ? received! - refunded! : total! - credited!, `order ${order.order}`)
  }
  const { rows } = await sql<{ id: string; n: number }>`
    select d.id, (
      select count(*)::int from event_outbox where type = 'document.issued' and data ->> 'documentId' = d.id::text
    ) + (
      select count(*)::int from event_feed where type = 'document.issued' and data ->> 'documentId' = d.id::text
    ) as n from documents d
  `.execute(semel.db)
  assert.deepEqual(
    rows.filter(({ n }) => n !== 1),
    [],
    'each document is in the feed once',
  )
}
