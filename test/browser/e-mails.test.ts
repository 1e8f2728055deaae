import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { EventType } from '../../src/events/announce.ts'
import {
  accountDeleted,
  codesRefused,
  credentialsChanged,
  emailChanged,
  factorsDisabled,
  factorsReset,
  newDevice,
  passwordReset,
  registeredLetter,
  verificationLetter,
} from '../../src/notifications/messages/account.ts'
import { announcement } from '../../src/notifications/messages/announcement.ts'
import { contactMessage } from '../../src/notifications/messages/contact.ts'
import { renderHtml } from '../../src/notifications/messages/html.ts'
import type { Block, Letter } from '../../src/notifications/messages/letter.ts'
import {
  type OrderForMail,
  orderCancelled,
  orderConfirmation,
  orderShipped,
  trackingNumberChanged,
} from '../../src/notifications/messages/order.ts'
import { paymentFailed, paymentReceived, refundSent } from '../../src/notifications/messages/payment.ts'
import { backInStock } from '../../src/notifications/messages/product.ts'
import { renderText } from '../../src/notifications/messages/text.ts'
import { webhookDisabled } from '../../src/notifications/messages/webhook.ts'
import { barriers } from '../support/axe.ts'
import { openBrowser, picture } from '../support/browser.ts'

const SHOP = 'https://shop.semel.example'
const TOKEN = 'x'.repeat(43)
const order: OrderForMail = {
  id: 1042,
  ownerId: '0190',
  status: 'shipped',
  total: 104990,
  currency: 'EUR',
  note: 'Please ring twice & leave it with <Mrs Miller> next door.',
  trackingNumber: '00340434161094021501',
  placedAt: new Date('2026-03-04T17:05:00Z'),
  deliveryAddress: {
    name: 'Ada Lovelace',
    line1: '12 St James’s Square',
    line2: 'c/o <The Analytical Engine Company>',
    postcode: 'SW1Y 4JH',
    city: 'London',
    country: 'GB',
  },
  paymentMethod: 'invoice' as const,
  paymentStatus: 'open',
  images: [{ id: 1, image: { url: '/assets/images/x/800.jpg', alt: 'Desk in a room', width: 800, height: 800 } }],
  items: [
    ['Desk lamp "Nox"', 1, 4990],
    ['Oak desk with two drawers, a cable tray and Donaudampfschifffahrtsgesellschaftskapitänsmütze', 2, 50000],
  ].map(([name, quantity, unitPrice], n) => ({
    productId: n,
    sku: `S${n}`,
    name: name as string,
    quantity: quantity as number,
    unitPrice: unitPrice as number,
    lineTotal: (quantity as number) * (unitPrice as number),
  })),
}

const LINKS = { verify: `${SHOP}/verify-email?token=${TOKEN}`, release: `${SHOP}/release-email?token=${TOKEN}` }

/** Two kinds of events have no letter of their own: a confirmation that is sent again, and the test of an announcement. */
const LETTERS: Record<Exclude<EventType, 'order.confirmation_requested' | 'announcement.tested'>, Letter> = {
  'order.placed': orderConfirmation(order, 'Ada Lovelace', SHOP),
  'order.shipped': orderShipped(order, 'Ada Lovelace', SHOP),
  'order.cancelled': orderCancelled(order, 'Ada Lovelace', SHOP),
  'order.tracking_number_changed': trackingNumberChanged(order, 'Ada Lovelace', SHOP),
  'payment.received': paymentReceived(order, 'Ada Lovelace', SHOP),
  'payment.failed': paymentFailed(order, 'Ada Lovelace', SHOP),
  'refund.sent': refundSent(order, { amount: 1250, currency: 'EUR', source: 'shop' }, 'Ada Lovelace', SHOP),
  'user.password_reset_requested': passwordReset('Ada Lovelace', {
    reset: `${SHOP}/reset-password?token=${TOKEN}`,
    release: LINKS.release,
  }),
  'user.registered': registeredLetter('Ada Lovelace', LINKS),
  'user.email_changed': emailChanged('Ada Lovelace', LINKS),
  'user.factors_reset': factorsReset('Ada Lovelace', SHOP),
  'user.credentials_changed': credentialsChanged('factor_added', 'Ada Lovelace', SHOP),
  'user.codes_refused': codesRefused(order.placedAt, 'Ada Lovelace', SHOP),
  'user.factors_disabled': factorsDisabled(['totp', 'hardware'], 'Ada Lovelace', SHOP),
  'user.signed_in_on_new_device': newDevice(order.placedAt, 'Ada Lovelace', SHOP),
  'user.verification_requested': verificationLetter('Ada Lovelace', LINKS),
  'user.deleted': accountDeleted({ userName: 'Ada Lovelace', isVerified: true }, SHOP),
  'contact.message_received': contactMessage({
    id: '0190',
    email: 'grace@example.com',
    name: 'Grace Hopper',
    message: 'Hello,\n\nwhere is my order? <b>#1042</b>\n\nGrace',
    received_at: order.placedAt,
  }),
  'webhook.disabled': webhookDisabled({ id: '0190', url: 'https://example.com/webhooks' }, 'failing', SHOP),
  'product.back_in_stock': backInStock(
    { id: 7, sku: 'L-7', name: order.items[0]!.name, price: 4990, currency: 'EUR' },
    'Ada Lovelace',
    SHOP,
  ),
  'announcement.published': announcement(
    { subject: 'Summer hours', message: 'In July we close at four.\n\nHave a good summer,\nyour shop' },
    'Ada Lovelace',
    `${SHOP}/unsubscribe?user=0190&token=${TOKEN}`,
  ),
}

const browser = await openBrowser()
after(() => browser.close())
/** The window in which all letters are read, one after the other. A window for each test took five times as long. */
const page = await browser.newPage()

for (const [name, letter] of Object.entries(LETTERS)) {
  test(`${name}: both parts contain the whole content, and the HTML loads nothing`, async () => {
    const text = renderText(letter, SHOP)
    await page.setContent(renderHtml(letter, SHOP).toString())
    const shown = flat(await page.evaluate('document.body.textContent'))
    const links = await page.locator('a').evaluateAll(all => all.map(a => (a as unknown as { href: string }).href))
    for (const words of wordsOf(letter)) {
      assert.ok(flat(text).includes(flat(words)), `the text part lacks: ${words}`)
      if (URL.canParse(words)) assert.ok(links.includes(new URL(words).href), `the HTML part has no link to ${words}`)
      else assert.ok(shown.includes(flat(words)), `the HTML part lacks: ${words}`)
    }
    for (const line of text.split('\n')) assert.ok(line.length <= 78 || /^\S+$/.test(line.replace(/^[*>] /, '')), line)
    assert.doesNotMatch(text + shown, /undefined|\[object|NaN/)
    assert.equal(await page.locator('script, link, iframe').count(), 0)
    const images = await page.locator('img').evaluateAll(all => all.map(e => (e as unknown as { src: string }).src))
    for (const src of images) assert.ok(src.startsWith(`${SHOP}/assets/images/`), src)
  })

  for (const [width, colorScheme] of [
    [320, 'light'],
    [700, 'light'],
    [320, 'dark'],
    [700, 'dark'],
  ] as const) {
    test(`${name}: no accessibility violation and no overflow at ${width} px, ${colorScheme}`, async () => {
      await page.setViewportSize({ width, height: 700 })
      await page.emulateMedia({ colorScheme })
      await page.setContent(renderHtml(letter, SHOP).toString())
      assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= width)
      // An email has no landmarks, because mail programs show it inside their own page.
      const found = (await barriers(page)).filter(barrier => !/^(region|landmark-one-main):/.test(barrier))
      assert.deepEqual(found, [])
      await picture(page, `mail ${name} ${width} ${colorScheme}`)
    })
  }
}

/** All texts of a letter. */
function wordsOf({ heading, body, reason, unsubscribe }: Letter): string[] {
  return [heading, ...body.flatMap(wordsOfBlock), reason, ...(unsubscribe ? [unsubscribe] : [])]
}

function wordsOfBlock(block: Block): string[] {
  switch (block.kind) {
    case 'paragraph':
    case 'note':
      return block.text.split('\n')
    case 'quote':
      return block.text.split('\n').filter(Boolean)
    case 'button':
      return [block.label, block.address]
    case 'facts':
      return block.rows.flatMap(([label, value]) => [label, ...value.split('\n')])
    case 'items':
      return [...block.items.flatMap(({ name, detail, amount }) => [name, detail, amount]), block.total]
  }
}

function flat(text: unknown): string {
  return String(text).replace(/\s+/g, ' ')
}
