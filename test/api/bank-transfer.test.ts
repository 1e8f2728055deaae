import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { expireUnpaidOnline } from '../../src/orders/expiry.ts'
import { endOfPeriod } from '../../src/shop/calendar/periods.ts'
import { dayOf } from '../../src/shop/days.ts'
import { changeShop, forgetShop } from '../../src/shop/settings.ts'
import { type Person, person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/* The shop's bank account is shown wherever a customer decides how to pay, or pays. */

let semel: Semel
let buyer: Person
before(async () => {
  semel = await startSemel()
  buyer = await person(semel)
  await changeShop(semel.db, {
    name: 'Tea & Co',
    iban: 'DE89370400440532013000',
    bic: 'COBADEFFXXX',
    bankName: 'Commerzbank',
    daysToPay: 10,
    transferReference: 'TEA {order}',
    timeZone: 'Europe/Berlin',
    languages: ['en', 'de', 'fr'],
    unpaidOnlineHours: 2,
  })
  await forgetShop(semel.db)
})
after(() => semel[Symbol.asyncDispose]())

async function see(path: string, language = 'en') {
  const client = semel.client()
  client.cookies.set(cookieNames(semel).session, buyer.token)
  const { text } = await client.get(path, { headers: { accept: 'text/html', 'accept-language': language } })
  return text
}

async function order(currency = 'EUR', payment = 'invoice') {
  const productId = await stockProduct(semel.db, { price: 4850, currency })
  const body = { items: [{ productId, quantity: 1 }], payment: { method: payment } }
  const answer = await semel.client().post('/api/orders', body, { token: buyer.token })
  assert.equal(answer.status, 201, answer.text)
  return { id: answer.body.id as number, productId }
}

test('checkout by invoice → says how and until when, in the customer language', async () => {
  const productId = await stockProduct(semel.db, { price: 4850 })
  await semel.client().post('/api/cart/items', { productId, quantity: 1 }, { token: buyer.token })
  const checkout = await see('/checkout')
  assert.match(checkout, /Order and pay €48\.50 by bank transfer by \d/)
  assert.match(
    checkout,
    /You pay by bank transfer to Tea &amp; Co.*, IBAN (?:[A-Z\d]{2,4} ?)+, by <time[^>]*>[^<]*<\/time>\. The confirmation/,
  )
  assert.match(await see('/checkout', 'de'), /bestellen: 48,50\s€ bis \d[^<]* überweisen/)
})

test('unpaid order page → account, due date and euro code; paid → none', async () => {
  const { id } = await order()
  const page = await see(`/orders/${id}`)
  assert.match(page, /DE89 3704 0044 0532 0130 00/)
  assert.match(page, new RegExp(`Tea &amp; Co.*COBADEFFXXX.*Commerzbank.*TEA ${id}.*Your transfer as a code`, 's'))
  assert.match(await see(`/orders/${id}`, 'fr'), /Bénéficiaire.*Référence/s)
  await semel.db.updateTable('orders').set({ payment_status: 'paid' }).where('id', '=', id).execute()
  assert.doesNotMatch(await see(`/orders/${id}`), /DE89/)

  const dollars = await order('USD')
  const foreign = await see(`/orders/${dollars.id}`)
  assert.match(foreign, /DE89 3704/)
  assert.doesNotMatch(foreign, /as a code/)
})

test('the confirmation has the account and the day', async () => {
  const { id } = await order()
  const mails = await semel.mailTo(buyer.email, 3)
  const mail = mails.find(({ subject }) => subject === `Order Confirmation #${id}`)!
  const due = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
  const until = due.format(new Date(endOfPeriod(dayOf(new Date(), 'Europe/Berlin'), 10, 'DE')))
  assert.match(mail.text, new RegExp(`Please pay by.*${until}.*Tea & Co.*DE89 3704 0044 0532 0130 00.*TEA ${id}`, 's'))
})

test('unpaid online order → cancelled after the hours set by the shop', async () => {
  const [young, old] = [await order(), await order()]
  const { db } = semel
  for (const [{ id }, minutes] of [
    [young, 119],
    [old, 121],
  ] as const) {
    const placed_at = new Date(Date.now() - minutes * 60_000)
    await db.updateTable('orders').set({ payment_method: 'online', placed_at }).where('id', '=', id).execute()
  }
  await expireUnpaidOnline(db)
  const { rows } = { rows: await db.selectFrom('orders').select(['id', 'status']).orderBy('id').execute() }
  const statusOf = (wanted: number) => rows.find(({ id }) => id === wanted)!.status
  assert.deepEqual([statusOf(young.id), statusOf(old.id)], ['placed', 'cancelled'])
})
