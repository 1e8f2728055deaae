import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { type Person, person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
let staff: Person
before(async () => {
  semel = await startSemel({}, { worker: false })
  staff = await person(semel, 'staff')
})
after(() => semel[Symbol.asyncDispose]())

const post = (path: string, body?: object, who = staff) => semel.client().post(path, body, { token: who.token })
const get = async (path: string) => (await semel.client().get(path, { token: staff.token })).body
const upload = (file: string | Buffer) => post('/api/bank-statements', { data: Buffer.from(file).toString('base64') })

async function order(price = 5000, userName?: string) {
  const owner = await person(semel)
  if (userName) await semel.db.updateTable('users').set({ user_name: userName }).where('id', '=', owner.id).execute()
  const productId = await stockProduct(semel.db, { price })
  const { body } = await semel
    .client()
    .post('/api/orders', { items: [{ productId, quantity: 1 }] }, { token: owner.token })
  return body.id as number
}
const paymentOf = async (id: number) => (await get(`/api/orders/${id}`)).payment.status

type Line = {
  amount: string
  text: string
  ref?: string
  payer?: string
  sign?: 'CRDT' | 'DBIT'
  reversal?: boolean
  pending?: boolean
  more?: string
}
let day = 1

/** A file of one account and one day. Each test has a day of its own. */
function camt(lines: readonly Line[], { message = 'camt.053.001.08', on = '2026-11-02' } = {}) {
  const isNew = Number(message.split('.')[3]) >= 8
  const body = message.startsWith('camt.053') ? ['BkToCstmrStmt', 'Stmt'] : ['BkToCstmrDbtCdtNtfctn', 'Ntfctn']
  const entries = lines.map(
    ({ amount, text, ref, payer = 'Ada Lovelace', sign = 'CRDT', reversal, pending, more = '' }, index) => `
    <Ntry><NtryRef>${index + 1}</NtryRef><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd>${reversal ? '<RvslInd>true</RvslInd>' : ''}
      <Sts>${isNew ? `<Cd>${pending ? 'PDNG' : 'BOOK'}</Cd>` : pending ? 'PDNG' : 'BOOK'}</Sts><BookgDt><Dt>${on}</Dt></BookgDt>
      ${ref ? `<AcctSvcrRef>${ref}</AcctSvcrRef>` : ''}<NtryDtls>${
        more ||
        `<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
      <RltdPties><Dbtr>${isNew ? `<Pty><Nm>${payer}</Nm></Pty>` : `<Nm>${payer}</Nm>`}</Dbtr></RltdPties><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`
      }</NtryDtls></Ntry>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${message}"><${body[0]}><GrpHdr><MsgId>M</MsgId></GrpHdr><${body[1]}><Id>S</Id>
<Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct>${entries.join('')}</${body[1]}></${body[0]}></Document>`
}

const nextDay = () => `2026-10-${String(day++).padStart(2, '0')}`
async function openOn(on: string) {
  const { items } = await get('/api/incoming-transfers?state=open&limit=100')
  return items.filter(({ bookedOn }: { bookedOn: string }) => bookedOn === on)
}

test('statement with references → proposes their orders, and books nothing by itself', async () => {
  const [first, second, on] = [await order(5000), await order(3000), nextDay()]
  const file = camt(
    [
      { amount: '50.00', text: `SVWZ+BESTEL LUNG ${first} DANKE`, ref: 'A1' },
      { amount: '20.00', text: `order${second}`, ref: 'A2' },
      { amount: '7.00', text: 'rent', ref: 'A3' },
      { amount: '9.00', text: `ORDER ${first}`, ref: 'A4', sign: 'DBIT' },
      { amount: '9.00', text: `ORDER ${first}`, ref: 'A5', reversal: true },
      { amount: '9.00', text: `ORDER ${first}`, ref: 'A6', pending: true },
    ],
    { on },
  )
  const { status, body } = await upload(file)
  assert.equal(status, 201, JSON.stringify(body))
  assert.deepEqual([body.format, body.incoming, body.added, body.known, body.leftOut], ['camt', 3, 3, 0, 3])
  assert.equal(await paymentOf(first), 'open')
  const open = await openOn(on)
  const best = await Promise.all(
    open.map(async ({ id }: { id: string }) => (await get(`/api/incoming-transfers/${id}/proposals`)).items[0]),
  )
  assert.deepEqual(best.map(one => [one?.kind, one?.parts[0]?.orderId]).toSorted(), [
    [undefined, undefined],
    ['differs', second],
    ['exact', first],
  ])
})

test('repeated or simultaneous statement, or earlier notification → nothing is booked twice', async () => {
  const [id, on] = [await order(5000), nextDay()]
  const lines: Line[] = [
    { amount: '50.00', text: `Order ${id}`, ref: 'B1' },
    // The bank gives no reference, and two customers pay the same.
    { amount: '12.00', text: 'x' },
    { amount: '12.00', text: 'x' },
  ]
  const notice = camt(lines, { on, message: 'camt.054.001.02' })
  const answers = await Promise.all([notice, notice, camt(lines, { on }), camt(lines, { on })].map(upload))
  assert.ok(answers.every(({ status }) => status === 201))
  assert.equal(
    answers.reduce((sum, { body }) => sum + body.added, 0),
    3,
  )
  const [transfer] = (await openOn(on)).filter(({ amount }: { amount: number }) => amount === 5000)
  const book = () => post(`/api/incoming-transfers/${transfer.id}/book`, { parts: [{ orderId: id }] })
  const booked = await Promise.all([book(), book(), book()])
  assert.deepEqual(booked.map(({ status }) => status).sort(), [200, 409, 409])
  assert.equal(await paymentOf(id), 'paid')
  assert.equal((await upload(camt(lines, { on }))).body.added, 0, 'also after it was booked')
})

test('a batch is the same in parts and in one sum', async () => {
  const on = nextDay()
  const part = (amount: string, text: string) =>
    `<TxDtls><AmtDtls><TxAmt><Amt Ccy="EUR">${amount}</Amt></TxAmt></AmtDtls><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`
  const more = `<Btch><NbOfTxs>2</NbOfTxs></Btch>${part('10.00', 'ORDER 900001')}${part('5.50', 'ORDER 900002')}`
  const parts = camt([{ amount: '15.50', text: '', ref: 'BATCH', more }], { on, message: 'camt.054.001.08' })
  assert.equal((await upload(parts)).body.added, 2)
  assert.equal((await upload(camt([{ amount: '15.50', text: 'Sammler', ref: 'BATCH' }], { on }))).body.added, 0)
  assert.deepEqual((await openOn(on)).map(({ amount }: { amount: number }) => amount).toSorted(), [1000, 550])
})

test('MT940 → reversals skipped, leading zeros kept, names and texts without codes', async () => {
  const id = await order(4900)
  const file = [
    ':20:STARTUMS',
    ':25:37040044/0532013000',
    ':28C:1/1',
    ':60F:C260930EUR1000,00',
    ':61:2609300930CR49,00NTRFNONREF//MT1',
    `:86:166?00GUTSCHRIFT?20EREF+0001043?21SVWZ+BESTEL?22LUNG ${id}?32GRÜN GMBH`,
    ':61:2609300930RC49,00NTRFNONREF//MT2',
    `:86:166?00STORNO?20SVWZ+BESTELLUNG ${id}`,
    ':61:2609300930RD10,00NTRFNONREF//MT3',
    ':86:105?00STORNO?20REF 77',
    ':62F:C260930EUR1010,00',
    '-',
  ].join('\r\n')
  const { body, status } = await upload(Buffer.from(file, 'latin1'))
  assert.equal(status, 201, JSON.stringify(body))
  assert.deepEqual([body.format, body.added, body.leftOut], ['mt940', 1, 2])
  const [transfer] = await openOn('2026-09-30')
  assert.equal(transfer.payer, 'GRÜN GMBH')
  assert.match(transfer.reference, /0001043/)
  assert.doesNotMatch(transfer.reference, /\?2/)
  const { items } = await get(`/api/incoming-transfers/${transfer.id}/proposals`)
  assert.deepEqual([items[0].kind, items[0].parts], ['exact', [{ orderId: id, amount: 4900 }]])
})

test('order matched by number and payer → one proposal, with the remaining amount', async () => {
  const [whole, part, on] = [await order(4100, 'Rosalind Franklin'), await order(4200), nextDay()]
  await upload(
    camt(
      [
        { amount: '41.00', text: `${whole}`, ref: 'N1', payer: 'Rosalind Franklin' },
        { amount: '30.00', text: `Bestellung Nr. ${part}`, ref: 'N2' },
      ],
      { on },
    ),
  )
  const [first] = (await openOn(on)).filter(({ amount }: { amount: number }) => amount === 4100)
  const { items } = await get(`/api/incoming-transfers/${first.id}/proposals`)
  assert.deepEqual(
    items.map(({ kind, parts }: { kind: string; parts: { orderId: number }[] }) => [kind, parts[0]!.orderId]),
    [['number', whole]],
  )
  const cookie = { headers: { cookie: `semel_session=${staff.token}` } }
  const { text } = await semel.client().get('/admin/bank', cookie)
  assert.match(text, /the amount differs\.\s+€12\.00 stays due\./)
  assert.match((await semel.client().get('/admin', cookie)).text, /Transfers to confirm/)
})

test('transfer for two orders → split exactly; the excess is returned', async () => {
  const [first, second, on] = [await order(5000), await order(3000), nextDay()]
  await upload(
    camt(
      [
        { amount: '80.00', text: `ORDER ${first} AND ORDER ${second}`, ref: 'S1' },
        { amount: '90.00', text: '', ref: 'S2' },
      ],
      { on },
    ),
  )
  const open = await openOn(on)
  const [eighty, ninety] = [8000, 9000].map(sum => open.find(({ amount }: { amount: number }) => amount === sum))
  const { items } = await get(`/api/incoming-transfers/${eighty.id}/proposals`)
  assert.deepEqual(
    [items[0].kind, items[0].parts],
    [
      'exact',
      [
        { orderId: first, amount: 5000 },
        { orderId: second, amount: 3000 },
      ],
    ],
  )
  const wrong = await post(`/api/incoming-transfers/${eighty.id}/book`, {
    parts: [
      { orderId: first, amount: 1 },
      { orderId: second, amount: 1 },
    ],
  })
  assert.equal(wrong.status, 422, 'the parts must add up')
  const seen = `${eighty.id}:${first},${second}`
  const many = await Promise.all([1, 2].map(() => post('/api/incoming-transfers/book', { transfers: [seen] })))
  assert.deepEqual(many.map(({ body }) => body.booked.length).toSorted(), [0, 1])
  assert.deepEqual([await paymentOf(first), await paymentOf(second)], ['paid', 'paid'])
  const third = await order(4000)
  const { body } = await post(`/api/incoming-transfers/${ninety.id}/book`, { parts: [{ orderId: third }] })
  assert.deepEqual(body.parts, [
    { orderId: third, amount: 4000, surplus: false },
    { orderId: third, amount: 5000, surplus: true },
  ])
})

test('a transfer that somebody noted before its statement came pays nothing again', async () => {
  const [id, on] = [await order(5000), nextDay()]
  await post(`/api/orders/${id}/mark-paid`)
  await upload(camt([{ amount: '50.00', text: `Order ${id}`, ref: 'N1' }], { on }))
  const [transfer] = await openOn(on)
  // The clock of the shop may be days away from the day of the bank.
  await semel.db
    .updateTable('incoming_transfers')
    .set({ noted_at: new Date(`${on}T12:00:00Z`) })
    .where('entry_key', 'is', null)
    .execute()
  const { items } = await get(`/api/incoming-transfers/${transfer.id}/proposals`)
  assert.equal(items[0].kind, 'noted')
  const same = () => post(`/api/incoming-transfers/${transfer.id}/same-as`, { transferId: items[0].sameAs })
  const answers = await Promise.all([same(), same()])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
  const { items: all } = await get(`/api/orders/${id}/incoming-transfers`)
  assert.equal(all.length, 1)
  await post(`/api/incoming-transfers/${items[0].sameAs}/undo`)
  assert.equal((await openOn(on)).length, 1, 'the entry is open again when the note is taken back')
})

test('transfer that pays no order → set aside with a note, and reopened', async () => {
  const on = nextDay()
  await upload(camt([{ amount: '7.00', text: 'rent', ref: 'R1' }], { on }))
  const [{ id }] = await openOn(on)
  assert.equal((await post(`/api/incoming-transfers/${id}/set-aside`, { note: 'Rent' })).body.note, 'Rent')
  assert.equal((await post(`/api/incoming-transfers/${id}/set-aside`, {})).status, 409)
  assert.equal((await post(`/api/incoming-transfers/${id}/reopen`)).body.state, 'open')
})

test('files that are damaged, hostile or something else are refused', async () => {
  const good = camt([{ amount: '7.00', text: 'x', ref: 'E1' }], { on: '2026-09-01' })
  const files = [
    '',
    'hello',
    '%PDF-1.7',
    'PK\u0003\u0004',
    '<html></html>',
    good.slice(0, -30),
    good.replace('<Document', '<!DOCTYPE a [<!ENTITY x "y">]><Document'),
    good.replace('7.00', '7.001'),
    good.replace('7.00', '1e5'),
    good.replace('7.00', '99999999999999999'),
    good.replace('2026-09-01', '2026-13-41'),
    '<a>'.repeat(1000),
    ':20:X\r\n:25:1\r\n:28C:1\r\n:60F:C261101EUR0,00\r\n:61:2611021102C5,00NTRFNONREF\r\n:86:x\r\n:62F:C261102EUR9,00',
  ]
  for (const file of files) {
    const { status, body } = await upload(file)
    assert.equal(status, 422, `${file.slice(0, 40)}: ${JSON.stringify(body)}`)
  }
  assert.equal((await post('/api/bank-statements', { data: '!!' })).status, 422)
  assert.equal((await openOn('2026-09-01')).length, 0)
})

test('page of bank statements → shows proposals, to staff with money only', async () => {
  const [id, on] = [await order(6100), nextDay()]
  await upload(
    camt([{ amount: '61.00', text: `Order ${id}`, ref: 'P1', payer: '<b>Eve</b>'.replace(/[<>]/g, '') }], { on }),
  )
  const client = semel.client()
  client.cookies.set(cookieNames(semel).session, staff.token)
  const { text, status } = await client.get('/admin/bank', { headers: { accept: 'text/html' } })
  assert.equal(status, 200)
  assert.match(text, new RegExp(`Order #${id}</a>\\s+<span class="soft">The reference and the amount agree`))
  const stranger = await person(semel)
  client.cookies.set(cookieNames(semel).session, stranger.token)
  assert.equal((await client.get('/admin/bank', { headers: { accept: 'text/html' } })).status, 403)
  assert.equal((await post('/api/bank-statements', { data: 'eA==' }, stranger)).status, 403)
})
