import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { Browser, BrowserContext } from 'playwright-core'
import sharp from 'sharp'
import { resetToken } from '../../src/accounts/passwords/reset.ts'
import { objectionToken, recoveryToken } from '../../src/accounts/recovery/links.ts'
import { createApiKey } from '../../src/accounts/sessions/api-keys.ts'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { invitationToken } from '../../src/accounts/staff/invitations.ts'
import { addressToken } from '../../src/accounts/staff/shop-addresses.ts'
import { mailboxToken } from '../../src/accounts/users/verify-email.ts'
import { createDemoUsers } from '../../src/dev/demo-users.ts'
import { keepSms } from '../../src/dev/sms-inbox.ts'
import { stamp } from '../../src/feed/stamp.ts'
import { unsubscribeAddress } from '../../src/notifications/announcements/unsubscribe.ts'
import { INSTALL } from '../../src/openapi/guides/clients.ts'
import { accountToken } from '../../src/payments/transfers-out/account.ts'
import { LEGAL_SLUGS } from '../../src/shop/legal-pages.ts'
import { changeShop, forgetShop } from '../../src/shop/settings.ts'
import { createEndpoint } from '../../src/webhooks/endpoints.ts'
import { claim, fanOut, record } from '../../src/webhooks/ledger.ts'
import { newPerson, PASSWORD, type Person } from './accounts.ts'
import { openBrowser } from './browser.ts'
import { sellAs } from './documents.ts'
import { sentDraft } from './drafts.ts'
import { openedPage, openProvider, orderOnline } from './payments.ts'
import { accountLinkOf, orderedByGuest } from './prepared.ts'
import { stockProduct } from './products.ts'
import { pageRoutes } from './routes.ts'
import { type Semel, startSemel } from './semel.ts'
import { filedTransfer, owedTransfer, readyTransfer } from './transfers.ts'

/*
 * The whole site, read from the route table. So a new page or form is tested too, or fails the test because this file
 * has no address for it.
 */

/** The kinds of visitors, each with a browser context. */
/** The second has registered and the third has entered a password; both lack the code. */
export type Visitor = 'admin' | 'half signed in' | 'signing in' | 'guest'

export type Site = AsyncDisposable & {
  /** The base address of the contexts. */
  origin: string
  semel: Semel
  browser: Browser
  contexts: Record<Visitor, BrowserContext>
  /** An address of the route that shows content. */
  addressOf(route: string): string
}

export const SHOP_NAME = 'Lamp House'

/** A published page with a draft, so that its page in the console has every form. */
async function ownPage({ client, token }: Person) {
  const page = await client.post(
    '/api/admin/own-pages',
    { title: { en: 'Our lamps', de: 'Unsere Leuchten', fr: 'Nos luminaires' } },
    { token },
  )
  assert.equal(page.status, 201, page.text)
  const path = `/api/admin/own-pages/${page.body.id}`
  const words = { en: 'Made **by hand**', de: 'Von **Hand** gemacht', fr: 'Faits **à la main**' }
  const story = { type: 'text', text: words }
  assert.equal((await client.post(`${path}/blocks`, story, { token })).status, 200)
  assert.equal((await client.post(`${path}/publish`, {}, { token })).status, 200)
  const changed = await client.post(`${path}/blocks`, { type: 'products' }, { token })
  assert.equal(changed.status, 200, changed.text)
  return changed.body
}

/** A shop with data on every page, and visitors. No worker runs, so delivery states do not change. */
export async function openSite(): Promise<Site> {
  const semel = await startSemel({}, { worker: false })
  await changeShop(semel.db, { name: SHOP_NAME, languages: ['en', 'de', 'fr'] })
  await forgetShop(semel.db)
  const provider = await openProvider(semel)
  const browser = await openBrowser()
  await createDemoUsers(semel)
  const admin = await newPerson(semel, { role: 'admin', userName: 'Alex Admin' })
  const customer = await newPerson(semel, { userName: 'Grace Hopper' })
  const product = await stockProduct(semel.db, { name: 'Reading lamp', stock: 50 })
  await stockProduct(semel.db, { name: 'Oak desk', stock: 2 })
  const other = await stockProduct(semel.db, { name: 'Felt rug', stock: 9 })

  const options = [{ name: 'Colour', values: ['oak', 'ash'] }]
  const variant = { id: other, options: [{ name: 'Colour', value: 'oak' }] }
  const group = await admin.client.post(
    '/api/product-groups',
    { name: 'Felt rug', options, products: [variant] },
    { token: admin.token },
  )
  assert.equal(group.status, 201, group.text)
  const furniture = await admin.client.post('/api/categories', { name: 'Furniture' }, { token: admin.token })
  assert.equal(furniture.status, 201, furniture.text)
  const order = await placeOrder(semel, admin, product)
  await placeOrder(semel, customer, product)
  await semel.db
    .updateTable('deliveries')
    .set({ state: 'in_doubt', attempts: 1 })
    .where('user_id', '=', admin.id)
    .execute()
  const { id: delivery } = await semel.db
    .selectFrom('deliveries')
    .select('id')
    .where('user_id', '=', admin.id)
    .where('state', '=', 'in_doubt')
    .limit(1)
    .executeTakeFirstOrThrow()
  for (const name of ['Warehouse', 'Newsletter']) await createApiKey(semel, { name, scopes: ['products:read'] })
  const webhook = await createEndpoint(semel, { url: 'https://erp.example.com/webhooks', types: ['order.placed'] })
  await placeOrder(semel, admin, product)
  await stamp(semel.db)
  await fanOut(semel.db)
  const [event] = await claim(semel.db, new Map())
  await record(semel.db, [{ claim: event!, startedAt: new Date(), response: { status: 503, milliseconds: 12 } }])
  const owed = await owedTransfer(semel)
  await readyTransfer(semel)
  await filedTransfer(semel)
  const withdrawal = { name: 'Ada', email: 'ada@example.com', order: '1' }
  assert.equal((await semel.client().post('/api/withdrawals', withdrawal)).status, 201)
  const message = { email: 'ada@example.com', message: 'Where is it?' }
  const written = await semel.client().post('/api/contact-messages', message)
  assert.equal(written.status, 201)
  const messagePage = `/admin/contact-messages/${written.body.id}`
  const answer = { message: 'It comes tomorrow.' }
  const answered = await admin.client.post(`/api${messagePage}/replies`, answer, { token: admin.token })
  assert.equal(answered.status, 201, answered.text)
  // Open again: the list of messages begins with the open ones.
  assert.equal(
    (await admin.client.patch(`/api${messagePage}`, { answered: false }, { token: admin.token })).status,
    200,
  )
  const announced = await admin.client.post(
    '/api/admin/announcements',
    { subject: 'We open on Sundays', message: 'Come.' },
    { token: admin.token },
  )
  assert.equal(announced.status, 201, announced.text)
  const priceList = Buffer.from(
    'sku,name,category,price,images\nNEW,Stool,Seats,49.00,https://shop.example/stool.jpg\nBAD,Stool,Seats,free,\n',
  )
  const previewed = await admin.client.post(
    '/api/product-imports',
    { data: priceList.toString('base64') },
    { token: admin.token },
  )
  const waiting = await placeOrder(semel, customer, product)
  await admin.client.post(`/api/orders/${waiting}/process`, {}, { token: admin.token })
  const numbers = await admin.client.post(
    '/api/parcel-number-files',
    { data: Buffer.from(`Order,Tracking number\n${waiting},1Z999AA10123456784\n`).toString('base64') },
    { token: admin.token },
  )
  assert.equal(numbers.status, 201, numbers.text)
  const draft = await admin.client.post(
    '/api/admin/announcement-drafts',
    { subject: 'Soon', message: 'A draft.' },
    { token: admin.token },
  )
  assert.equal(draft.status, 201, draft.text)
  for (const slug of LEGAL_SLUGS) {
    const page = `/api/admin/pages/${slug}/en`
    const text = { title: `Our ${slug}`, body: '## Heading\n\n- A list with [a link](/contact)\n' }
    const written = await admin.client.put(page, text, { token: admin.token })
    assert.equal(written.status, 200, written.text)
    assert.equal((await admin.client.post(`${page}/publish`, {}, { token: admin.token })).status, 200)
  }
  // Published, with changes: its page has every form.
  const changed = { title: 'Our imprint', body: 'Soon.' }
  assert.equal((await admin.client.put('/api/admin/pages/imprint/en', changed, { token: admin.token })).status, 200)
  // Its draft differs from what customers see, and has a picture to remove.
  const field = sharp({ create: { width: 30, height: 20, channels: 3, background: '#36c' } }).png()
  const pictured = { title: 'Blue field', data: (await field.toBuffer()).toString('base64') }
  const added = await admin.client.post('/api/admin/site-pictures', pictured, { token: admin.token })
  assert.equal(added.status, 200, added.text)
  const row = { type: 'pictures', pictures: [{ picture: added.body.hash, alt: { en: 'A field' }, address: '' }] }
  assert.equal((await admin.client.post('/api/admin/home/blocks', row, { token: admin.token })).status, 200)
  const story = { type: 'text', title: { en: 'Our story' }, text: { en: 'We **love** lamps.' } }
  const home = await admin.client.post('/api/admin/home/blocks', story, { token: admin.token })
  assert.equal(home.status, 200, home.text)
  const about = await ownPage(admin)
  const words = { before: '{{ greeting }}\nyour order is with us.' }
  const own = await admin.client.put('/api/admin/email-texts/order.placed/en', words, { token: admin.token })
  assert.equal(own.status, 200, own.text)
  const colleague = { email: 'colleague@example.com' }
  const invitation = await admin.client.post('/api/admin/invitations', colleague, { token: admin.token })
  assert.equal(invitation.status, 201, invitation.text)
  await admin.client.patch('/api/admin/settings', { replyTo: 'answers@example.com' }, { token: admin.token })
  const entered = await sql<{ id: string }>`select id from setting_addresses`.execute(semel.db)
  const factor = await admin.client.post('/api/users/me/second-factors', { kind: 'totp' }, { token: admin.token })
  assert.equal(factor.status, 201, factor.text)
  await semel.client().post('/api/auth/login', { email: admin.email, password: PASSWORD })
  await keepSms(semel.db, { to: '+4915100000000', text: '123456 is your Semel code.' })
  const mail = {
    recipient: 'ada@example.com',
    sender: 'Semel',
    subject: 'Hello',
    message_id: '<x@y>',
    source: Buffer.from('x'),
  }
  const text = `${'a line of text that no small screen can hold '.repeat(3)}\n`
  const mailId = '01920000-0000-7000-8000-000000000001'
  await semel.db
    .insertInto('dev_mail')
    .values({ ...mail, id: mailId, text, html: '<p>Hello</p>' })
    .execute()

  const code = { code: 'SUMMER', kind: 'amount', value: 500, currency: 'EUR', maxUses: 10 }
  const coded = await admin.client.post('/api/admin/discount-codes', code, { token: admin.token })
  assert.equal(coded.status, 201, coded.text)
  const { id: rate } = await semel.db.selectFrom('tax_rates').select('id').limit(1).executeTakeFirstOrThrow()
  const { id: method } = await semel.db.selectFrom('delivery_methods').select('id').executeTakeFirstOrThrow()

  for (const noted of [`/api/orders/${order}`, `/api/users/${customer.id}`]) {
    await admin.client.post(`${noted}/notes`, { text: 'Rang on Monday.' }, { token: admin.token })
    await admin.client.patch(`${noted}/tags`, { add: ['VIP'] }, { token: admin.token })
  }
  const kept = await keptAddresses(admin)
  const comesBack = await returnOf(semel, admin, product)
  const online = await orderOnline(semel, admin)
  const paymentPage = await openedPage(semel, online.id, admin)
  await sellAs(semel, { name: SHOP_NAME })
  const invoice = await admin.client.post(`/api/orders/${order}/documents`, { kind: 'invoice' }, { token: admin.token })
  assert.equal(invoice.status, 200, invoice.text)
  // The database was set back, so the page of invoices asks for the last number.
  await semel.db.updateTable('database_history').set({ numbers_doubted_at: new Date() }).execute()

  // Passkey forms are hidden at an IP address.
  const origin = semel.origin.replace('127.0.0.1', 'localhost')
  const open = () => browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 900 } })
  const contexts = {
    admin: await open(),
    'half signed in': await open(),
    'signing in': await open(),
    guest: await open(),
  }
  const session = { name: cookieNames(semel).session, value: admin.token, url: origin }
  await contexts.admin.addCookies([session])
  const { csrfToken } = await (await contexts.admin.request.get('/api/auth/csrf')).json()
  for (const productId of [product, other]) {
    const data = { productId, quantity: 1 }
    const put = await contexts.admin.request.post('/api/cart/items', { data, headers: { 'x-csrf-token': csrfToken } })
    assert.ok(put.ok(), await put.text())
  }
  const someone = { email: 'new@example.com', password: PASSWORD, userName: 'Nora New' }
  const registering = contexts['half signed in']
  assert.ok((await registering.request.post('/api/auth/register', { data: someone })).ok())
  const signingIn = contexts['signing in']
  // With a verified address, so that the page for who has lost everything has its form.
  const { email, id: signer } = await newPerson(semel)
  await semel.db.updateTable('users').set({ email_verified_at: semel.clock.now() }).where('id', '=', signer).execute()
  const credentials = { email, password: PASSWORD }
  assert.ok((await signingIn.request.post('/api/auth/login', { data: credentials })).ok())
  // The clock of the shop is frozen, but the browser would forget the cookie after five minutes of a slow machine.
  for (const half of [registering, signingIn]) {
    await half.addCookies((await half.cookies()).map(cookie => ({ ...cookie, expires: -1 })))
  }

  const recovery = await openRecoveries(semel, admin)
  const drafted = await sentDraft(semel, admin)
  const forgotten = { data: { email: customer.email }, headers: { 'x-csrf-token': csrfToken } }
  assert.ok((await contexts.admin.request.post('/api/auth/forgot-password', forgotten)).ok())
  const reset = await semel.db.selectFrom('password_resets').select('id').executeTakeFirstOrThrow()

  const addresses: Record<string, string> = {
    '/products/:id': `/products/${product}-reading-lamp`,
    '/sitemaps/:file': '/sitemaps/products-1.xml',
    '/product-feeds/:file': '/product-feeds/google-en-EUR.xml',
    '/orders/:id': `/orders/${order}`,
    '/orders/:id/pay': `/orders/${online.id}/pay`,
    '/orders/:id/paid': `/orders/${online.id}/paid`,
    '/documents/:id': `/documents/${invoice.body.id}`,
    '/dev/pay/:id': `/dev/pay/${paymentPage}`,
    '/account/addresses/:id': `/account/addresses/${kept}`,
    '/account/factors/:id': `/account/factors/${factor.body.id}`,
    '/admin/deliveries/:id': `/admin/deliveries/${delivery}`,
    '/admin/search': '/admin/search?q=lamp',
    '/admin/orders': '/admin/orders?status=placed',
    '/admin/orders/:id': `/admin/orders/${order}`,
    '/admin/orders/:id/packing-slip': `/admin/orders/${order}/packing-slip`,
    '/admin/orders/packing-slips': `/admin/orders/packing-slips?orders=${order}`,
    '/admin/orders/pick-list': `/admin/orders/pick-list?orders=${order}`,
    '/admin/orders/parcel-numbers': `/admin/orders/parcel-numbers?orders=${order}`,
    '/admin/orders/labels': `/admin/orders/labels?orders=${order}`,
    '/admin/orders/labels.csv': `/admin/orders/labels.csv?file=dpd&orders=${order}`,
    '/admin/orders/batches/:id': `/admin/orders/batches/${numbers.body.id}`,
    '/admin/draft-orders/:id': `/admin/draft-orders/${drafted.id}`,
    '/admin/returns/:id': `/admin/returns/${comesBack}`,
    '/admin/products/:id': `/admin/products/${product}`,
    '/admin/categories/:name': '/admin/categories/Furniture',
    '/admin/product-groups/:id': `/admin/product-groups/${group.body.id}`,
    '/admin/products/imports/:id': `/admin/products/imports/${previewed.body.id}`,
    '/admin/users/:id': `/admin/users/${customer.id}`,
    '/admin/delivery-methods/:id': `/admin/delivery-methods/${method}`,
    '/admin/tax-rates/:id': `/admin/tax-rates/${rate}`,
    '/admin/discount-codes/:code': '/admin/discount-codes/SUMMER',
    '/admin/webhooks/:id': `/admin/webhooks/${webhook.id}`,
    '/admin/webhooks/:id/deliveries/:position': `/admin/webhooks/${webhook.id}/deliveries/${event!.position}`,
    '/admin/announcements/:id': `/admin/announcements/${announced.body.id}`,
    '/admin/announcements/drafts/:id': `/admin/announcements/drafts/${draft.body.id}`,
    '/admin/contact-messages/:id': messagePage,
    '/admin/home/blocks/:id': `/admin/home/blocks/${home.body.blocks.at(-1).id}`,
    '/admin/own-pages/:page': `/admin/own-pages/${about.id}`,
    '/admin/own-pages/:page/preview': `/admin/own-pages/${about.id}/preview`,
    '/admin/own-pages/:page/blocks/:id': `/admin/own-pages/${about.id}/blocks/${about.blocks[0].id}`,
    '/pages/:slug': about.url,
    '/admin/pages/:slug/:locale': '/admin/pages/imprint/en',
    '/admin/settings/email-texts/:kind/:language': '/admin/settings/email-texts/order.placed/en',
    '/admin/settings/email-texts/:kind/:language/preview': '/admin/settings/email-texts/order.placed/en/preview',
    '/dev/mail/:id': `/dev/mail/${mailId}`,
    '/dev/mail/:id/body': `/dev/mail/${mailId}/body`,
    '/dev/mail/:id/source': `/dev/mail/${mailId}/source`,
    '/dev/code': '/dev/code?email=ada@example.com',
    '/docs/:version': '/docs/v2',
    '/docs/:version/:operation': '/docs/v3/placeOrder',
    '/docs/guides/:guide': '/docs/guides/versions',
    '/docs/clients/:file': INSTALL.npm('').split(' ').at(-1)!,
    '/problems/:code': '/problems/insufficient_stock',
    '/reset-password': `/reset-password?token=${resetToken(semel.serviceKey, reset.id)}`,
    '/order-link': `/order-link?token=${(await orderedByGuest(semel)).token}`,
    '/draft-order': `/draft-order?token=${(await sentDraft(semel, admin)).token}`,
    '/guest-account': `/guest-account?token=${await accountLinkOf(semel, (await orderedByGuest(semel)).id)}`,
    '/invitation': `/invitation?token=${invitationToken(semel.serviceKey, invitation.body.id)}`,
    '/shop-address': `/shop-address?token=${addressToken(semel.serviceKey, entered.rows[0]!.id)}`,
    '/verify-email': `/verify-email?token=${mailboxToken(semel.serviceKey, 'verify-email', customer, semel.clock.now())}`,
    '/release-email': `/release-email?token=${mailboxToken(semel.serviceKey, 'release-email', customer, semel.clock.now())}`,
    '/recovery': `/recovery?token=${recoveryToken(semel.serviceKey, recovery.linked)}`,
    '/recovery/objection': `/recovery/objection?token=${objectionToken(semel.serviceKey, recovery.toDecide)}`,
    '/refund-account': `/refund-account?token=${accountToken(semel.serviceKey, owed.refundId)}`,
    '/unsubscribe': unsubscribeAddress(semel, customer.id).slice(semel.origin.length),
  }
  return {
    semel,
    origin,
    browser,
    contexts,
    addressOf: route => addresses[route] ?? route,
    [Symbol.asyncDispose]: async () => {
      await browser.close()
      await provider[Symbol.asyncDispose]()
      await semel[Symbol.asyncDispose]()
    },
  }
}

/** A request that waits for staff, one whose link has left, and one of the admin, whose account page shows it. */
async function openRecoveries(semel: Semel, admin: Person) {
  const [waiting, other] = [await newPerson(semel), await newPerson(semel)]
  const add = async (userId: string, isLinked: boolean) => {
    const now = semel.clock.now()
    await semel.db.updateTable('users').set({ email_verified_at: now }).where('id', '=', userId).execute()
    const { rows } = await sql<{ id: string }>`
      insert into recovery_requests (id, user_id, asked_at, waits_until, needs_approval, is_known_device, linked_at)
      values (gen_random_uuid(), ${userId}, ${now}, ${now}, ${!isLinked}, true, ${isLinked ? now : null}) returning id
    `.execute(semel.db)
    return rows[0]!.id
  }
  await add(admin.id, false)
  return { toDecide: await add(waiting.id, false), linked: await add(other.id, true) }
}

async function placeOrder(semel: Semel, { token }: Person, productId: number): Promise<number> {
  const { body, text } = await semel.client().post('/api/orders', { items: [{ productId, quantity: 1 }] }, { token })
  assert.ok(body.id, text)
  return body.id
}

/** An address book of two, so that its page has every form. @returns the id of the first address */
async function keptAddresses({ client, token }: Person): Promise<string> {
  const address = { name: 'Alex Admin', line1: 'Road 1', postcode: '10115', city: 'Berlin', country: 'DE' }
  const home = await client.post('/api/users/me/addresses', { address }, { token })
  await client.post('/api/users/me/addresses', { address: { ...address, line1: 'Road 2' }, label: 'Work' }, { token })
  assert.ok(home.body.id, home.text)
  return home.body.id
}

/** A return that was asked for. */
async function returnOf(semel: Semel, person: Person, productId: number): Promise<string> {
  const id = await placeOrder(semel, person, productId)
  const { token } = person
  for (const step of ['process', 'ship']) await semel.client().post(`/api/orders/${id}/${step}`, {}, { token })
  const items = [{ line: 1, quantity: 1 }]
  const { body, text } = await semel.client().post(`/api/orders/${id}/returns`, { items }, { token })
  assert.ok(body.id, text)
  return body.id
}

/** Every page, with the first kind of visitor who sees it instead of a redirect. */
export async function pagesOf({
  semel: { app },
  contexts,
  addressOf,
}: Site): Promise<{ route: string; viewer: Visitor }[]> {
  const pages: { route: string; viewer: Visitor }[] = []
  for (const { method, path: route } of pageRoutes(app)) {
    if (method !== 'GET') continue
    // A user who is signed in sees no form of an invitation to somebody else.
    const viewers = route === '/invitation' ? (['guest'] as const) : (Object.keys(contexts) as Visitor[])
    for (const viewer of viewers) {
      const options = { maxRedirects: 0, headers: { accept: 'text/html' } }
      const answer = await contexts[viewer].request.get(addressOf(route), options)
      const status = answer.status()
      if (status < 300) {
        if (answer.headers()['content-type']?.startsWith('text/html')) pages.push({ route, viewer })
        break
      }
      const nobodySees = status >= 500 || (status >= 400 && viewer === 'guest')
      assert.ok(!nobodySees, `${route} answers ${status}: add an address that shows content to this file`)
    }
  }
  return pages
}
