import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { accountToken } from '../../src/payments/transfers-out/account.ts'
import { adoptTransfers } from '../../src/payments/transfers-out/adopt.ts'
import { forgetOldAccounts } from '../../src/payments/transfers-out/retention.ts'
import { forgetAccountsOfReturns } from '../../src/returns/retention.ts'
import { placeForInvoice, sellAs } from '../support/documents.ts'
import { person, verifyEmail } from '../support/people.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { ACCOUNT, filedTransfer, owedTransfer, readyTransfer, transfersOf } from '../support/transfers.ts'
import { until } from '../support/until.ts'

/* Transfers that nobody has to make after all, transfers in a file, and those of the release before. */
let semel: Semel
before(async () => {
  semel = await startSemel()
})
after(() => semel[Symbol.asyncDispose]())

type Who = { token: string }
const cookie = ({ token }: Who) => ({ headers: { cookie: `semel_session=${token}` } })
const post = (path: string, body: object, { token }: Who) => semel.client().post(path, body, { token })
const get = async (path: string, { token }: Who) => (await semel.client().get(path, { token })).body
const because = { reason: 'On the phone: keep it' }
const waive = (id: string, who: Who) => post(`/api/admin/refund-transfers/${id}/waive`, because, who)
const send = (id: string, body: object, who: Who) => post(`/api/admin/refund-transfers/${id}/sent`, body, who)
const paymentOf = async (id: number, who: Who) => (await get(`/api/orders/${id}`, who)).payment

async function cancelled() {
  const [buyer, staff] = [await person(semel), await person(semel, 'staff')]
  await verifyEmail(semel, buyer.id)
  const id = await placeForInvoice(semel, buyer)
  for (const step of ['mark-paid', 'cancel']) await post(`/api/orders/${id}/${step}`, {}, staff)
  const [refundId] = await transfersOf(semel, id, staff)
  return { id, refundId: refundId!, buyer, staff }
}

test('customer keeps the money → transfer dropped with its author, refundable again', async () => {
  const { refundId, orderId, staff } = await owedTransfer(semel)
  assert.equal((await waive(refundId, { token: (await person(semel)).token })).status, 403)
  const { body } = await waive(refundId, staff)
  assert.deepEqual([body.state, body.dropped, body.amount], ['failed', 'waived', 1250])
  assert.equal((await paymentOf(orderId, staff)).status, 'paid')
  for (const again of [waive(refundId, staff), send(refundId, {}, staff)])
    assert.deepEqual([(await again).status, (await again).body.code], [409, 'wrong_refund_state'])
  const token = accountToken(semel.serviceKey, refundId)
  assert.equal((await semel.client().post('/api/refund-accounts', { token, ...ACCOUNT })).status, 410)
  const audited = await semel.db.selectFrom('audit_log').selectAll().where('action', '=', 'refund_waived').execute()
  assert.deepEqual(
    audited.map(({ user_id, detail }) => [user_id, detail]),
    [[staff.id, { refund: refundId }]],
  )
  const page = await semel.client().get(`/admin/orders/${orderId}`, cookie(staff))
  assert.match(page.text, /does not want the €12\.50 \(On the phone: keep it\)/)
  assert.doesNotMatch(page.text, /The provider did not send it/)
  assert.equal((await post(`/api/orders/${orderId}/refunds`, { amount: 4800 }, staff)).status, 201)
})

test('cancelled order waived → nothing is owed, and the account can be deleted', async () => {
  const { id, refundId, buyer, staff } = await cancelled()
  assert.equal((await paymentOf(id, staff)).status, 'refund_due')
  await waive(refundId, staff)
  const payment = await paymentOf(id, staff)
  assert.deepEqual([payment.status, payment.refunded], ['paid', 0])
  assert.equal((await semel.client().delete('/api/users/me', { token: buyer.token })).status, 204)
  const row = await semel.db
    .selectFrom('refund_transfers')
    .selectAll()
    .where('refund_id', '=', refundId)
    .executeTakeFirst()
  assert.equal(row?.waived_because, null)
})

test('cancelled order waived in part → the rest is owed until sent', async () => {
  const { refundId, orderId, staff } = await owedTransfer(semel)
  await post(`/api/orders/${orderId}/cancel`, {}, staff)
  await waive(refundId, staff)
  assert.equal((await paymentOf(orderId, staff)).status, 'refund_due')
  for (const id of await transfersOf(semel, orderId, staff)) await send(id, {}, staff)
  const { status, refunded } = await paymentOf(orderId, staff)
  assert.deepEqual([status, refunded], ['partly_refunded', 3550])
})

test('waived and sent at once → one of them, and the sums agree', async () => {
  for (let round = 0; round < 6; round++) {
    const { refundId, orderId, staff } = await owedTransfer(semel)
    const answers = await Promise.all([waive(refundId, staff), send(refundId, {}, staff), waive(refundId, staff)])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409])
    const isSent = answers[1]!.status === 200
    assert.equal((await paymentOf(orderId, staff)).refunded, isSent ? 1250 : 0)
  }
})

test('waived before its credit note → none; after it → reversed by another', async () => {
  const quiet = await cancelled()
  await waive(quiet.refundId, quiet.staff)
  await sellAs(semel)
  const buyer = await person(semel)
  const id = await placeForInvoice(semel, buyer)
  await post(`/api/orders/${id}/mark-paid`, {}, quiet.staff)
  const papers = async (orderId: number) =>
    (await get(`/api/orders/${orderId}/documents`, quiet.staff)).items.map(({ total }: { total: number }) => total)
  const are = (totals: number[]) => until(async () => String(await papers(id)) === String(totals), `papers ${totals}`)
  await are([2380])
  await post(`/api/orders/${id}/refunds`, { amount: 700 }, quiet.staff)
  await are([2380, 700])
  await waive((await transfersOf(semel, id, quiet.staff))[0]!, quiet.staff)
  await are([2380, 700, -700])
  assert.deepEqual(await papers(quiet.id), [])
})

test('a part was sent back → no mistake anymore, and nobody is notified', async () => {
  const { refundId, orderId, staff } = await owedTransfer(semel)
  await send(refundId, {}, staff)
  await post(`/api/orders/${orderId}/cancel`, {}, staff)
  const { status, body } = await post(`/api/orders/${orderId}/mark-unpaid`, {}, staff)
  assert.deepEqual([status, body.code], [409, 'wrong_payment_state'])
  assert.equal((await paymentOf(orderId, staff)).status, 'refund_due')
  const records = await semel.db.selectFrom('order_payments').select('status').where('order_id', '=', orderId).execute()
  assert.deepEqual(records.map(one => one.status).sort(), ['paid', 'partly_refunded'])
})

test('payment was a mistake → what was owed back is not due anymore', async () => {
  const { orderId, refundId, staff } = await owedTransfer(semel)
  const { body } = await post(`/api/orders/${orderId}/mark-unpaid`, {}, staff)
  assert.deepEqual([body.payment.status, body.payment.due], ['open', 3550])
  const [refund] = (await get(`/api/orders/${orderId}/payment`, staff)).refunds
  assert.deepEqual([refund.id, refund.state, refund.dropped], [refundId, 'failed', 'unpaid'])
  assert.equal((await get('/api/admin/payments?state=to_look_at', staff)).items?.length ?? 0, 0)
})

test('payment was a mistake → the credit note stays, or is still written', async () => {
  await sellAs(semel)
  const staff = await person(semel, 'staff')
  for (const isNoteFirst of [true, false]) {
    const id = await placeForInvoice(semel, await person(semel))
    const sum = async () =>
      (await get(`/api/orders/${id}/documents`, staff)).items.reduce(
        (all: number, { kind, total }: { kind: string; total: number }) => all + (kind === 'invoice' ? total : -total),
        0,
      )
    const papersAre = (amount: number) => until(async () => (await sum()) === amount, `papers ${amount}`)
    await post(`/api/orders/${id}/mark-paid`, {}, staff)
    await papersAre(2380)
    await post(`/api/orders/${id}/refunds`, { amount: 700 }, staff)
    if (isNoteFirst) await papersAre(1680)
    const { body } = await post(`/api/orders/${id}/mark-unpaid`, {}, staff)
    assert.deepEqual([body.payment.status, body.payment.due], ['open', 1680])
    await papersAre(1680)
    assert.equal((await post(`/api/orders/${id}/mark-paid`, {}, staff)).body.payment.received, 1680)
    assert.equal(await sum(), 1680)
  }
})

test('transfer in a file → only its file marks it; nothing drops it', async () => {
  const { fileId, refundId, orderId, staff } = await filedTransfer(semel)
  const refused = [
    send(refundId, {}, staff),
    send(refundId, { iban: ACCOUNT.iban }, staff),
    waive(refundId, staff),
    post(`/api/orders/${orderId}/mark-unpaid`, {}, staff),
  ]
  for (const answer of refused)
    assert.deepEqual([(await answer).status, (await answer).body.code], [409, 'transfer_in_file'])
  const many = await post('/api/admin/refund-transfers/sent', { refundIds: [refundId] }, staff)
  assert.deepEqual([many.body.sent, many.body.refused[0].code], [[], 'transfer_in_file'])
  await post(`/api/orders/${orderId}/cancel`, {}, staff)
  assert.equal((await post(`/api/orders/${orderId}/mark-refunded`, {}, staff)).body.code, 'transfer_in_file')
  assert.equal((await send(refundId, { fileId }, staff)).status, 200)
})

test('filed and sent by hand at once → one of them, never both', async () => {
  for (let round = 0; round < 8; round++) {
    const { refundId, staff } = await readyTransfer(semel)
    const [file, sent] = await Promise.all([
      post('/api/admin/transfer-files', { refundIds: [refundId] }, staff),
      send(refundId, {}, staff),
    ])
    assert.deepEqual([file.status, sent.status].sort(), file.status === 201 ? [201, 409] : [200, 409])
    const row = await semel.db
      .selectFrom('refund_transfers')
      .selectAll()
      .where('refund_id', '=', refundId)
      .executeTakeFirst()
    assert.equal(row!.file_id === null, sent.status === 200)
  }
})

/** Writes it as a process of the release before writes it. */
async function asBefore(refundId: string): Promise<void> {
  await semel.db.deleteFrom('refund_transfers').where('refund_id', '=', refundId).execute()
  await semel.db.updateTable('refunds').set({ state: 'pending' }).where('id', '=', refundId).execute()
}

test('transfer of an old process → taken over once, its customer asked', async () => {
  const { refundId, orderId, staff, buyer } = await owedTransfer(semel)
  await semel.mailTo(buyer.email, 3)
  await asBefore(refundId)
  await Promise.all([adoptTransfers(semel.db), adoptTransfers(semel.db)])
  assert.deepEqual(await transfersOf(semel, orderId, staff), [refundId])
  const { rows } = await sql`
    select from events where type = 'refund.account_needed' and payload ->> 'refundId' = ${refundId}
  `.execute(semel.db)
  assert.equal(rows.length, 2)
  const other = await cancelled()
  await asBefore(other.refundId)
  await post(`/api/orders/${other.id}/mark-refunded`, {}, other.staff)
  assert.equal((await paymentOf(other.id, other.staff)).status, 'refunded')
})

test('account of a transfer → kept as long as documents, no longer', async () => {
  const { refundId, staff } = await readyTransfer(semel)
  await send(refundId, {}, staff)
  const iban = async () => {
    const row = semel.db.selectFrom('refund_transfers').selectAll().where('refund_id', '=', refundId)
    const { iban, holder, reference } = await row.executeTakeFirstOrThrow()
    return [iban, holder, reference !== null]
  }
  await forgetOldAccounts(semel.db)
  const { orderId } = await semel.db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select('order_id as orderId')
    .where('refunds.id', '=', refundId)
    .executeTakeFirstOrThrow()
  const ids = ['0100a5c8-0000-7000-8000-000000000002', '0100a5c8-0000-7000-8000-000000000003', randomUUIDv7()]
  for (const [n, state] of (['closed', 'approved', 'closed'] as const).entries())
    await semel.db
      .insertInto('returns')
      .values({ id: ids[n]!, order_id: orderId, state, refund_iban: 'DE89370400440532013000' })
      .execute()
  await forgetAccountsOfReturns(semel.db)
  const left = await semel.db.selectFrom('returns').select('refund_iban').where('id', 'in', ids).orderBy('id').execute()
  assert.deepEqual(
    left.map(one => one.refund_iban !== null),
    [false, true, true],
  )
  assert.deepEqual(await iban(), ['DE89370400440532013000', 'Ada Lovelace', true])
  const old = '0100a5c8-0000-7000-8000-000000000001'
  await sql`
    with old as (insert into refunds select (jsonb_populate_record(r, ${JSON.stringify({ id: old, ended_at: '2001-02-03' })}::jsonb)).*
      from refunds r where id = ${refundId} returning id)
    insert into refund_transfers (refund_id, reference, iban, holder) select id, 'Refund', 'DE89370400440532013000', 'Ada' from old
  `.execute(semel.db)
  await forgetOldAccounts(semel.db)
  const row = await semel.db
    .selectFrom('refund_transfers')
    .selectAll()
    .where('refund_id', '=', old)
    .executeTakeFirstOrThrow()
  assert.deepEqual([row.iban, row.holder, row.reference], [null, null, 'Refund'])
  assert.equal((await iban())[0], 'DE89370400440532013000')
})
