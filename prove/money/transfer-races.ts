/** The races of money that comes and goes by bank transfer. The bank's own list is the judge of what was sent. */
import { sql } from 'kysely'
import { adoptTransfers } from '../../src/payments/transfers-out/adopt.ts'
import { changeShop, forgetShop } from '../../src/shop/settings.ts'
import { hold, lockedOut } from '../../test/support/locks.ts'
import { paymentStatus } from '../../test/support/payments.ts'
import { type Person, person } from '../../test/support/people.ts'
import { stockProduct } from '../../test/support/products.ts'
import type { Semel } from '../../test/support/semel.ts'
import { ACCOUNT, transfersOf } from '../../test/support/transfers.ts'
import { Bank } from './bank.ts'
import { PRICE } from './storm-world.ts'

type Bed = { semel: Semel }
type Shop = { staff: Person; buyer: Person; id: number }

const IBAN = 'FR7630006000011234567890189'
/** All races have one bank, because a statement that repeats a number is known. */
const bank = new Bank(IBAN)

const expect = (name: string, is: unknown, wanted: unknown) => (is === wanted ? [] : [`${name}: ${is}, not ${wanted}`])

const post = ({ semel }: Bed, path: string, body: object, { token }: Person) =>
  semel.client().post(path, body, { token })
const together = <T>(times: number, work: () => Promise<T>) => Promise.all(Array.from({ length: times }, work))
const statusesOf = (answers: { status: number }[]) =>
  answers
    .map(({ status }) => status)
    .sort()
    .join(' ')

async function opened(bed: Bed): Promise<Shop> {
  const { db } = bed.semel
  await changeShop(db, { iban: IBAN, accountHolder: 'Lamp House GmbH' })
  await forgetShop(db)
  const [staff, buyer] = [await person(bed.semel, 'staff'), await person(bed.semel)]
  const items = [{ productId: await stockProduct(db, { price: PRICE }), quantity: 1 }]
  const { body } = await post(bed, '/api/orders', { items }, buyer)
  return { staff, buyer, id: body.id }
}

/** Uploads the list of the bank twice at the same moment. @returns the transfers that are open then */
async function uploaded(bed: Bed, { staff, id }: Shop): Promise<{ id: string }[]> {
  bank.receive({ amount: PRICE, name: 'Ada Lovelace', iban: 'DE89370400440532013000', text: `ORDER ${id}` })
  const data = Buffer.from(bank.statement()).toString('base64')
  await together(2, () => post(bed, '/api/bank-statements', { data }, staff))
  const path = '/api/incoming-transfers?state=open&limit=100'
  const { body } = await bed.semel.client().get(path, { token: staff.token })
  return body.items.filter(({ reference }: { reference: string }) => reference === `ORDER ${id}`)
}

async function receivedOf({ semel }: Bed, { id, staff }: Shop): Promise<{ captured: number; refunded: number }> {
  return (await semel.client().get(`/api/orders/${id}/payment`, { token: staff.token })).body
}

async function booking(bed: Bed): Promise<string[]> {
  const shop = await opened(bed)
  const found = await uploaded(bed, shop)
  if (found.length !== 1) return [`the statement was uploaded twice, and ${found.length} transfers are open`]
  const path = `/api/incoming-transfers/${found[0]!.id}/book`
  const answers = await together(3, () => post(bed, path, { parts: [{ orderId: shop.id }] }, shop.staff))
  return [
    ...expect('answers', statusesOf(answers), '200 409 409'),
    ...expect('captured', (await receivedOf(bed, shop)).captured, PRICE),
    ...expect('the order', await paymentStatus(bed.semel, shop.id), 'paid'),
  ]
}

/** A mistake is taken back by three, and what was meant is booked by two. */
async function undoing(bed: Bed): Promise<string[]> {
  const shop = await opened(bed)
  const [transfer] = await uploaded(bed, shop)
  const at = `/api/incoming-transfers/${transfer!.id}`
  await post(bed, `${at}/book`, { parts: [{ orderId: shop.id }] }, shop.staff)
  const undone = await together(3, () => post(bed, `${at}/undo`, {}, shop.staff))
  const again = await together(2, () => post(bed, `${at}/book`, { parts: [{ orderId: shop.id }] }, shop.staff))
  return [
    ...expect('undone', statusesOf(undone), '200 409 409'),
    ...expect('answers', statusesOf(again), '200 409'),
    ...expect('captured', (await receivedOf(bed, shop)).captured, PRICE),
  ]
}

async function owed(bed: Bed): Promise<Shop & { refund: string }> {
  const shop = await opened(bed)
  await post(bed, `/api/orders/${shop.id}/mark-paid`, {}, shop.staff)
  await post(bed, `/api/orders/${shop.id}/refunds`, { amount: 1250 }, shop.staff)
  const [refund] = await transfersOf(bed.semel, shop.id, shop.staff)
  const path = `/api/admin/refund-transfers/${refund}/account`
  await bed.semel.client().put(path, ACCOUNT, { token: shop.staff.token })
  return { ...shop, refund: refund! }
}

/** Three make a file at once, and take each to the bank. */
async function files(bed: Bed): Promise<string[]> {
  const shop = await owed(bed)
  const { refund, staff } = shop
  const before = bank.entries.length
  const made = await together(3, () => post(bed, '/api/admin/transfer-files', { refundIds: [refund] }, staff))
  for (const { status, body } of made) {
    if (status !== 201) continue
    const path = `/api/admin/transfer-files/${body.id}`
    bank.execute((await bed.semel.client().get(`${path}.xml`, { token: staff.token })).text)
    await together(2, () => post(bed, `${path}/sent`, {}, staff))
  }
  const sent = bank.entries.slice(before).reduce((sum, { amount }) => sum + amount, 0)
  return [
    ...expect('sent by the bank', sent, 1250),
    ...expect('refunded', (await receivedOf(bed, shop)).refunded, 1250),
  ]
}

/** It is in a file, and somebody says that it was typed into the page of the bank. */
async function fileAndHand(bed: Bed): Promise<string[]> {
  const { refund, staff } = await owed(bed)
  await post(bed, '/api/admin/transfer-files', { refundIds: [refund] }, staff)
  const at = `/api/admin/refund-transfers/${refund}`
  const { status } = await post(bed, `${at}/sent`, {}, staff)
  const change = await bed.semel.client().put(`${at}/account`, ACCOUNT, { token: staff.token })
  return [...expect('sent by hand', status, 409), ...expect('another account', change.status, 409)]
}

async function sentByMany(bed: Bed): Promise<string[]> {
  const shop = await owed(bed)
  const answers = await together(4, () => post(bed, `/api/admin/refund-transfers/${shop.refund}/sent`, {}, shop.staff))
  return [
    ...expect('answers', statusesOf(answers), '200 409 409 409'),
    ...expect('refunded', (await receivedOf(bed, shop)).refunded, 1250),
  ]
}

/** Two transfers of all that is due at once: the second one is too much, and goes back. */
async function twoAtOnce(bed: Bed): Promise<string[]> {
  const shop = await opened(bed)
  await together(2, () => post(bed, `/api/orders/${shop.id}/mark-paid`, { amount: PRICE }, shop.staff))
  const { captured } = await receivedOf(bed, shop)
  const { body } = await bed.semel.client().get('/api/admin/refund-transfers?limit=100', { token: shop.staff.token })
  const back = body.items.filter(({ orderId }: { orderId: number }) => orderId === shop.id)
  return [...expect('captured', captured, PRICE), ...expect('transfers to make', back.length, 1)]
}

/** The customer waives it: once, not while a bank may make it, and not after somebody has made it. */
async function waiving(bed: Bed): Promise<string[]> {
  const [filed, sent, free] = [await owed(bed), await owed(bed), await owed(bed)]
  const waive = ({ refund, staff }: typeof filed) =>
    post(bed, `/api/admin/refund-transfers/${refund}/waive`, { reason: 'Keep it.' }, staff)
  await post(bed, '/api/admin/transfer-files', { refundIds: [filed.refund] }, filed.staff)
  await post(bed, `/api/admin/refund-transfers/${sent.refund}/sent`, {}, sent.staff)
  const refused = [await waive(filed), await waive(sent)]
  return [
    ...expect('in a file, and sent', statusesOf(refused), '409 409'),
    ...expect('refunded', (await receivedOf(bed, sent)).refunded, 1250),
    ...expect('answers', statusesOf(await together(3, () => waive(free))), '200 409 409'),
  ]
}

/** Somebody files it while another one takes back the money that it is a part of. */
async function filedWhileUndone(bed: Bed): Promise<string[]> {
  const { semel } = bed
  const { id, refund, staff } = await owed(bed)
  const { body } = await semel.client().get(`/api/orders/${id}/incoming-transfers`, { token: staff.token })
  await using filing = await hold(semel.databaseUrl, tx =>
    sql`
      with file as (
        insert into transfer_files (id, created_by, created_at, holder, iban, bic)
        values (gen_random_uuid(), ${staff.id}::uuid, now(), 'Lamp House GmbH', ${IBAN}, '') returning id
      )
      update refund_transfers set file_id = file.id from file where refund_id = ${refund}
    `.execute(tx),
  )
  const undone = post(bed, `/api/incoming-transfers/${body.items[0].id}/undo`, {}, staff)
  await lockedOut(semel.db, 1, undone)
  await filing.commit()
  return [
    ...expect('answer', (await undone).status, 409),
    ...expect('transfers to make', String(await transfersToMake(bed, { id })), refund),
  ]
}

/** Writes it as a process of the release before writes it, beside a refund that somebody has sent. */
async function adopting(bed: Bed): Promise<string[]> {
  const { db } = bed.semel
  const shop = await owed(bed)
  await sendAll(bed, shop)
  const { body } = await post(bed, `/api/orders/${shop.id}/refunds`, { amount: 500 }, shop.staff)
  await forgetTransfer(bed, body.id)
  await together(2, () => adoptTransfers(db))
  const waiting = await transfersToMake(bed, shop)
  await sendAll(bed, shop)
  return [
    ...expect('transfers to make', String(waiting), body.id),
    ...expect('refunded', (await receivedOf(bed, shop)).refunded, 1750),
  ]
}

/** Transfers of money that was too much are among them. */
export async function transfersToMake({ semel: { db } }: Bed, { id }: Pick<Shop, 'id'>): Promise<string[]> {
  const refunds = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select('refunds.id')
    .where('order_id', '=', id)
    .where('refunds.state', '=', 'to_transfer')
    .execute()
  return refunds.map(refund => refund.id)
}

/** @throws when one of them is refused */
export async function sendAll(bed: Bed, shop: Pick<Shop, 'id' | 'staff'>): Promise<void> {
  for (const id of await transfersToMake(bed, shop)) {
    const { status, text } = await post(bed, `/api/admin/refund-transfers/${id}/sent`, {}, shop.staff)
    if (status !== 200) throw new Error(text)
  }
}

export async function forgetTransfer({ semel: { db } }: Bed, refundId: string): Promise<void> {
  await db.deleteFrom('refund_transfers').where('refund_id', '=', refundId).execute()
  await db.updateTable('refunds').set({ state: 'pending' }).where('id', '=', refundId).execute()
}

export const TRANSFER_RACES: { name: string; race: (bed: Bed) => Promise<string[]> }[] = [
  { name: 'one transfer of a statement is booked by three', race: booking },
  { name: 'a transfer is taken back by three, and booked anew', race: undoing },
  { name: 'three make a file of one transfer', race: files },
  { name: 'a transfer in a file is said to be sent by hand', race: fileAndHand },
  { name: 'one transfer is said to be sent by four', race: sentByMany },
  { name: 'two transfers for one order at once', race: twoAtOnce },
  { name: 'a transfer that is waived by three, filed or sent', race: waiving },
  { name: 'a transfer is filed while its payment is taken back', race: filedWhileUndone },
  { name: 'two take over a transfer of the release before', race: adopting },
]
