import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { DEMO_PASSWORD } from '../src/accounts/users/demo-accounts.ts'
import { openBrowser, VIEWS } from '../test/support/browser.ts'
import { spawnSemel } from '../test/support/process.ts'
import { openTeaShop } from './tea-shop.ts'

/*
 * `npm run screenshots`: takes the screenshots of the README again, from a Semel that is started as `npm start` does, and from
 * another shop.
 */
const VIEW = { width: 1080, height: 720 }

const dataDir = await mkdtemp(join(tmpdir(), 'semel-screenshots-'))
const semel = spawnSemel(['start'], { DATA_DIR: dataDir })
try {
  const [, origin] = await semel.printed(/Shop +(http:\S+?)\/\n/)
  const browser = await openBrowser({ paints: true })
  const open = async (options: object, email?: string) => {
    const context = await browser.newContext({ viewport: VIEW, baseURL: origin!, ...options })
    if (email) await signIn(context, email)
    return context
  }
  const take = async (context: BrowserContext, path: string, name: string) => {
    const page = await context.newPage()
    await page.goto(path, { waitUntil: 'networkidle' })
    // The reference draws itself, which takes long on a busy machine.
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.screenshot({ path: join(import.meta.dirname, '../docs/screenshots', `${name}.png`) })
    await page.close()
  }

  const guest = await open({})
  await take(guest, '/', 'shop')
  await take(await open(VIEWS.dark), '/products?sort=name', 'products-dark')
  await take(guest, '/docs', 'reference')

  const customer = await open({ viewport: VIEWS.narrow.viewport }, 'ada@example.com')
  const orderId = await placeOrder(customer)
  await arrived(guest, `Order Confirmation #${orderId}`)
  await take(customer, `/orders/${orderId}`, 'order-narrow')
  await take(guest, '/dev', 'inbox')
  await take(await open({}, 'staff@example.com'), '/admin', 'console')

  await using teaShop = await openTeaShop()
  await take(await open({ baseURL: teaShop.origin, locale: 'fr-FR' }), '/', 'tea-shop')
  await browser.close()
} finally {
  await semel.stop()
  await rm(dataDir, { recursive: true, force: true })
}

/** Signs a browser in through the API, with the code of the demo authenticator. */
async function signIn({ request }: BrowserContext, email: string): Promise<void> {
  const { partialToken } = await (
    await request.post('/api/auth/login', { data: { email, password: DEMO_PASSWORD } })
  ).json()
  const { code } = await (await request.get(`/dev/code?email=${email}`)).json()
  await request.post('/api/auth/mfa', { data: { code }, headers: { authorization: `Bearer ${partialToken}` } })
}

async function placeOrder({ request }: BrowserContext): Promise<number> {
  const { csrfToken } = await (await request.get('/api/auth/csrf')).json()
  const { items: products } = await (await request.get('/api/products?status=active&limit=2')).json()
  const items = products.map(({ id }: { id: number }) => ({ productId: id, quantity: 1 }))
  const placed = await request.post('/api/orders', { data: { items }, headers: { 'x-csrf-token': csrfToken } })
  return (await placed.json()).id
}

async function arrived({ request }: BrowserContext, subject: string): Promise<void> {
  for (;;) {
    const mails: { subject: string }[] = await (await request.get('/dev/mail')).json()
    if (mails.some(mail => mail.subject === subject)) return
  }
}
