import type { BrowserContext, Page } from 'playwright-core'
import { addFactor, confirmFactor } from '../../src/accounts/second-factors/factors.ts'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { MINUTE } from '../../src/time.ts'
import { newPerson, PASSWORD } from './accounts.ts'
import { enterCode } from './pages.ts'
import { person } from './people.ts'
import { stockProduct } from './products.ts'
import type { Site } from './site.ts'

/** A state of a page that differs from the one in which every-page.test.ts finds it. `act` brings it about. */
export type State = { name: string; context: BrowserContext; address: string; act?: (page: Page) => Promise<unknown> }

/** Runs in this order: the last ones use up what the others need. */
export async function statesOf({ semel, browser, origin, contexts, addressOf }: Site): Promise<State[]> {
  const { db } = semel
  const { guest, admin, 'half signed in': registering } = contexts
  const as = async (token?: string) => {
    const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 900 } })
    if (token) await context.addCookies([{ name: cookieNames(semel).session, value: token, url: origin }])
    return context
  }
  const newcomer = await person(semel)
  const customer = await as(newcomer.token)
  const product = (status: 'out_of_stock' | 'coming_soon' | 'discontinued') =>
    stockProduct(db, { name: `Lamp, ${status}`, status, stock: 0 })
  const [soldOut, comingSoon, discontinued] = [
    await product('out_of_stock'),
    await product('coming_soon'),
    await product('discontinued'),
  ]
  const scarce = await stockProduct(db, { name: 'Scarce vase', stock: 1 })
  const fill = await as()
  await fill.request.post('/api/cart/items', { data: { productId: scarce, quantity: 1 } })
  await db.updateTable('products').set({ stock: 0, price: 1100 }).where('id', '=', scarce).execute()

  const order = async (...steps: string[]) => {
    const productId = await stockProduct(db)
    const client = semel.client()
    const { body } = await client.post(
      '/api/orders',
      { items: [{ productId, quantity: 1 }] },
      { token: newcomer.token },
    )
    const staff = await person(semel, 'staff')
    for (const step of steps) await client.post(`/api/orders/${body.id}/${step}`, {}, { token: staff.token })
    return body.id as number
  }
  const refundDue = await order('mark-paid', 'cancel')
  const cancelled = await order('cancel')
  const shipped = await order('process', 'ship')
  const open = await order()

  const disabled = await person(semel)
  await db.updateTable('users').set({ disabled_at: semel.clock.now() }).where('id', '=', disabled.id).execute()
  const { id: failed } = await db.selectFrom('deliveries').select('id').limit(1).executeTakeFirstOrThrow()

  const many = await newPerson(semel, { phone: '+4915100000001' })
  const passkey = await addFactor(db as never, semel, { userId: many.id, kind: 'passkey', name: 'My laptop' })
  await confirmFactor(db as never, passkey, semel.clock.now())
  const half = await as()
  await half.request.post('/api/auth/login', { data: { email: many.email, password: PASSWORD } })

  const send = (form: string) => (page: Page) => page.locator(`#${form} button[type=submit]:not([formaction])`).click()
  const shows = async (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
  const refused = (form: string) => async (page: Page) => {
    await send(form)(page)
    await page.locator(`#${form} [role=alert]`).waitFor()
  }
  /** Posts without scripts: the server shows the page after the form. */
  const posted = (form: string) => async (page: Page) => {
    await page.locator(`#${form}`).evaluate(element => (element as unknown as { submit(): void }).submit())
    await page.locator(`#${form} [role=alert]`).waitFor()
  }
  const asks = async (page: Page) => page.getByRole('dialog').waitFor()
  const orderPage = `/orders/${open}`
  return [
    { name: 'an empty cart', context: guest, address: '/cart' },
    { name: 'a cart with a product that is sold out', context: fill, address: '/cart' },
    { name: 'a checkout with an empty cart', context: customer, address: '/checkout' },
    { name: 'a product that is sold out, for a guest', context: guest, address: `/products/${soldOut}` },
    { name: 'a product that is sold out', context: customer, address: `/products/${soldOut}` },
    {
      name: 'a product that is sold out, with an alert',
      context: customer,
      address: `/products/${soldOut}`,
      act: async page => {
        await send('stock-alert')(page)
        await shows(page, "We'll send you one email")
      },
    },
    { name: 'a product that comes soon', context: customer, address: `/products/${comingSoon}` },
    { name: 'a discontinued product', context: customer, address: `/products/${discontinued}` },
    { name: 'a search without results', context: guest, address: '/products?q=zzzz' },
    { name: 'a page beyond the last', context: guest, address: '/products?page=999' },
    { name: 'filters', context: guest, address: '/products?status=all&min=1&max=99&category=things' },
    { name: 'an unknown page', context: guest, address: '/nothing' },
    { name: 'a page for others', context: customer, address: '/admin' },
    { name: 'an expired reset link', context: guest, address: '/reset-password?token=x' },
    { name: 'an expired confirmation link', context: guest, address: '/verify-email?token=x' },
    { name: 'an expired link to release', context: guest, address: '/release-email?token=x' },
    { name: 'an incomplete link to unsubscribe', context: guest, address: '/unsubscribe?user=x' },
    { name: 'a refused sign-in', context: guest, address: '/login', act: refused('login') },
    { name: 'a refused registration', context: guest, address: '/register', act: refused('register') },
    { name: 'a refused message', context: guest, address: '/contact', act: refused('contact') },
    {
      name: 'a budget that is used up',
      context: guest,
      address: '/contact',
      act: async page => {
        const body = { title: 'Too many requests', status: 429, code: 'rate_limited' }
        await page.route('**/api/contact-messages', route =>
          route.fulfill({ status: 429, json: body, headers: { 'retry-after': '29' } }),
        )
        await refused('contact')(page)
        await page.unrouteAll()
      },
    },
    {
      name: 'a message that was sent',
      context: guest,
      address: '/contact',
      act: async page => {
        await page.locator('#contact-email').fill('ada@example.com')
        await page.locator('#contact-message').fill('Hello')
        await send('contact')(page)
        await shows(page, 'your message has been sent')
      },
    },
    {
      name: 'a reset link that was sent',
      context: guest,
      address: '/forgot-password',
      act: async page => {
        await page.locator('#forgot-password-email').fill('ada@example.com')
        await send('forgot-password')(page)
        await shows(page, 'a reset link is on its way')
      },
    },
    { name: 'a code, a phone or a passkey', context: half, address: '/login/code' },
    { name: 'a wrong code', context: half, address: '/login/code', act: refused('code') },
    {
      name: 'a code that was sent to a phone',
      context: half,
      address: '/login/code',
      act: async page => {
        await send('sms')(page)
        await shows(page, "We've sent a code")
      },
    },
    {
      name: 'the menu of a phone',
      context: customer,
      address: '/',
      act: async page => {
        await page.setViewportSize({ width: 320, height: 700 })
        await page.getByRole('button', { name: 'Menu' }).click()
      },
    },
    {
      name: 'the menu of the console on a phone',
      context: admin,
      address: '/admin',
      act: async page => {
        await page.setViewportSize({ width: 320, height: 700 })
        await page.getByRole('button', { name: 'Menu' }).click()
      },
    },
    { name: 'an order that was cancelled', context: customer, address: `/orders/${cancelled}` },
    { name: 'an order that was shipped', context: customer, address: `/orders/${shipped}` },
    {
      name: 'an order that is ordered again',
      context: customer,
      address: orderPage,
      act: async page => {
        await send('again')(page)
        await shows(page, 'These items are in your cart')
      },
    },
    { name: 'a checkout that was refused', context: customer, address: '/checkout', act: refused('order') },
    {
      name: 'a question in a dialog',
      context: customer,
      address: orderPage,
      act: async page => {
        await send('cancel')(page)
        await asks(page)
      },
    },
    { name: 'a question on the page', context: customer, address: orderPage, act: posted('cancel') },
    {
      name: 'an order that was cancelled just now',
      context: customer,
      address: orderPage,
      act: async page => {
        await send('cancel')(page)
        await page.getByRole('dialog').locator('button.danger').click()
        await shows(page, 'Order cancelled.')
      },
    },
    { name: 'an empty list of orders', context: await as((await person(semel)).token), address: '/orders' },
    { name: 'a console list without results', context: admin, address: '/admin/orders?q=nobody' },
    { name: 'a refund that is due', context: admin, address: `/admin/orders/${refundDue}` },
    { name: 'no selected order', context: admin, address: '/admin/orders?status=placed', act: refused('prepare-many') },
    { name: 'a disabled account', context: admin, address: `/admin/users/${disabled.id}` },
    {
      name: 'a delivery that failed',
      context: admin,
      address: `/admin/deliveries/${failed}`,
      act: async page => {
        await db.updateTable('deliveries').set({ state: 'failed', attempts: 1 }).where('id', '=', failed).execute()
        await page.reload()
      },
    },
    {
      name: 'an import with wrong rows',
      context: admin,
      address: '/admin/products/import',
      act: async page => {
        const file = { name: 'x.csv', mimeType: 'text/csv', buffer: Buffer.from('sku,name,category,amount\nX,,y,z\n') }
        await page.locator('input[type=file]').setInputFiles(file)
        await page.locator('main form button[type=submit]').click()
        await shows(page, '1 row is refused')
      },
    },
    {
      name: 'an API key that was created',
      context: admin,
      address: '/admin/api-keys',
      act: async page => {
        await page.getByLabel('Name').fill('New')
        await page.locator('main input[type=checkbox]').first().check()
        await page.getByRole('button', { name: 'Create key' }).click()
        await shows(page, 'Copy your key now')
      },
    },
    {
      name: 'a webhook that was created',
      context: admin,
      address: '/admin/webhooks',
      act: async page => {
        await page.locator('main [name=url]').fill('https://shelf.example.com/events')
        await page.getByRole('button', { name: 'Create webhook' }).click()
        await shows(page, 'Copy the secret now')
      },
    },
    {
      name: 'a disabled webhook',
      context: admin,
      address: addressOf('/admin/webhooks/:id'),
      act: async page => {
        await send('disable')(page)
        await page.getByRole('dialog').locator('button.danger').click()
        await shows(page, 'Webhook disabled.')
      },
    },
    {
      name: 'recovery codes',
      context: registering,
      address: '/register/authenticator',
      act: async page => {
        const { code } = (await semel.client().get('/dev/code?email=new@example.com')).body
        await enterCode(page, code, 'Confirm and sign in')
        await shows(page, 'Save your recovery codes')
      },
    },
    {
      name: 'a step-up',
      context: await as(many.token),
      address: '/account',
      act: async page => {
        semel.clock.advance(11 * MINUTE)
        await page.reload()
        await shows(page, "Confirm it's you")
      },
    },
  ]
}
