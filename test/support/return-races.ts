import { sql } from 'kysely'
import { one } from '../../src/database/rows.ts'
import { issueNextCreditNote, issueNextInvoice } from '../../src/documents/issuer.ts'
import { loadShop } from '../../src/shop/settings.ts'
import type { Answer } from './client.ts'
import { type Person, person, verifyEmail } from './people.ts'
import { stockProduct } from './products.ts'
import type { Semel } from './semel.ts'
import { sendTransfers } from './transfers.ts'

/* Races of two staff and a customer for what comes back. Each returns its violations as text: never more than went out. */

const PIECES = 3
const PRICE = 1000

type Sent = { id: number; productId: number; buyer: Person; staff: [Person, Person] }

async function shipped(semel: Semel, pieces = PIECES): Promise<Sent> {
  const { db } = semel
  const buyer = await person(semel)
  await verifyEmail(semel, buyer.id)
  const staff: [Person, Person] = [await person(semel, 'staff'), await person(semel, 'staff')]
  const productId = await stockProduct(db, { price: PRICE, stock: 100 })
  const { body } = await post(semel, buyer, '/api/orders', { items: [{ productId, quantity: pieces }] })
  for (const step of ['mark-paid', 'process', 'ship']) await post(semel, staff[0], `/api/orders/${body.id}/${step}`)
  return { id: body.id, productId, buyer, staff }
}

function post({ client }: Semel, { token }: Person, path: string, body: object = {}): Promise<Answer> {
  return client().post(path, body, { token })
}

const ask = (semel: Semel, who: Person, id: number, quantity: number) =>
  post(semel, who, `/api/orders/${id}/returns`, { items: [{ line: 1, quantity }] })

/** Finds violations of rules that hold for every order, whatever happened at once. */
async function violationsOf({ db }: Semel, { id, productId }: Sent): Promise<string[]> {
  const { rows } = await sql<Record<string, number>>`
    select i.quantity, i.returned, p.stock,
      (select coalesce(sum(ri.quantity), 0)::int from returns r join return_items ri on ri.return_id = r.id
        where r.order_id = ${id} and r.state <> 'declined') as asked,
      (select coalesce(sum(ri.restocked), 0)::int from returns r join return_items ri on ri.return_id = r.id
        where r.order_id = ${id}) as restocked,
      (select coalesce(sum(goods_total), 0)::int from returns where order_id = ${id}) as goods,
      (select coalesce(sum(f.amount), 0)::int from refunds f where f.return_id is not null and f.payment_id = pay.id) as "forReturns",
      (select coalesce(sum(f.amount), 0)::int from refunds f where f.payment_id = pay.id) as refunds,
      (select count(*)::int - count(distinct (payload ->> 'returnId', type))::int from events
        where type like 'return.%' and payload ->> 'orderId' = ${String(id)}) as "toldTwice",
      (select count(*)::int from returns where order_id = ${id} and state not in ('closed', 'declined')) as open,
      pay.captured::int as captured, pay.refund_reserved::int as reserved
    from order_items i join products p on p.id = i.product_id join payments pay on pay.order_id = i.order_id
    where i.order_id = ${id}
  `.execute(db)
  const found = one(rows)
  const rules: Record<string, boolean> = {
    'more came back than went out': found.returned! > found.quantity! || found.asked! > found.quantity!,
    'what is returned is not what was asked': found.returned !== found.asked,
    'stock came back twice, or not': found.stock !== 100 - found.quantity! + found.restocked!,
    'more money went back than came': found.reserved! > found.captured! || found.refunds! > found.captured!,
    'more was paid for returns than they were worth': found.forReturns! > found.goods!,
    'a step was told twice': found.toldTwice! > 0,
  }
  const broken = Object.keys(rules).filter(rule => rules[rule])
  return broken.map(rule => `order ${id}, product ${productId}: ${rule} ${JSON.stringify(found)}`)
}

function strange(answers: readonly Answer[]): string[] {
  return answers.flatMap(({ status, text }) => ([200, 201, 409].includes(status) ? [] : [`${status} ${text}`]))
}

/** Two staff take every step that they see, while the customer asks for more. */
async function everybody(semel: Semel): Promise<string[]> {
  const order = await shipped(semel)
  const { id, buyer, staff } = order
  const answers: Answer[] = []
  const customer = async () => {
    for (const quantity of [1, 2, 1, 3, 1, 2]) answers.push(await ask(semel, buyer, id, quantity))
  }
  const worker = async (who: Person) => {
    for (let round = 0; round < 6; round++) {
      const { body } = await semel.client().get(`/api/orders/${id}/returns`, { token: who.token })
      const steps = (body.items as { id: string; state: string }[]).flatMap(({ id: one, state }, n) => {
        const step = { requested: n === 1 ? 'decline' : 'approve', approved: 'receive', received: 'refund' }[state]
        return step ? [post(semel, who, `/api/admin/returns/${one}/${step}`)] : []
      })
      answers.push(...(await Promise.all(steps)))
    }
  }
  await Promise.all([customer(), ...staff.map(worker), ...staff.map(worker)])
  return [...strange(answers), ...(await violationsOf(semel, order)), ...(await endsOf(semel, order))]
}

/** Staff make all transfers, and workers write all papers. Then money and papers have to agree, and nothing waits without a way out. */
async function endsOf(semel: Semel, { id, staff }: Sent): Promise<string[]> {
  const shop = await loadShop(semel.db)
  const attempt = () => ({ shop, now: new Date(), except: [], about: undefined })
  const write = async () => {
    for (const next of [issueNextInvoice, issueNextCreditNote])
      while (await semel.db.transaction().execute(tx => next(tx, attempt()))) {}
  }
  await Promise.all([write(), write(), sendTransfers(semel, id, staff[0])])
  await write()
  const { rows } = await sql<Record<string, number>>`
    select captured, refunded,
      (select coalesce(sum(amount), 0) from refunds where payment_id = pay.id and state = 'done') as bank,
      (select coalesce(sum(case kind when 'invoice' then 1 else -1 end * (content ->> 'total')::bigint), 0)
        from documents where order_id = ${id}) as papers,
      (select count(*) from documents, jsonb_to_recordset(content -> 'lines') as l (total bigint, rate int)
        where order_id = ${id} and kind = 'credit_note' and l.total <= 0) as deductions,
      (select count(*) from refunds where payment_id = pay.id and state not in ('done', 'failed')) as waiting,
      (select count(*) from refunds where payment_id = pay.id and needs_credit_note and state = 'done') as unwritten
    from payments pay where order_id = ${id}
  `.execute(semel.db)
  const { captured, refunded, bank, papers, deductions, waiting, unwritten } = Object.fromEntries(
    Object.entries(one(rows)).map(([name, value]) => [name, Number(value)]),
  ) as Record<string, number>
  const rules: Record<string, boolean> = {
    'the list of the bank is not what went back': bank !== refunded,
    'invoice − credit notes is not what the shop has kept': papers !== captured! - refunded!,
    'a credit note deducts from what came back whole': deductions! > 0,
    'money waits after everybody has done their part': waiting! > 0,
    'a credit note was never written': unwritten! > 0,
  }
  const broken = Object.keys(rules).filter(rule => rules[rule])
  return broken.map(rule => `order ${id}: ${rule} ${JSON.stringify({ captured, refunded, bank, papers, waiting })}`)
}

/** The customer clicks while staff enter the same return. */
async function lastPiece(semel: Semel): Promise<string[]> {
  const order = await shipped(semel, 1)
  const answers = await Promise.all([order.buyer, ...order.staff, order.buyer].map(who => ask(semel, who, order.id, 1)))
  const accepted = answers.filter(({ status }) => status === 201).length
  return [
    ...strange(answers),
    ...(accepted === 1 ? [] : [`${accepted} returns of the last piece`]),
    ...(await violationsOf(semel, order)),
  ]
}

async function refundedTwice(semel: Semel): Promise<string[]> {
  const order = await shipped(semel)
  const { body } = await ask(semel, order.buyer, order.id, 1)
  const at = `/api/admin/returns/${body.id}`
  await post(semel, order.staff[0], `${at}/approve`)
  await Promise.all(order.staff.map(who => post(semel, who, `${at}/receive`)))
  const answers = await Promise.all([...order.staff, ...order.staff].map(who => post(semel, who, `${at}/refund`)))
  const refunded = answers.filter(({ status }) => status === 201).length
  return [
    ...strange(answers),
    ...(refunded === 1 ? [] : [`${refunded} refunds of one return`]),
    ...(await violationsOf(semel, order)),
  ]
}

export const RETURN_RACES = [
  { name: 'two staff and a customer ask, receive and refund', race: everybody, requests: 40 },
  { name: 'four want to return the last piece', race: lastPiece, requests: 4 },
  { name: 'two staff refund one return', race: refundedTwice, requests: 6 },
]
