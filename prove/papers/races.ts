/** The races of credit notes: many write one, a refund fails after its note, and an order becomes smaller before anybody has paid. */
import { sql } from 'kysely'
import type { Tx } from '../../src/database/schema.ts'
import { type Issued, issueCreditNote, issueInvoice, takeCreditNoteBack } from '../../src/documents/issue.ts'
import { issueNextCreditNote } from '../../src/documents/issuer.ts'
import { loadShop, type Shop } from '../../src/shop/settings.ts'
import { hold, lockedOut } from '../../test/support/locks.ts'
import { type Person, person } from '../../test/support/people.ts'
import { stockProduct } from '../../test/support/products.ts'
import type { Semel } from '../../test/support/semel.ts'

type Order = { id: number; staff: Person; shop: Shop }

/** Four of them have VAT that single refunds round up. */
const PAPER_PRICE = 595

const expect = (name: string, is: unknown, wanted: unknown) => (is === wanted ? [] : [`${name}: ${is}, not ${wanted}`])

async function request({ client }: Semel, method: string, path: string, body: object | undefined, { token }: Person) {
  const answer = await client().request(method, path, { body, token })
  if (answer.status >= 300) throw new Error(answer.text)
  return answer.body
}

async function order(semel: Semel, quantity = 4): Promise<Order> {
  const [buyer, staff] = [await person(semel), await person(semel, 'staff')]
  const items = [{ productId: await stockProduct(semel.db, { price: PAPER_PRICE }), quantity }]
  const { id } = await request(semel, 'POST', '/api/orders', { items }, buyer)
  return { id, staff, shop: await loadShop(semel.db) }
}

const invoice = (semel: Semel, { id, shop }: Order) =>
  semel.db.transaction().execute(tx => issueInvoice(tx, id, shop, new Date()))

async function paidOrder(semel: Semel, quantity?: number): Promise<Order> {
  const made = await order(semel, quantity)
  await request(semel, 'POST', `/api/orders/${made.id}/mark-paid`, {}, made.staff)
  await invoice(semel, made)
  return made
}

const refund = async (semel: Semel, { id, staff }: Order, amount: number): Promise<string> =>
  (await request(semel, 'POST', `/api/orders/${id}/refunds`, { amount }, staff)).id
const waive = (semel: Semel, { staff }: Order, id: string) =>
  request(semel, 'POST', `/api/admin/refund-transfers/${id}/waive`, { reason: 'Keep it.' }, staff)
const resize = (semel: Semel, { id, staff }: Order, quantity: number) =>
  request(semel, 'PATCH', `/api/orders/${id}/items`, { items: [{ line: 1, quantity }] }, staff)

type Write = (tx: Tx, shop: Shop) => Promise<Issued | string>
const noteOf =
  (refundId: string): Write =>
  (tx, shop) =>
    issueCreditNote(tx, { refundId }, shop, new Date())
const reversalOf =
  (refundId: string): Write =>
  (tx, shop) =>
    takeCreditNoteBack(tx, refundId, shop, new Date())

const write = ({ db }: Semel, { shop }: Order, work: Write) => db.transaction().execute(tx => work(tx, shop))

/** All begin while somebody holds the order, so each reads before another one has written. */
async function together(semel: Semel, made: Order, works: Write[]): Promise<(Issued | string)[]> {
  await using held = await hold(semel.databaseUrl, tx =>
    sql`select from orders where id = ${made.id} for no key update`.execute(tx),
  )
  const all = Promise.all(works.map(work => write(semel, made, work)))
  // A mutant that does not wait ends, and the race is judged all the same.
  await Promise.race([lockedOut(semel.db, works.length, all), all])
  await held.release()
  return all
}

const countNew = (written: (Issued | string)[]) => written.filter(one => typeof one === 'object' && one.isNew).length

/** Writes what is due of this order, as the workers do. */
async function writeDue(semel: Semel, { shop }: Order): Promise<string[]> {
  for (let n = 0; n < 20; n++) {
    const attempt = { shop, now: new Date(), except: [], about: undefined }
    if (!(await semel.db.transaction().execute(tx => issueNextCreditNote(tx, attempt)))) return []
  }
  return ['credit notes are due without end']
}

type Paper = { kind: string; total: number; tax: number; pieces: number }

async function papersOf({ db }: Semel, { id }: Order): Promise<Paper[]> {
  const { rows } = await sql<Paper>`
    select kind, (content ->> 'total')::int as total, (content -> 'taxes' -> 0 ->> 'tax')::int as tax,
      (select coalesce(sum((line ->> 'quantity')::int) filter (where line ->> 'sku' <> ''), 0)::int
        from jsonb_array_elements(content -> 'lines') line) as pieces
    from documents where order_id = ${id} order by series, number
  `.execute(db)
  return rows
}

/** The invoice without its credit notes. */
async function left(semel: Semel, made: Order): Promise<{ total: number; tax: number; notes: Paper[] }> {
  const papers = await papersOf(semel, made)
  const sum = (of: 'total' | 'tax') =>
    papers.reduce((all, paper) => all + (paper.kind === 'invoice' ? paper[of] : -paper[of]), 0)
  return { total: sum('total'), tax: sum('tax'), notes: papers.filter(({ kind }) => kind === 'credit_note') }
}

async function oneByFour(semel: Semel): Promise<string[]> {
  const made = await paidOrder(semel)
  const refundId = await refund(semel, made, 500)
  const written = await together(
    semel,
    made,
    Array.from({ length: 4 }, () => noteOf(refundId)),
  )
  const { total, notes } = await left(semel, made)
  return [...expect('new', countNew(written), 1), ...expect('notes', notes.length, 1), ...expect('left', total, 1880)]
}

/** Each takes what the papers have left, so all of them are the VAT of the invoice. */
async function threeAtOnce(semel: Semel): Promise<string[]> {
  const made = await paidOrder(semel)
  const refunds: string[] = []
  for (const amount of [793, 793, 794]) refunds.push(await refund(semel, made, amount))
  const written = await together(semel, made, refunds.map(noteOf))
  const { total, tax } = await left(semel, made)
  return [...expect('new', countNew(written), 3), ...expect('left', total, 0), ...expect('VAT left', tax, 0)]
}

async function takenBack(semel: Semel): Promise<string[]> {
  const made = await paidOrder(semel)
  const refundId = await refund(semel, made, 500)
  await write(semel, made, noteOf(refundId))
  const early = await write(semel, made, reversalOf(refundId))
  await waive(semel, made, refundId)
  const written = await together(
    semel,
    made,
    Array.from({ length: 3 }, () => reversalOf(refundId)),
  )
  const endless = await writeDue(semel, made)
  const whole = (await left(semel, made)).total
  await write(semel, made, noteOf(await refund(semel, made, 4 * PAPER_PRICE)))
  return [
    ...expect('before it failed', early, 'nothing_to_credit'),
    ...expect('new', countNew(written), 1),
    ...endless,
    ...expect('left', whole, 4 * PAPER_PRICE),
    ...expect('left after all went back', (await left(semel, made)).total, 0),
  ]
}

/** Goes from six pieces to five before the invoice, then to three and to two; then it is cancelled. */
async function smaller(semel: Semel): Promise<string[]> {
  const made = await order(semel, 6)
  await resize(semel, made, 5)
  await invoice(semel, made)
  const endless: string[] = []
  for (const quantity of [3, 2]) {
    await resize(semel, made, quantity)
    endless.push(...(await writeDue(semel, made)))
  }
  await request(semel, 'POST', `/api/orders/${made.id}/cancel`, {}, made.staff)
  endless.push(...(await writeDue(semel, made)))
  const { total, tax, notes } = await left(semel, made)
  const credited = notes.map(note => `${note.pieces} for ${note.total}`).join(', ')
  const wanted = [2, 1, 2].map(pieces => `${pieces} for ${pieces * PAPER_PRICE}`).join(', ')
  return [...endless, ...expect('notes', credited, wanted), ...expect('left', total, 0), ...expect('VAT left', tax, 0)]
}

/** A surplus, a part that went before the invoice, and a refund that nobody wants. */
async function notInvoiced(semel: Semel): Promise<string[]> {
  const made = await order(semel)
  await request(semel, 'POST', `/api/orders/${made.id}/mark-paid`, { amount: 4 * PAPER_PRICE + 100 }, made.staff)
  await resize(semel, made, 3)
  await invoice(semel, made)
  const waived = await refund(semel, made, 300)
  await waive(semel, made, waived)
  const { rows } = await sql<{ id: string }>`
    select r.id from refunds r join payments p on p.id = r.payment_id where p.order_id = ${made.id} order by r.id
  `.execute(semel.db)
  const written: unknown[] = []
  for (const { id } of rows) written.push(await write(semel, made, noteOf(id)))
  return expect('notes', written.join(), rows.map(() => 'nothing_to_credit').join())
}

/** A piece went back before the invoice, and then the others became dearer: the invoice never had that piece. */
async function dearer(semel: Semel): Promise<string[]> {
  const made = await order(semel)
  await request(semel, 'POST', `/api/orders/${made.id}/mark-paid`, {}, made.staff)
  await resize(semel, made, 3)
  const items = [{ line: 1, unitPrice: PAPER_PRICE + 400 }]
  await request(semel, 'PATCH', `/api/orders/${made.id}/items`, { items }, made.staff)
  await invoice(semel, made)
  const endless = await writeDue(semel, made)
  const { total, notes } = await left(semel, made)
  return [...endless, ...expect('left', total, 3 * (PAPER_PRICE + 400)), ...expect('notes', notes.length, 0)]
}

/** The transfer was for somebody else. */
async function undo(semel: Semel, { id, staff }: Order): Promise<void> {
  const { items } = await request(semel, 'GET', `/api/orders/${id}/incoming-transfers`, undefined, staff)
  await request(semel, 'POST', `/api/incoming-transfers/${items[0].id}/undo`, {}, staff)
}

/** A refund of money that never came lowers the amount due: the credit note stays, or is still written. */
async function neverPaid(semel: Semel): Promise<string[]> {
  const found: string[] = []
  for (const isNoteFirst of [true, false]) {
    const made = await paidOrder(semel)
    const refundId = await refund(semel, made, 500)
    if (isNoteFirst) await write(semel, made, noteOf(refundId))
    await undo(semel, made)
    const endless = await writeDue(semel, made)
    const { total, notes } = await left(semel, made)
    found.push(...endless, ...expect('left', total, 4 * PAPER_PRICE - 500), ...expect('notes', notes.length, 1))
  }
  return found
}

/** Goods came back before anybody had paid. */
async function takenOff(semel: Semel): Promise<string[]> {
  const made = await order(semel)
  for (const step of ['process', 'ship']) await request(semel, 'POST', `/api/orders/${made.id}/${step}`, {}, made.staff)
  await invoice(semel, made)
  const items = [{ line: 1, quantity: 1 }]
  const { id } = await request(semel, 'POST', `/api/orders/${made.id}/returns`, { items }, made.staff)
  for (const step of ['approve', 'receive', 'credit'])
    await request(semel, 'POST', `/api/admin/returns/${id}/${step}`, {}, made.staff)
  const note: Write = (tx, shop) => issueCreditNote(tx, { returnId: id }, shop, new Date())
  const written = await together(semel, made, [note, note, note])
  const { total, notes } = await left(semel, made)
  return [
    ...expect('new', countNew(written), 1),
    ...expect('left', total, 3 * PAPER_PRICE),
    ...expect('pieces', notes[0]?.pieces, 1),
  ]
}

export const PAPER_RACES: { name: string; race: (semel: Semel) => Promise<string[]> }[] = [
  { name: 'four write the note of one refund', race: oneByFour },
  { name: 'the notes of three refunds at once', race: threeAtOnce },
  { name: 'three take back the note of a refund that failed', race: takenBack },
  { name: 'an unpaid order becomes smaller, and is cancelled', race: smaller },
  { name: 'money that was never invoiced', race: notInvoiced },
  { name: 'a piece that went before a dearer invoice', race: dearer },
  { name: 'three write the note of a return', race: takenOff },
  { name: 'what was to go back of money that never came', race: neverPaid },
]
