import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type DocumentContent, hashOf } from '../../src/documents/content.ts'
import { findDocumentFindings } from '../../src/documents/findings.ts'
import { eraseOldDocuments } from '../../src/documents/retention.ts'
import { reopenQueue } from '../../src/notifications/workers/set-back.ts'
import { changeShop, forgetShop } from '../../src/shop/settings.ts'
import type { Answer } from '../support/client.ts'
import { ADDRESS, judgeNumbers, placeForInvoice, sellAs, untilCredited } from '../support/documents.ts'
import { type Person, person, verifyEmail } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { sendTransfers } from '../support/transfers.ts'
import { until } from '../support/until.ts'

let semel: Semel
let buyer: Person
let staff: Person
before(async () => {
  semel = await startSemel()
  await sellAs(semel)
  staff = await person(semel, 'staff')
})
beforeEach(async () => {
  buyer = await person(semel)
})
after(() => semel[Symbol.asyncDispose]())

const get = (path: string, who = buyer) => semel.client().get(path, { token: who.token })
const post = (path: string, body: object = {}, who = staff) => semel.client().post(path, body, { token: who.token })
const LIMIT = 10_000
const place = () => placeForInvoice(semel, buyer)

async function documentsOf(orderId: number, count: number): Promise<Answer['body'][]> {
  let items: Answer['body'][] = []
  await until(
    async () => {
      items = (await get(`/api/orders/${orderId}/documents`, staff)).body.items
      return items.length >= count
    },
    `${count} documents of order #${orderId}`,
    LIMIT,
  )
  assert.equal(items.length, count)
  return items
}

async function paidOrder() {
  const id = await place()
  assert.equal((await post(`/api/orders/${id}/mark-paid`)).status, 200)
  const [invoice] = await documentsOf(id, 1)
  return { id, invoice }
}

test('an address for the invoice → on the paper, company first', async () => {
  const productId = await stockProduct(semel.db, { price: 1190 })
  const billingAddress = {
    name: 'Books',
    company: 'Engines',
    line1: 'Lane 2',
    postcode: '69001',
    city: 'Lyon',
    country: 'FR',
  }
  const business = { vatId: 'fr 40 303 265 045', buyerReference: 'PO 7' }
  const body = { items: [{ productId, quantity: 1 }], deliveryAddress: ADDRESS, billingAddress, ...business }
  const wrong = await post('/api/orders', { ...body, vatId: 'FR 41 303 265 045' }, buyer)
  assert.deepEqual(
    [wrong.status, wrong.body.errors[0].field, wrong.body.errors[0].code],
    [422, 'vatId', 'invalid_vat_id'],
  )
  const placed = await post('/api/orders', body, buyer)
  assert.deepEqual([placed.body.vatId, placed.body.buyerReference], ['FR40303265045', 'PO 7'])
  const { id } = placed.body
  await post(`/api/orders/${id}/mark-paid`)
  const [invoice] = await documentsOf(id, 1)
  const { name, address, country } = invoice.buyer
  assert.deepEqual([name, ...address, country], ['Engines', 'Books', 'Lane 2', '69001 Lyon', 'France', 'FR'])
  assert.equal(invoice.taxCountry, 'DE')
  const { vatId, reference, company, person: who, deliverTo } = invoice.buyer
  assert.deepEqual([vatId, reference, company, who], ['FR40303265045', 'PO 7', 'Engines', 'Books'])
  assert.deepEqual([deliverTo.name, deliverTo.city], [ADDRESS.name, 'Berlin'])
})

test('an order is paid → one invoice, with everything that the law wants', async () => {
  const { id, invoice } = await paidOrder()
  const year = new Date().getUTCFullYear()
  assert.match(invoice.number, new RegExp(`^R-${year}-\\d{5}$`))
  const { seller, buyer: who, lines, taxes, total, currency, placedOn, kind, corrects, taxCountry } = invoice
  assert.deepEqual(
    { kind, total, currency, corrects, taxCountry },
    {
      kind: 'invoice',
      total: 2380,
      currency: 'EUR',
      corrects: null,
      taxCountry: 'DE',
    },
  )
  assert.partialDeepStrictEqual(seller, {
    name: 'Lamp House GmbH',
    address: ['Grüner Weg 1', '10115 Berlin'],
    country: 'DE',
    vatId: 'DE123456789',
    parts: { street: ['Grüner Weg 1'], postcode: '10115', city: 'Berlin', region: '', country: 'DE' },
  })
  const { means, paid, due, dueOn, received, reference } = invoice.payment
  assert.deepEqual([means, paid, due, dueOn, reference], ['transfer', 2380, 0, null, `Order ${id}`])
  assert.deepEqual(received, [{ on: invoice.issuedOn, amount: 2380, means: 'transfer', provider: 'transfer' }])
  assert.deepEqual(
    [who.name, who.address, who.email],
    [ADDRESS.name, ['Weg 1', '10115 Berlin', 'Germany'], buyer.email],
  )
  assert.deepEqual(taxes, [{ rate: 19, net: 2000, tax: 380, gross: 2380, category: 'S', reason: null }])
  assert.deepEqual(
    lines.map(({ sku: _, ...line }: { sku: string }) => line),
    [
      {
        ...{ name: 'Lamp', quantity: 2, unitPrice: 1190, discount: 0, total: 2380, taxRate: 19 },
        ...{ net: 2000, tax: 380, category: 'S' },
      },
    ],
  )
  assert.match(placedOn, /^\d{4}-\d\d-\d\d$/)
  assert.equal(invoice.orderId, id)
})

test('shipped before payment → invoice written then, and only once', async () => {
  const id = await place()
  await post(`/api/orders/${id}/process`)
  await post(`/api/orders/${id}/ship`)
  const [invoice] = await documentsOf(id, 1)
  assert.notEqual(invoice.shippedOn, null)
  await post(`/api/orders/${id}/mark-paid`)
  const again = await post(`/api/orders/${id}/documents`, { kind: 'invoice' })
  assert.deepEqual([again.status, again.body.id], [200, invoice.id])
  await documentsOf(id, 1)
})

test('unpaid order is returned → amount reduced, with one credit note', async () => {
  const id = await place()
  for (const step of ['process', 'ship']) await post(`/api/orders/${id}/${step}`)
  const [invoice] = await documentsOf(id, 1)
  const { body } = await post(`/api/orders/${id}/returns`, { items: [{ line: 1, quantity: 1 }] })
  for (const step of ['approve', 'receive', 'credit']) await post(`/api/admin/returns/${body.id}/${step}`)
  const [, note] = await documentsOf(id, 2)
  const { kind, total, returnId, refundId, corrects, taxes } = note
  assert.deepEqual(
    { kind, total, returnId, refundId, corrects: corrects.number },
    { kind: 'credit_note', total: 1190, returnId: body.id, refundId: null, corrects: invoice.number },
  )
  assert.deepEqual(taxes, [{ rate: 19, net: 1000, tax: 190, gross: 1190, category: 'S', reason: null }])
})

test('the owner and staff read it, others and guests do not', async () => {
  const { id, invoice } = await paidOrder()
  const other = await person(semel)
  for (const path of [
    `/api/orders/${id}/documents`,
    `/api/documents/${invoice.id}`,
    `/api/documents/${invoice.id}.pdf`,
  ]) {
    assert.deepEqual(
      [(await get(path)).status, (await get(path, staff)).status, (await get(path, other)).status],
      [200, 200, 404],
      path,
    )
    assert.equal((await semel.client().get(path)).status, 401)
  }
  assert.equal((await get('/api/documents/0190a5c8-0000-7000-8000-000000000001')).status, 404)
  const cookie = (who: Person) => ({ headers: { cookie: `semel_session=${who.token}` } })
  const page = `/documents/${invoice.id}`
  assert.equal((await semel.client().get(page, cookie(other))).status, 404)
  assert.equal((await semel.client().get('/documents/1', cookie(buyer))).status, 404)
  const shown = await semel.client().get(page, cookie(buyer))
  for (const text of [invoice.number, 'Lamp House GmbH', 'DE123456789', ADDRESS.name, '€23.80', '19%', '€20.00'])
    assert.ok(shown.text.includes(text), text)
  const order = await semel.client().get(`/orders/${id}`, cookie(buyer))
  assert.ok(order.text.includes(`/documents/${invoice.id}`))
  assert.ok((await semel.client().get(`/admin/orders/${id}`, cookie(staff))).text.includes(`/documents/${invoice.id}`))
})

test('the PDF → the same bytes each time', async () => {
  const { invoice } = await paidOrder()
  const read = async () => {
    const headers = { authorization: `Bearer ${buyer.token}` }
    const answer = await fetch(`${semel.origin}/api/documents/${invoice.id}.pdf`, { headers })
    return [answer.headers.get('content-type'), Buffer.from(await answer.arrayBuffer()).toString('latin1')]
  }
  const [type, bytes] = await read()
  assert.equal(type, 'application/pdf')
  assert.ok(bytes!.startsWith('%PDF-'))
  assert.deepEqual(await read(), [type, bytes])
})

test('name without glyphs in any font → shop informed before the invoice', async () => {
  const id = await place()
  await sql`update orders set delivery_address = jsonb_set(delivery_address, '{name}', '"አማርኛ"') where id = ${id}`.execute(
    semel.db,
  )
  const told = async (letters = 'አ ማ ር ኛ') =>
    (await findDocumentFindings(semel.db)).filter(({ text }) => text.includes(`#${id} (${letters})`))
  assert.equal((await told()).length, 1)
  const billing = JSON.stringify({ ...ADDRESS, city: 'ភ្នំពេញ' })
  await sql`update orders set billing_address = ${billing} where id = ${id}`.execute(semel.db)
  assert.equal((await told('አ ማ ር ኛ ភ ្ ន ំ ព េ ញ')).length, 1)
  assert.equal((await post(`/api/orders/${id}/mark-paid`)).status, 200)
  await documentsOf(id, 1)
  assert.deepEqual(await told(), [])
})

test('shop named without glyphs in any font → informed', async () => {
  await sellAs(semel, { legalName: 'አ GmbH' })
  const told = (await findDocumentFindings(semel.db)).filter(({ text }) =>
    text.includes("shop's name, address or facts (አ"),
  )
  assert.equal(told.length, 1)
  await sellAs(semel, { invoiceLines: { en: 'Danke ኢ' } })
  const lines = (await findDocumentFindings(semel.db)).filter(({ text }) => text.includes('(ኢ)'))
  assert.equal(lines.length, 1)
  await sellAs(semel, { invoiceLines: {} })
})

test('small business without a known sentence, shop in Spain → told', async () => {
  const told = async (settings: object) => {
    await sellAs(semel, settings)
    return (await findDocumentFindings(semel.db)).map(({ text }) => text).join(' ')
  }
  const without = { vatRule: 'none', country: 'HR', vatId: '' } as const
  assert.match(await told(without), /no source was found for those of Croatia/)
  assert.doesNotMatch(await told({ ...without, invoiceLines: { en: 'By law.' } }), /no source was found/)
  assert.doesNotMatch(await told({ vatRule: 'none', country: 'DE', invoiceLines: {} }), /no source was found|VERI/)
  assert.match(await told({ vatRule: 'destination', country: 'ES' }), /VERI\*FACTU/)
  await sellAs(semel, { country: 'DE' })
})

test('e-invoices by email without their facts → informed which and where', async () => {
  const told = async () =>
    (await findDocumentFindings(semel.db)).filter(({ text }) => text.startsWith('Emails bring no e-invoice'))
  assert.deepEqual(await told(), [])
  await sellAs(semel, { eInvoice: 'xrechnung-ubl', contactEmail: 'a@example.com' })
  const text = 'Emails bring no e-invoice, because these facts are lacking: the phone number of the seller.'
  const see = { href: '/admin/settings/legal', label: 'Enter them' }
  assert.deepEqual(await told(), [{ level: 'warn', text, see }])
  await sellAs(semel, { contactPhone: '+49 30 1' })
  assert.deepEqual(await told(), [])
  await sellAs(semel, { eInvoice: 'none', contactPhone: '', contactEmail: '' })
})

test('orders by bank transfer in a shop without IBAN → informed', async () => {
  const told = async () =>
    (await findDocumentFindings(semel.db)).filter(({ text }) => /are to be paid by bank transfer/.test(text))
  await sellAs(semel, { iban: 'DE89370400440532013000' })
  await place()
  assert.deepEqual(await told(), [])
  await sellAs(semel, { iban: '' })
  const [finding] = await told()
  assert.deepEqual([finding!.level, finding!.see!.href], ['warn', '/admin/settings/payment'])
})

test('verified address → email with the PDF; unverified → with a link', async () => {
  await verifyEmail(semel, buyer.id)
  const { invoice } = await paidOrder()
  const other = await person(semel)
  const find = async (email: string) => {
    await until(async () => (await semel.mailTo(email, 1)).some(({ subject }) => subject.includes('Invoice')))
    return (await semel.mailTo(email, 1)).find(({ subject }) => subject.includes('Invoice'))!
  }
  const mail = await find(buyer.email)
  assert.equal(mail.subject, `Invoice ${invoice.number} for order #${invoice.orderId}`)
  const { rows } = await sql<{ source: Buffer }>`
    select source from dev_mail where recipient = ${buyer.email} and subject = ${mail.subject}
  `.execute(semel.db)
  assert.equal(rows.length, 1)
  const source = rows[0]!.source.toString()
  assert.match(source, /^Content-Type: multipart\/mixed/m)
  assert.match(source, /Content-Disposition: attachment; filename="R-\d{4}-\d{5}\.pdf"/)
  assert.match(source, /\r\n\r\nJVBERi0/)
  const id = await placeForInvoice(semel, other)
  await post(`/api/orders/${id}/mark-paid`)
  const link = await find(other.email)
  assert.ok(link.text.includes('/documents/'))
  assert.ok(!link.text.includes('PDF comes'))
})

const refund = async (id: number, amount?: number) => {
  const { status, body, text } = await post(`/api/orders/${id}/refunds`, amount ? { amount } : {})
  assert.equal(status, 201, text)
  await sendTransfers(semel, id, staff)
  return body.id as string
}

test('partial refunds → credit notes whose VAT adds up to the invoice', async () => {
  const { id, invoice } = await paidOrder()
  for (const amount of [333, 1000, undefined]) await refund(id, amount)
  const [, ...notes] = await documentsOf(id, 4)
  assert.deepEqual(
    notes.map(({ kind, total, corrects }) => [kind, total, corrects.number]),
    [333, 1000, 1047].map(total => ['credit_note', total, invoice.number]),
  )
  const taxes = notes.flatMap(note => note.taxes)
  const sum = (part: string) => taxes.reduce((total, tax) => total + tax[part], 0)
  assert.deepEqual([sum('net'), sum('tax'), sum('gross')], [2000, 380, 2380])
  const again = await post(`/api/orders/${id}/documents`, { kind: 'credit_note', refundId: notes[0].refundId })
  assert.deepEqual([again.status, again.body.id], [200, notes[0].id])
})

test('reduced and refunded before the invoice → invoice and credit note of remainders', async () => {
  await sellAs(semel, { invoiceMoment: 'shipped' })
  const id = await place()
  await post(`/api/orders/${id}/mark-paid`)
  const items = [{ line: 1, quantity: 1 }]
  assert.equal((await semel.client().patch(`/api/orders/${id}/items`, { items }, { token: staff.token })).status, 200)
  const refundId = await refund(id, 100)
  for (const step of ['process', 'ship']) await post(`/api/orders/${id}/${step}`)
  const documents = await documentsOf(id, 2)
  assert.deepEqual(
    documents.map(({ kind, total, refundId }) => [kind, total, refundId]),
    [
      ['invoice', 1190, null],
      ['credit_note', 100, refundId],
    ],
  )
  await sellAs(semel, { invoiceMoment: 'paid' })
})

test('invoiced unpaid order reduced, then cancelled → credit notes about the order', async () => {
  await sellAs(semel, { invoiceMoment: 'shipped' })
  const id = await place()
  for (const step of ['process', 'ship']) await post(`/api/orders/${id}/${step}`)
  const [invoice] = await documentsOf(id, 1)
  assert.equal((await post(`/api/orders/${id}/undo`, { step: 'ship' })).status, 200)
  const items = [{ line: 1, quantity: 1 }]
  assert.equal((await semel.client().patch(`/api/orders/${id}/items`, { items }, { token: staff.token })).status, 200)
  await documentsOf(id, 2)
  assert.equal((await post(`/api/orders/${id}/cancel`)).status, 200)
  const [, ...notes] = await documentsOf(id, 3)
  assert.deepEqual(
    notes.map(({ kind, total, corrects, refundId, returnId }) => [kind, total, corrects.number, refundId, returnId]),
    [1190, 1190].map(total => ['credit_note', total, invoice.number, null, null]),
  )
  await sellAs(semel, { invoiceMoment: 'paid' })
  assert.deepEqual(await judgeNumbers(semel), [])
})

test('paid, invoiced order is cancelled → one credit note about the refund', async () => {
  const { id } = await paidOrder()
  await post(`/api/orders/${id}/cancel`)
  await post(`/api/orders/${id}/mark-refunded`)
  const [, note] = await documentsOf(id, 2)
  assert.deepEqual([note.total, note.refundId === null], [2380, false])
})

const CANCELLED = [2380, 'cancelled', true, 'taken_off']
const CANCELLED_AS_PAID = [
  [2380, 'cancelled', false, 'to_transfer'],
  [-2380, 'refund_failed', false, undefined],
  CANCELLED,
]

test('cancelled invoiced order mistakenly marked paid → credit notes about the order', async () => {
  const { id } = await paidOrder()
  for (const step of ['cancel', 'mark-unpaid']) assert.equal((await post(`/api/orders/${id}/${step}`)).status, 200)
  const notes = await allNotesOf(id)
  // The worker may write one before the payment is taken back, and then takes it back too.
  assert.deepEqual(notes, notes.length === 1 ? [CANCELLED] : CANCELLED_AS_PAID)
})

test('credit note of a mistaken payment → taken back, then about the order', async () => {
  const { id } = await paidOrder()
  await post(`/api/orders/${id}/cancel`)
  await documentsOf(id, 2)
  assert.equal((await post(`/api/orders/${id}/mark-unpaid`)).status, 200)
  assert.deepEqual(await allNotesOf(id), CANCELLED_AS_PAID)
})

async function allNotesOf(id: number) {
  await untilCredited(semel)
  const [, ...notes] = (await get(`/api/orders/${id}/documents`, staff)).body.items as Answer['body'][]
  return notes.map(({ total, reason, refundId, payment }) => [total, reason, refundId === null, payment.rest])
}

test('credit note without invoice or with an unknown or no refund → refused', async () => {
  const id = await place()
  const { body } = await post(`/api/orders/${id}/documents`, { kind: 'credit_note' })
  assert.deepEqual([body.status, body.errors[0].field], [422, 'refundId'])
  const unknown = await post(`/api/orders/${id}/documents`, {
    kind: 'credit_note',
    refundId: '0190a5c8-0000-7000-8000-000000000001',
  })
  assert.equal(unknown.status, 404)
  await sellAs(semel, { invoiceMoment: 'never' })
  await post(`/api/orders/${id}/mark-paid`)
  await until(async () => {
    const order = await semel.db.selectFrom('orders').select('needs_invoice').where('id', '=', id).executeTakeFirst()
    return order?.needs_invoice === false
  }, 'left out')
  const left = await place()
  for (const step of ['process', 'ship', 'undo', 'cancel']) await post(`/api/orders/${left}/${step}`, { step: 'ship' })
  await until(async () => {
    const waiting = await semel.db.selectFrom('orders').select('id').where('needs_credit_note', '=', true).execute()
    return waiting.length === 0
  }, 'no credit note of what has no invoice')
  const refundId = await refund(id)
  const refused = await post(`/api/orders/${id}/documents`, { kind: 'credit_note', refundId })
  assert.deepEqual([refused.status, refused.body.code], [409, 'no_invoice'])
  await sellAs(semel, { invoiceMoment: 'paid' })
  await documentsOf(id, 0)
  assert.equal((await post(`/api/orders/${id}/documents`, { kind: 'quote' })).status, 422)
  assert.equal((await post(`/api/orders/${id}/documents`, { kind: 'invoice' }, buyer)).status, 403)
})

test('cancelled before it had an invoice → nothing to invoice', async () => {
  const id = await place()
  await post(`/api/orders/${id}/cancel`)
  const { status, body } = await post(`/api/orders/${id}/documents`, { kind: 'invoice' })
  assert.deepEqual([status, body.code], [409, 'not_billable'])
})

test('seller not entered → paid orders wait, then get their invoice', async () => {
  await sellAs(semel, { legalName: '' })
  const id = await place()
  await post(`/api/orders/${id}/mark-paid`)
  const { status, body } = await post(`/api/orders/${id}/documents`, { kind: 'invoice' })
  assert.deepEqual([status, body.code], [409, 'documents_wait'])
  await sellAs(semel)
  await documentsOf(id, 1)
})

test('ten simultaneous requests for an invoice → one number, no gap', async () => {
  await sellAs(semel, { invoiceMoment: 'shipped' })
  const id = await place()
  await post(`/api/orders/${id}/mark-paid`)
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => post(`/api/orders/${id}/documents`, { kind: 'invoice' })),
  )
  assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1)
  await sellAs(semel, { invoiceMoment: 'paid' })
  assert.deepEqual(await judgeNumbers(semel), [])
})

test('a hand in the database → no document changes or goes', async () => {
  const { invoice } = await paidOrder()
  const { db } = semel
  const hands = [
    sql`update documents set label = 'X' where id = ${invoice.id}`,
    sql`update documents set content = content || '{"total": 1}' where id = ${invoice.id}`,
    sql`update documents set content = content || '{"note": "Less"}' where id = ${invoice.id}`,
    sql`update documents set content = content || '{"buyer": null}', erased_at = now() where id = ${invoice.id}`,
    sql`delete from documents where id = ${invoice.id}`,
    sql`truncate documents`,
  ]
  for (const hand of hands) await assert.rejects(hand.execute(db), /documents are never changed/)
})

test('the scheme of the numbers → refused where two documents could look alike', async () => {
  const admin = await person(semel, 'admin')
  const change = async (body: object) => {
    const answer = await semel.client().patch('/api/admin/settings', body, { token: admin.token })
    return answer.status === 200 ? 200 : [answer.status, answer.body.errors?.[0]?.field, answer.body.errors?.[0]?.code]
  }
  assert.deepEqual(await change({ invoicePrefix: 'C-' }), [422, 'invoicePrefix', 'repeated'])
  assert.deepEqual(await change({ creditNotePrefix: 'R1' }), [422, 'creditNotePrefix', 'invalid_prefix'])
  assert.deepEqual(await change({ invoiceMoment: 'soon' }), [422, 'invoiceMoment', 'not_allowed'])
  assert.equal(await change({ invoicePrefix: 'RE/', numbersByYear: false, numberDigits: 3, firstNumber: 41 }), 200)
  const { invoice } = await paidOrder()
  assert.equal(invoice.number, 'RE/041')
})

test('accountant → sums by month, country and rate; documents as page and files', async () => {
  const { id, invoice } = await paidOrder()
  await refund(id, 1190)
  await documentsOf(id, 2)
  const admin = await person(semel, 'admin')
  const cookie = { headers: { cookie: `semel_session=${admin.token}` } }
  const page = await semel.client().get('/admin/documents', cookie)
  assert.ok(page.text.includes(invoice.number), 'the newest documents')
  const { rows } = await sql<{ gross: number; tax: number }>`
    select sum(case kind when 'invoice' then 1 else -1 end * (content -> 'taxes' -> 0 ->> 'gross')::int)::int as gross,
      sum(case kind when 'invoice' then 1 else -1 end * (content -> 'taxes' -> 0 ->> 'tax')::int)::int as tax
    from documents
  `.execute(semel.db)
  const [sum] = rows
  const lines = (await semel.client().get('/admin/vat.csv', cookie)).text.trim().split('\r\n')
  assert.equal(lines.length, 2)
  const [, country, currency, rate, , , tax, gross] = lines[1]!.split(',')
  assert.deepEqual([country, currency, rate], ['DE', 'EUR', '19'])
  assert.deepEqual([Number(tax) * 100, Number(gross) * 100].map(Math.round), [sum!.tax, sum!.gross])
  const files = (await semel.client().get('/admin/documents.csv', cookie)).text
  assert.match(
    files,
    new RegExp(`${invoice.number},invoice,[\\d-]+,${id},,${ADDRESS.name},DE,DE,EUR,19,20.00,3.80,23.80`),
  )
  assert.match(files, new RegExp(`credit_note,[\\d-]+,${id},${invoice.number},.*,-10.00,-1.90,-11.90`))
  const old = await semel.client().get('/admin/documents?from=2020-01-01&to=2020-12-31', cookie)
  assert.ok(old.text.includes('No invoices in this period'))
})

test('old invoice → unchanged, and its credit note complete', async () => {
  const id = await place()
  const content = {
    ...{ form: 1, kind: 'invoice', number: 'OLD-1', issuedOn: '2025-03-01', language: 'en', currency: 'EUR' },
    seller: { name: 'Lamp House', address: ['Weg 1', '10115 Berlin', 'Germany'], vatId: 'DE123456789', country: 'DE' },
    buyer: { name: 'Ada', address: ['Lane 2', '10115 Berlin', 'Germany'], email: 'ada@example.com', country: 'DE' },
    order: { id, placedOn: '2025-02-27', shippedOn: null, termsVersion: null },
    lines: [{ sku: 'L', name: 'Lamp', quantity: 2, unitPrice: 1190, discount: 0, total: 2380, rate: 1900 }],
    ...{ delivery: null, discount: null, total: 2380, taxCountry: 'DE', corrects: null },
    taxes: [{ rate: 1900, net: 2000, tax: 380, gross: 2380 }],
  } satisfies DocumentContent
  const sha256 = hashOf(content)
  const { db } = semel
  await sql`insert into invoice_series (name, next) values ('old', 2)`.execute(db)
  const { rows } = await sql<{ id: string }>`
    insert into documents (id, kind, series, number, label, order_id, issued_at, content, sha256)
    values (gen_random_uuid(), 'invoice', 'old', 1, 'OLD-1', ${id}, now(), ${JSON.stringify(content)}, ${sha256}) returning id
  `.execute(db)
  const read = async () => (await get(`/api/documents/${rows[0]!.id}`)).body
  const before = await read()
  assert.deepEqual([before.sha256, before.seller, before.payment], [sha256, content.seller, undefined])
  assert.deepEqual(before.taxes, [{ rate: 19, net: 2000, tax: 380, gross: 2380 }])
  await post(`/api/orders/${id}/mark-paid`)
  await post(`/api/orders/${id}/refunds`, { amount: 1190 })
  const [, note] = await documentsOf(id, 2)
  assert.deepEqual([note.buyer.name, note.buyer.parts.city], ['Ada', 'Berlin'])
  const { paid, due, rest } = note.payment
  assert.deepEqual([paid, due, rest, note.lines[0].net], [0, 1190, 'to_transfer', 1000])
  assert.deepEqual(await read(), before)
})

test('account deleted → invoice and country kept until retention ends, then anonymous', async () => {
  const { id, invoice } = await paidOrder()
  for (const step of ['process', 'ship', 'deliver']) await post(`/api/orders/${id}/${step}`)
  const copy = await get('/api/users/me/export')
  assert.equal(copy.status, 200, copy.text)
  assert.deepEqual(
    copy.body.documents.map((one: { id: string }) => one.id),
    [invoice.id],
  )
  assert.equal((await semel.client().delete('/api/users/me', { token: buyer.token })).status, 204)
  const kept = (await get(`/api/documents/${invoice.id}`, staff)).body
  assert.deepEqual([kept.buyer.name, kept.sha256], [ADDRESS.name, invoice.sha256])
  const countryOf = async () => (await get(`/api/orders/${id}`, staff)).body.taxCountry
  assert.equal(await countryOf(), 'DE')
  await eraseOldDocuments(semel.db)
  assert.equal((await get(`/api/documents/${invoice.id}`, staff)).body.buyer.name, ADDRESS.name)

  // Acts as if it were twelve years later: the paper cannot be made older, so there is another one.
  const old = '0190a5c8-0000-7000-8000-00000000000a'
  await sql`insert into invoice_series (name, next) values ('invoice/2010', 2)`.execute(semel.db)
  await sql`
    insert into documents (id, kind, series, number, label, order_id, issued_at, content, sha256)
    select ${old}::uuid, kind, 'invoice/2010', 1, 'R-2010-1', ${id + 1_000_000}, '2010-05-01', content || '{"note": "For Ada", "issuedOn": "2010-05-01"}', sha256 from documents where id = ${invoice.id}
  `.execute(semel.db)
  await sql`update orders set placed_at = '2010-05-01' where id = ${id}`.execute(semel.db)
  await eraseOldDocuments(semel.db)
  const erased = (await get(`/api/documents/${old}`, staff)).body
  assert.deepEqual([erased.buyer, erased.note, erased.total, erased.sha256], [null, null, 2380, invoice.sha256])
  assert.equal(await countryOf(), null)
})

test('moment in another year → the document goes by its own day', async () => {
  const { invoice } = await paidOrder()
  const first = new Date().getUTCFullYear() - 10
  const add = async (id: string, number: number, issuedAt: string, issuedOn: string) => {
    await sql`
      insert into documents (id, kind, series, number, label, order_id, issued_at, content, sha256)
      select ${id}::uuid, kind, 'invoice/2009', ${number}, ${`R-2009-${number}`}, ${2_000_000 + number}, ${issuedAt}::timestamptz,
        content || ${JSON.stringify({ issuedOn })}::jsonb, sha256
      from documents where id = ${invoice.id}
    `.execute(semel.db)
    await eraseOldDocuments(semel.db)
    return (await get(`/api/documents/${id}`, staff)).body.buyer
  }
  await sql`insert into invoice_series (name, next) values ('invoice/2009', 3)`.execute(semel.db)
  const kept = await add('0190a5c8-0000-7000-8000-00000000000b', 1, `${first - 1}-12-31T23:30Z`, `${first}-01-01`)
  assert.equal(kept?.name, ADDRESS.name)
  assert.equal(
    await add('0190a5c8-0000-7000-8000-00000000000c', 2, `${first}-01-01T04:00Z`, `${first - 1}-12-31`),
    null,
  )
})

test('zone that only Node knows → papers and pages go on', async () => {
  const zone = 'US/Pacific-New'
  const admin = await person(semel, 'admin')
  const patch = (timeZone: string) => semel.client().patch('/api/admin/settings', { timeZone }, { token: admin.token })
  for (const wrong of [zone, 'AET', 'CET'])
    assert.deepEqual(
      [(await patch(wrong)).status, (await patch(wrong)).body.errors?.[0]?.code],
      [422, 'unknown_time_zone'],
    )
  await changeShop(semel.db, { timeZone: zone })
  await forgetShop(semel.db)
  try {
    const { id, invoice } = await paidOrder()
    assert.ok(invoice.number)
    assert.equal((await post(`/api/orders/${id}/documents`, { kind: 'invoice' })).status, 200)
    const withdrawal = { name: 'Ada', email: buyer.email, order: String(id) }
    assert.equal((await semel.client().post('/api/withdrawals', withdrawal)).status, 201)
    const see = (path: string) => semel.client().get(path, { headers: { cookie: `semel_session=${admin.token}` } })
    for (const path of ['/admin', '/admin/documents', '/admin/health', '/admin/settings/selling']) {
      const { status, text } = await see(path)
      assert.equal(status, 200, path)
      if (path === '/admin/health')
        assert.match(text, /The time zone of the shop is US\/Pacific-New, and the database does not know it/)
      if (path.endsWith('selling')) assert.match(text, /<option selected>US\/Pacific-New<\/option>/)
    }
    assert.equal((await patch(zone)).status, 200)
  } finally {
    await changeShop(semel.db, { timeZone: 'UTC' })
    await forgetShop(semel.db)
  }
})

test('database set back → numbers wait until an admin enters the last', async () => {
  const { invoice } = await paidOrder()
  const { db } = semel
  const [{ series, number }] = (await db
    .selectFrom('documents')
    .select(['series', 'number'])
    .where('id', '=', invoice.id)
    .execute()) as [{ series: string; number: number }]
  await sql`update database_history set changed_at = now(), settles_at = now()`.execute(db)
  await reopenQueue(db, { isSynchronous: false })
  const id = await place()
  await post(`/api/orders/${id}/mark-paid`)
  const { status, body } = await post(`/api/orders/${id}/documents`, { kind: 'invoice' })
  assert.deepEqual([status, body.code], [409, 'documents_wait'])
  const admin = await person(semel, 'admin')
  const confirm = async (body: object) => {
    const answer = await post('/api/admin/invoice-series', body, admin)
    return [answer.status, answer.body.code]
  }
  assert.deepEqual(await confirm({ series: 'invoice/1999', lastNumber: 7 }), [422, 'invalid_input'])
  assert.deepEqual(await confirm({ series, lastNumber: number - 1 }), [409, 'number_taken'])
  assert.deepEqual(await confirm({ series, lastNumber: number + 5 }), [200, undefined])
  assert.deepEqual(await confirm({ series, lastNumber: number + 9 }), [409, 'series_not_waiting'])
  await documentsOf(id, 1)
  const next = await db.selectFrom('documents').select('number').where('order_id', '=', id).executeTakeFirstOrThrow()
  assert.equal(next.number, number + 6)
})
