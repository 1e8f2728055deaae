import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readOneMail } from '../../src/dev/search-inbox.ts'
import { changeShop, forgetShop, type ShopSettings } from '../../src/shop/settings.ts'
import { enterPassword, lastSms, newPerson } from '../support/accounts.ts'
import { type Person, person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/** Emails and text messages to customers are the shop's: they have its name, its languages and its time zone. */
let semel: Semel
before(async () => {
  semel = await startSemel({ mailFrom: 'Post office <post@relay.example>' })
})
after(() => semel[Symbol.asyncDispose]())

async function setUp(settings: Partial<ShopSettings>) {
  await changeShop(semel.db, settings)
  await forgetShop(semel.db)
}

const SHOP: Partial<ShopSettings> = {
  name: 'Teehaus „Grün“: Köln',
  timeZone: 'Europe/Berlin',
  languages: ['de', 'en', 'fr'],
  deliveryPromise: { de: '2 bis 4 Werktage', en: '2 to 4 working days' },
  accent: '#ffee00',
  legalName: 'Teehaus GmbH',
  seat: 'Am Markt 1\n50667 Köln',
  vatId: 'DE123456789',
}

async function speaking(locale: string | null): Promise<Person> {
  const someone = await person(semel)
  await semel.db.updateTable('users').set({ locale }).where('id', '=', someone.id).execute()
  return someone
}

async function placeOrder({ token }: Person, more: object = {}): Promise<number> {
  const productId = await stockProduct(semel.db, { name: 'Lamp', price: 123_456 })
  const { status, body, text } = await semel
    .client()
    .post('/api/orders', { items: [{ productId, quantity: 1 }], ...more }, { token })
  assert.equal(status, 201, text)
  return body.id
}

async function mailOf(someone: Pick<Person, 'email'>) {
  const [mail] = await semel.mailTo(someone.email)
  const { source } = (await readOneMail(semel.db, mail!.id))!
  return { ...mail!, source: String(source), words: mail!.text.replaceAll(/[ \n]+/g, ' ') }
}

test('prices say that VAT is in them only where it is', async () => {
  const [home, abroad] = await Promise.all([person(semel), person(semel)])
  await placeOrder(home)
  const deliveryAddress = { name: 'Ada', line1: 'Road 1', postcode: 'SW1A 1AA', city: 'London', country: 'GB' }
  await placeOrder(abroad, { deliveryAddress })
  assert.match((await mailOf(home)).words, /1 × €1,234\.56 incl\. VAT =/)
  assert.match((await mailOf(abroad)).words, /1 × €1,234\.56 =/)
})

test('the emails of a shop without a name have its host name', async () => {
  const owner = await person(semel)
  await placeOrder(owner)
  const { text, html, from } = await mailOf(owner)
  const { host } = new URL(semel.origin)
  assert.ok(text.includes(`-- \nhttp://${host}`), text)
  assert.match(html, /<html lang="en">/)
  assert.doesNotMatch(text + html, /semel/i)
  assert.match(from, /Post office/)
})

for (const [locale, subjectOf, heading, rest] of [
  [
    'de',
    'Bestellbestätigung Nr.\u00a0',
    'Vielen Dank für Ihre Bestellung',
    /1\.234,56.€.*Lieferzeit: 2 bis 4 Werktage/,
  ],
  [
    'fr',
    'Confirmation de commande n°\u00a0',
    'Merci pour votre commande',
    /1.234,56.€.*Délai de livraison.: 2 bis 4 Werktage/,
  ],
  ['en', 'Order Confirmation #', 'Thank you for your order', /€1,234\.56.*Delivery time: 2 to 4 working days/],
  [null, 'Order Confirmation #', 'Vielen Dank für Ihre Bestellung', /Werktage/],
  ['it', 'Bestellbestätigung Nr.\u00a0', 'Vielen Dank für Ihre Bestellung', /Werktage/],
] as const) {
  test(`confirmation for a reader of ${locale} → language, money and shop name`, async () => {
    await setUp(SHOP)
    const owner = await speaking(locale)
    const id = await placeOrder(owner)
    const { subject, text, html, words, from } = await mailOf(owner)
    assert.equal(subject, `${subjectOf}${id}`)
    assert.ok(text.startsWith(heading), text)
    assert.ok(html.includes(heading))
    const vatId = { fr: 'N°\u00a0de TVA ', en: 'VAT ID ' }[locale as string] ?? 'USt-IdNr.\u00a0'
    for (const part of [words, html]) {
      assert.ok(part.includes('Teehaus „Grün“: Köln'))
      assert.ok(part.includes(`Teehaus GmbH · Am Markt 1, 50667 Köln · ${vatId}DE123456789`), part)
    }
    const facts = `${words.slice(words.indexOf('Lamp'))} ${words}`
    assert.match(facts, rest)
    assert.doesNotMatch(text, /UTC(?!\+)/)
    assert.match(html, new RegExp(`<html lang="${locale === 'fr' || locale === 'en' ? locale : 'de'}">`))
    assert.match(from, /Teehaus/)
  })
}

for (const [currency, price, english, german] of [
  ['JPY', 2500, 'JP¥2,500', /2\.500\s(JPY|¥)/],
  ['KWD', 3750, 'KWD 3.750', /3,750\sKWD/],
] as const) {
  test(`order in ${currency} → its decimals in the emails of each language`, async () => {
    await setUp(SHOP)
    for (const [locale, amount] of [
      ['en', english],
      ['de', german],
    ] as const) {
      const owner = await speaking(locale)
      const productId = await stockProduct(semel.db, { price, currency })
      const { status } = await semel
        .client()
        .post('/api/orders', { items: [{ productId, quantity: 1 }] }, { token: owner.token })
      assert.equal(status, 201)
      const words = (await mailOf(owner)).words.replaceAll('\u00a0', ' ')
      assert.ok(typeof amount === 'string' ? words.includes(amount) : amount.test(words), words)
    }
  })
}

test('language of an email → decided at the moment of sending', async () => {
  await setUp(SHOP)
  const owner = await speaking('fr')
  // The language changes while the first attempt fails.
  const { promise, resolve } = Promise.withResolvers<void>()
  semel.inbox.faults.add({ at: 'recipient', to: owner.email, until: promise, refuse: '450 later' })
  await placeOrder(owner)
  await semel.inbox.faults.reached('recipient')
  await semel.db.updateTable('users').set({ locale: 'en' }).where('id', '=', owner.id).execute()
  resolve()
  assert.match((await mailOf(owner)).text, /^Thank you/)
})

test('sender → has the name and reply address that the shop set', async () => {
  await setUp({ ...SHOP, senderName: 'Ihr Teehaus', replyTo: 'hallo@tee.example' })
  const owner = await speaking('de')
  await placeOrder(owner)
  const { from, source } = await mailOf(owner)
  assert.match(from, /Ihr Teehaus/)
  assert.match(source, /^From: Ihr Teehaus <post@relay\.example>\r?$/m)
  assert.match(source, /^Reply-To: hallo@tee\.example\r?$/m)
  await setUp({ senderName: '', replyTo: '' })
})

test('a text message names the shop in the language of the user', async () => {
  await setUp({ ...SHOP, name: 'Teehaus' })
  const phone = '+491751112233'
  const someone = await newPerson(semel, { phone })
  const ask = async (locale: string | null) => {
    await semel.db.updateTable('users').set({ locale }).where('id', '=', someone.id).execute()
    const token = await enterPassword(semel.client(), someone.email)
    assert.equal((await semel.client().post('/api/auth/mfa/sms', undefined, { token })).status, 202)
    semel.clock.advance(31_000)
    return (await lastSms(semel, phone)).text
  }
  assert.match(await ask('en'), /^\d{6} is your code for Teehaus\./)
  assert.match(await ask('de'), /^\d{6} ist Ihr Code für Teehaus\./)
  assert.match(await ask('fr'), /^\d{6} est votre code pour Teehaus\./)
  assert.match(await ask(null), /^\d{6} ist Ihr Code für Teehaus\..*\n\n@127\.0\.0\.1 #\d{6}$/s)
})

test('authenticator app → shows shop and host, without a truncating colon', async () => {
  await setUp({ name: 'Tea: & more' })
  const registered = await semel
    .client()
    .post('/api/auth/register', { email: 'new@example.com', password: 'a long enough passphrase', userName: 'New' })
  assert.equal(registered.status, 201, registered.text)
  const uri = new URL(registered.body.totp.uri)
  const issuer = `Tea & more (127.0.0.1 ${new URL(semel.origin).port})`
  assert.equal(uri.searchParams.get('issuer'), issuer)
  assert.equal(decodeURIComponent(uri.pathname), `/${issuer}:new@example.com`)
})

test('welcome email → names the shop; final email → in the account language', async () => {
  await setUp({ ...SHOP, name: 'Teehaus' })
  const someone = await newPerson(semel)
  const welcome = await mailOf(someone)
  assert.equal(welcome.subject, 'Willkommen bei Teehaus')
  await semel.db.updateTable('users').set({ locale: 'fr' }).where('id', '=', someone.id).execute()
  const gone = await semel.client().delete('/api/users/me', { token: someone.token })
  assert.equal(gone.status, 204, gone.text)
  const mails = await semel.mailTo(someone.email, 2)
  assert.equal(mails.at(-1)!.subject, 'Votre compte a été supprimé')
})
