import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { accountToken } from '../../src/payments/transfers-out/account.ts'
import { inLanguage, translated } from '../../src/words/words.ts'
import { type Person, person } from '../support/people.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { ACCOUNT, filedTransfer, owedTransfer, readyTransfer } from '../support/transfers.ts'

/*
 * Tests where a transfer goes: the link to the customer, staff who enter it, the file for the bank, and what happens
 * at once.
 */
let semel: Semel
let staff: Person
before(async () => {
  semel = await startSemel()
  staff = await person(semel, 'staff')
})
after(() => semel[Symbol.asyncDispose]())

const post = (path: string, body: object = {}, token = staff.token) => semel.client().post(path, body, { token })
const transfer = async (id: string) =>
  semel.db.selectFrom('refund_transfers').selectAll().where('refund_id', '=', id).executeTakeFirstOrThrow()
const give = (refundId: string, more: object = {}) =>
  semel.client().post('/api/refund-accounts', { token: accountToken(semel.serviceKey, refundId), ...ACCOUNT, ...more })

test('transfer without an account → one email with a link to name it', async () => {
  const { refundId, orderId, buyer } = await owedTransfer(semel)
  const mails = await semel.mailTo(buyer.email, 3)
  const [mail, ...others] = mails.filter(
    ({ subject }) => subject === `Where can we send your refund for order #${orderId}?`,
  )
  assert.equal(others.length, 0)
  const [, token] = /refund-account\?token=(\S+)/.exec(mail!.text.replaceAll('=\n', ''))!
  assert.equal(token, accountToken(semel.serviceKey, refundId))
  const own = () => {
    const client = semel.client()
    client.cookies.set('semel_session', buyer.token)
    return client.get(`/orders/${orderId}`, { headers: { accept: 'text/html' } })
  }
  assert.ok((await own()).text.includes(`/refund-account?token=${token}`), 'the page of the order leads there too')
  const page = await semel.client().get(`/refund-account?token=${token}`, { headers: { accept: 'text/html' } })
  assert.match(page.text, /€12\.50/)
  for (const iban of [' ', '- .', 'DE89 3704 0044 0532 0130 01']) {
    const refused = await give(refundId, { iban })
    assert.deepEqual([refused.status, refused.body.errors?.[0].code], [422, 'invalid_iban'])
  }
  assert.equal((await give(refundId)).status, 200)
  assert.equal((await transfer(refundId)).iban, 'DE89370400440532013000')
  assert.ok(!(await own()).text.includes('/refund-account'), 'nothing waits for an account')
  assert.equal((await give(refundId, { iban: 'FR76 3000 6000 0112 3456 7890 189' })).status, 200)
  const old = await post(`/api/admin/refund-transfers/${refundId}/sent`, { iban: ACCOUNT.iban })
  assert.deepEqual([old.status, old.body.code], [409, 'refund_account_changed'])
  assert.equal(
    (await post(`/api/admin/refund-transfers/${refundId}/sent`, { iban: 'FR7630006000011234567890189' })).status,
    200,
  )
  assert.equal((await give(refundId)).status, 410)
  const ended = await semel.client().get(`/refund-account?token=${token}`, { headers: { accept: 'text/html' } })
  assert.equal(ended.status, 410)
})

test('form without JavaScript → its answer is translatable and about the same refund', async () => {
  const { refundId } = await owedTransfer(semel)
  const token = accountToken(semel.serviceKey, refundId)
  const send = (iban: string) =>
    semel
      .client()
      .post(`/refund-account?token=${token}`, new URLSearchParams({ token, iban, holder: 'Ada' }).toString(), {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
  const refused = await send('DE00123')
  const reason = 'IBAN is too short or too long for an IBAN of this country'
  assert.ok(refused.text.includes(reason))
  for (const language of ['de', 'fr'] as const)
    assert.notEqual(
      inLanguage(language, () => translated(reason)),
      reason,
    )
  assert.ok(refused.text.includes(`action="/refund-account?token=${token}"`))
  const taken = await send('DE89370400440532013000')
  assert.deepEqual([taken.status, taken.headers.get('location')], [303, `/refund-account?token=${token}`])
})

test("statement names the payer's account → it is offered, and somebody saves it", async () => {
  const { refundId, orderId } = await owedTransfer(semel)
  await semel.db
    .updateTable('incoming_transfers')
    .set({ payer_account: 'DE75512108001245126199' })
    .where('id', 'in', db =>
      db.selectFrom('incoming_transfer_parts').select('transfer_id').where('order_id', '=', orderId),
    )
    .execute()
  const page = await semel
    .client()
    .get('/admin/payments/transfers', { headers: { cookie: `semel_session=${staff.token}` } })
  assert.match(page.text, /value="DE75 5121 0800 1245 1261 99"/)
  assert.equal((await transfer(refundId)).iban, null)
})

test('link cut off, changed or of another refund → refused, no account changes', async () => {
  const [one, other] = [await owedTransfer(semel), await owedTransfer(semel)]
  const [, mac] = accountToken(semel.serviceKey, one.refundId).split('.')
  for (const token of ['x', `${other.refundId}.${mac}`, `${one.refundId}.${mac!.slice(1)}`, `${one.refundId}.`]) {
    const { status, body } = await semel.client().post('/api/refund-accounts', { token, ...ACCOUNT })
    assert.deepEqual([status, body.code], [410, 'invalid_account_link'], token)
  }
  assert.equal((await transfer(other.refundId)).iban, null)
})

test('impossible account or name → 422 with the field and the reason', async () => {
  const { refundId } = await owedTransfer(semel)
  const wrong = [
    'DE88370400440532013000',
    'BE41539007547035',
    'DE8937040044053201300',
    'XX00',
    'hello',
    'ES9121000418450200051333',
  ]
  for (const iban of wrong) {
    const { status, body } = await give(refundId, { iban })
    assert.deepEqual([status, body.errors?.[0]?.field], [422, 'iban'], iban)
  }
  for (const holder of ['', '  ', 'a'.repeat(71), 'Ada\u202E'])
    assert.equal((await give(refundId, { holder })).status, 422, holder)
  for (const iban of ['NO9386011117947', 'ch93 0076 2011 6238 5295 7', 'MT84MALT011000012345MTLCAST001S'])
    assert.equal((await give(refundId, { iban })).status, 200, iban)
})

test('account named before for the order → used again, and nobody is asked', async () => {
  const { refundId, orderId, staff: money } = await owedTransfer(semel)
  await give(refundId)
  const { body } = await post(`/api/orders/${orderId}/refunds`, { amount: 100 }, money.token)
  const again = await transfer(body.id)
  assert.deepEqual([again.iban, again.holder, again.asked_at], ['DE89370400440532013000', 'Ada Lovelace', null])
  assert.equal(again.reference, `Refund order ${orderId}-2`)
})

test('list → what to type at the bank, and what it waits for', async () => {
  const { refundId } = await owedTransfer(semel)
  const { body } = await semel.client().get('/api/admin/refund-transfers?limit=100', { token: staff.token })
  const row = body.items.find((one: { refundId: string }) => one.refundId === refundId)
  assert.deepEqual([row.amount, row.iban, row.holder, row.state], [1250, null, 'Ada Lovelace', 'to_transfer'])
  assert.ok(row.askedAt)
})

test('many sent at once, one twice → each once, the other is refused', async () => {
  const [one, other] = [await owedTransfer(semel), await owedTransfer(semel)]
  await post(`/api/admin/refund-transfers/${one.refundId}/sent`)
  const refundIds = [one.refundId, other.refundId, other.refundId]
  const { body } = await post('/api/admin/refund-transfers/sent', { refundIds })
  assert.deepEqual([body.sent, body.refused[0].code], [[other.refundId], 'wrong_refund_state'])
})

test('two simultaneous files of the same transfers → one has them, unchangeable', async () => {
  const { refundId } = await readyTransfer(semel)
  const files = await Promise.all([1, 2, 3].map(() => post('/api/admin/transfer-files', { refundIds: [refundId] })))
  assert.deepEqual(files.map(({ status }) => status).sort(), [201, 409, 409])
  const { id } = files.find(({ status }) => status === 201)!.body
  assert.equal((await give(refundId)).status, 410)
  const account = await semel
    .client()
    .request('PUT', `/api/admin/refund-transfers/${refundId}/account`, { body: ACCOUNT, token: staff.token })
  assert.equal(account.body.code, 'transfer_in_file')
  const read = () => semel.client().get(`/api/admin/transfer-files/${id}.xml`, { token: staff.token })
  const [first, second] = [await read(), await read()]
  assert.equal(first.text, second.text)
  for (const part of [
    '<IBAN>DE89370400440532013000</IBAN>',
    'Ccy="EUR">12.50<',
    '<NbOfTxs>1</NbOfTxs>',
    `<EndToEndId>${refundId.replaceAll('-', '')}<`,
  ])
    assert.ok(first.text.includes(part), part)
})

test('file refused by the bank → discarded, transfers reusable; sent → done once', async () => {
  const { fileId, refundId, orderId } = await filedTransfer(semel)
  assert.equal((await semel.client().delete(`/api/admin/transfer-files/${fileId}`, { token: staff.token })).status, 204)
  const { body } = await post('/api/admin/transfer-files', { refundIds: [refundId] })
  const answers = await Promise.all([1, 2, 3, 4].map(() => post(`/api/admin/transfer-files/${body.id}/sent`)))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  assert.ok(answers.every(({ status }) => [200, 404, 409].includes(status)))
  const { rows } = await sql<{ mails: number }>`
    select count(*)::int as mails from events where type = 'refund.sent' and payload ->> 'orderId' = ${String(orderId)}
  `.execute(semel.db)
  assert.equal(rows[0]!.mails, 1)
})

test('customer changes the account during sending → money went where the row says', async () => {
  for (let round = 0; round < 6; round++) {
    const { refundId } = await readyTransfer(semel)
    const [changed, sent] = await Promise.all([
      give(refundId, { iban: 'FR7630006000011234567890189' }),
      post(`/api/admin/refund-transfers/${refundId}/sent`, { iban: ACCOUNT.iban }),
    ])
    const { iban } = await transfer(refundId)
    assert.ok(changed.status === 200 ? sent.status === 409 : sent.status === 200, `${changed.status} ${sent.status}`)
    assert.equal(iban, changed.status === 200 ? 'FR7630006000011234567890189' : 'DE89370400440532013000')
  }
})

test('account of a customer → exported, never in events, deleted with the user', async () => {
  const { refundId, orderId, buyer } = await readyTransfer(semel)
  const { body } = await semel.client().get('/api/users/me/export', { token: buyer.token })
  assert.deepEqual(
    body.refundAccounts.map(({ iban }: { iban: string }) => iban),
    ['DE89370400440532013000'],
  )
  const refused = await semel.client().delete('/api/users/me', { token: buyer.token })
  assert.deepEqual([refused.status, refused.body.orderIds], [409, [orderId]])
  for (const step of ['process', 'ship', 'deliver']) await post(`/api/orders/${orderId}/${step}`)
  assert.equal((await semel.client().delete('/api/users/me', { token: buyer.token })).status, 409)
  await post(`/api/admin/refund-transfers/${refundId}/sent`)
  assert.equal((await semel.client().delete('/api/users/me', { token: buyer.token })).status, 204)
  const { iban, holder, account_by } = await transfer(refundId)
  assert.deepEqual([iban, holder], [null, null])
  assert.notEqual(account_by, buyer.id)
  const { rows } = await sql`
    select from events where payload::text like '%DE8937%' union all select from event_feed where data::text like '%DE8937%'
  `.execute(semel.db)
  assert.equal(rows.length, 0)
})
