import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { draftOrderSent } from '../../src/notifications/letters/draft-letters.ts'
import { accountRequested } from '../../src/notifications/letters/guest-letters.ts'
import { orderReady } from '../../src/notifications/letters/order-ready.ts'
import { orderShipped, parcelShipped, trackingNumberChanged } from '../../src/notifications/letters/parcel-letters.ts'
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
  staffInvited,
  verificationLetter,
} from '../../src/notifications/messages/account.ts'
import { announcement } from '../../src/notifications/messages/announcement.ts'
import { contactMessage, contactReply } from '../../src/notifications/messages/contact.ts'
import { documentIssued } from '../../src/notifications/messages/document.ts'
import { renderHtml } from '../../src/notifications/messages/html.ts'
import { type Block, blocksOf, type Letter, type MailShop } from '../../src/notifications/messages/letter.ts'
import { type OrderForMail, orderCancelled, orderConfirmation } from '../../src/notifications/messages/order.ts'
import { type EditForMail, orderChanged } from '../../src/notifications/messages/order-changed.ts'
import {
  accountNeeded,
  paymentFailed,
  paymentReceived,
  refundFailed,
  refundSent,
  transferReceived,
} from '../../src/notifications/messages/payment.ts'
import { backInStock } from '../../src/notifications/messages/product.ts'
import { recoveryAsked, recoveryEnded, recoveryLinked } from '../../src/notifications/messages/recovery.ts'
import { type ReturnForMail, returnLetter } from '../../src/notifications/messages/return.ts'
import {
  addressEntered,
  type DisputeForMail,
  disputeEnded,
  disputeOpened,
  orderForShop,
  ordersOfDay,
  refundFailedForShop,
  webhookDisabled,
} from '../../src/notifications/messages/shop.ts'
import { renderText } from '../../src/notifications/messages/text.ts'
import { withdrawalReceipt } from '../../src/notifications/messages/withdrawal.ts'
import type { TextKind } from '../../src/notifications/texts/placeholders.ts'
import { draftFor } from '../../src/notifications/texts/sample-draft.ts'
import { COLLECTED_ORDER } from '../../src/notifications/texts/sample-order.ts'
import { LANGUAGES } from '../../src/words/languages.ts'
import { inLanguage } from '../../src/words/words.ts'
import { barriers } from '../support/axe.ts'
import { openBrowser, picture } from '../support/browser.ts'
import { THOROUGH } from '../support/thorough.ts'

const URL_OF_SHOP = 'https://shop.example'
const SHOP: MailShop = {
  url: URL_OF_SHOP,
  name: 'Teehaus „Grün“ & Söhne',
  timeZone: 'Europe/Berlin',
  country: 'DE',
  accent: '#8a4b00',
  deliveryPromise: '2 to 4 working days',
  legal: 'Grün & Söhne GmbH · Am Marktplatz 12, 50667 Köln · USt-IdNr. DE123456789',
  withdrawalDays: 14,
  returnAddress: 'Teehaus\nHauptstraße 1\n10115 Berlin',
}
const TOKEN = 'x'.repeat(43)
const order: OrderForMail = {
  id: 1042,
  ownerId: '0190',
  due: 104990,
  givenBack: null,
  status: 'shipped',
  total: 104990,
  itemsTotal: 104_990,
  discountTotal: 0,
  deliveryTotal: 0,
  reverseCharge: false,
  vatIdCheck: null,
  taxes: [{ rate_bp: 1900, net: 88_227, tax: 16_763, gross: 104_990 }],
  taxCountry: 'GB',
  delivery: null,
  discountCode: null,
  currency: 'EUR',
  note: 'Please ring twice & leave it with <Mrs Miller> next door.',
  termsVersion: null,
  locale: null,
  trackingNumber: '00340434161094015902',
  carrier: 'dhl',
  parts: [
    {
      number: 1,
      carrier: 'dhl',
      trackingNumber: 'JJD1410302937991',
      at: '2026-03-04',
      items: [{ line: 2, quantity: 1 }],
    },
  ],
  ownCarriers: null,
  placedAt: new Date('2026-03-04T17:05:00Z'),
  billingAddress: null,
  vatId: null,
  buyerReference: null,
  deliveryAddress: {
    name: 'Ada Lovelace',
    line1: '12 St James’s Square',
    line2: 'c/o <The Analytical Engine Company>',
    postcode: 'SW1Y 4JH',
    city: 'London',
    country: 'GB',
  },
  paymentMethod: 'invoice' as const,
  credited: 0,
  paymentStatus: 'open',
  images: [{ id: 1, image: { url: '/assets/images/x/800.jpg', alt: 'Desk in a room', width: 800, height: 800 } }],
  items: [
    ['Desk lamp "Nox"', 1, 4990],
    ['Oak desk with two drawers, a cable tray and Donaudampfschifffahrtsgesellschaftskapitänsmütze', 2, 50000],
  ].map(([name, quantity, unitPrice], n) => ({
    line: n + 1,
    returned: 0,
    shipped: n,
    productId: n,
    sku: `S${n}`,
    name: name as string,
    options: '',
    quantity: quantity as number,
    unitPrice: unitPrice as number,
    lineTotal: (quantity as number) * (unitPrice as number),
    discount: 0,
    rate: 1900,
    content_amount: n === 0 ? 250 : null,
    content_unit: n === 0 ? ('g' as const) : null,
  })),
}

const EDIT: EditForMail = {
  kind: 'items',
  total_before: 109_980,
  total_after: 104_990,
  items: [{ name: 'Desk lamp "Nox"', before: 2, after: 1 }],
  discount: 500,
  refund_id: null,
}

const RETURN: ReturnForMail = {
  state: 'approved',
  items: [{ line: 1, productId: 0, sku: 'S0', name: 'Desk lamp "Nox"', quantity: 1, restocked: null }],
  answer: 'Please use the <old> box.',
  label: null,
  credited: null,
  goodsTotal: 4990,
  currency: 'EUR',
}

const DISPUTE: DisputeForMail = {
  amount: order.total,
  currency: 'EUR',
  reason: 'product_not_received',
  state: 'open',
  providerState: 'needs_response',
  takesMoney: true,
  respondBy: order.placedAt,
}

const LINKS = {
  verify: `${URL_OF_SHOP}/verify-email?token=${TOKEN}`,
  release: `${URL_OF_SHOP}/release-email?token=${TOKEN}`,
}

const MESSAGE = {
  id: '0190',
  email: 'grace@example.com',
  name: 'Grace Hopper',
  message: 'Hello,\n\nwhere is my order? <b>#1042</b>\n\nGrace',
  received_at: order.placedAt,
}
const ANSWER = 'It left us <this> morning.\n\nYour shop'
const NEWS = { subject: 'Summer hours', message: 'In July we close at four.\n\nHave a good summer,\nyour shop' }

const PAYMENT = { amount: 104_990, currency: 'EUR' }
/** Letters in the current language. */
const lettersOf = (): Record<TextKind, Letter> => ({
  'order.placed': orderConfirmation(order, 'Ada Lovelace', SHOP),
  'order.shipped': orderShipped(order, 'Ada Lovelace', SHOP),
  'order.ready_to_collect': orderReady(
    { ...order, status: 'shipped', delivery: COLLECTED_ORDER.delivery },
    'Ada Lovelace',
    SHOP,
  ),
  'order.cancelled': orderCancelled(order, 'Ada Lovelace', SHOP),
  'order.parcel_shipped': parcelShipped({ ...order, status: 'processing' }, 1, 'Ada Lovelace', SHOP)!,
  'order.tracking_number_changed': trackingNumberChanged(order, 1, 'Ada Lovelace', SHOP),
  'order.changed': orderChanged(EDIT, order, 'Ada Lovelace', SHOP),
  'draft_order.sent': draftOrderSent(draftFor(SHOP), 'Ada Lovelace', SHOP),
  'payment.received': paymentReceived(order, PAYMENT, 'Ada Lovelace', SHOP),
  'transfer.received': transferReceived(
    { ...order, paymentStatus: 'partly_paid', due: 100 },
    { amount: 4900, currency: 'EUR' },
    'Ada Lovelace',
    SHOP,
  ),
  'payment.failed': paymentFailed(order, PAYMENT, 'Ada Lovelace', SHOP),
  'refund.failed': refundFailed(order, { amount: 1250, currency: 'EUR' }, 'Ada Lovelace', SHOP),
  'shop.refund_failed': refundFailedForShop(
    order,
    { amount: 1250, currency: 'EUR', reply: 'The card was <closed>.' },
    SHOP,
  ),
  'shop.dispute_opened': disputeOpened(order, DISPUTE, SHOP),
  'shop.dispute_ended': disputeEnded(
    order,
    { ...DISPUTE, state: 'lost', providerState: 'lost', respondBy: null },
    SHOP,
  ),
  'refund.sent': refundSent(order, { amount: 1250, currency: 'EUR', isTransfer: false }, 'Ada Lovelace', SHOP),
  'refund.account_needed': accountNeeded(
    order,
    { amount: 1250, currency: 'EUR', link: `${SHOP.url}/refund-account?token=0190` },
    'Ada Lovelace',
    SHOP,
  ),
  'document.issued': documentIssued(
    order,
    { id: '0190', kind: 'invoice', number: 'R-2026-00042', total: order.total, currency: 'EUR' },
    [],
    'Ada Lovelace',
    SHOP,
  ),
  'withdrawal.received': withdrawalReceipt(
    {
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      orderNumber: '1042',
      items: 'Desk lamp <b>one</b>',
      orderId: 1042,
      isVerified: true,
    },
    order.placedAt,
    SHOP,
  ),
  'return.requested': returnLetter('requested', RETURN, order, 'Ada Lovelace', SHOP),
  'return.approved': returnLetter('approved', RETURN, order, 'Ada Lovelace', SHOP),
  'return.received': returnLetter('received', RETURN, order, 'Ada Lovelace', SHOP),
  'return.closed': returnLetter('closed', RETURN, order, 'Ada Lovelace', SHOP),
  'return.declined': returnLetter('declined', RETURN, order, 'Ada Lovelace', SHOP),
  'user.password_reset_requested': passwordReset('Ada Lovelace', {
    reset: `${URL_OF_SHOP}/reset-password?token=${TOKEN}`,
    release: LINKS.release,
  }),
  'user.registered': registeredLetter('Ada Lovelace', LINKS, SHOP),
  'user.email_changed': emailChanged('Ada Lovelace', LINKS),
  'user.factors_reset': factorsReset('Ada Lovelace', SHOP),
  'user.credentials_changed': credentialsChanged(
    { change: 'factor_added', kind: 'totp', at: order.placedAt.toISOString() },
    'Ada Lovelace',
    SHOP,
  ),
  'user.recovery_asked': recoveryAsked(
    {
      askedAt: order.placedAt,
      waitsUntil: order.placedAt,
      needsApproval: true,
      objection: `${URL_OF_SHOP}/recovery/objection?token=${TOKEN}`,
    },
    { isReminder: true },
    'Ada Lovelace',
    SHOP,
  ),
  'user.recovery_linked': recoveryLinked(
    {
      recovery: `${URL_OF_SHOP}/recovery?token=${TOKEN}`,
      objection: `${URL_OF_SHOP}/recovery/objection?token=${TOKEN}`,
    },
    'Ada Lovelace',
  ),
  'user.recovery_ended': recoveryEnded('declined', 'Ada Lovelace', SHOP)!,
  'user.codes_refused': codesRefused(order.placedAt, 'Ada Lovelace', SHOP),
  'user.factors_disabled': factorsDisabled(['totp', 'hardware'], 'Ada Lovelace', SHOP),
  'user.signed_in_on_new_device': newDevice(order.placedAt, 'Ada Lovelace', SHOP),
  'shop.order_placed': orderForShop(order, 'Ada Lovelace', SHOP),
  'shop.orders_of_day': ordersOfDay(
    order.placedAt,
    [{ id: order.id, customer: 'Ada Lovelace', total: order.total, currency: order.currency, count: 120 }],
    SHOP,
  ),
  'staff.invited': staffInvited(
    { invitedBy: 'Grace Hopper', expiresAt: order.placedAt, link: `${URL_OF_SHOP}/invitation?token=${TOKEN}` },
    SHOP,
  ),
  'setting.address_entered': addressEntered(
    { setting: 'orderEmail', expiresAt: order.placedAt, link: `${URL_OF_SHOP}/shop-address?token=${TOKEN}` },
    SHOP,
  ),
  'user.verification_requested': verificationLetter('Ada Lovelace', LINKS),
  'user.account_requested': accountRequested(
    { link: `${URL_OF_SHOP}/guest-account?token=${TOKEN}` },
    'Ada Lovelace',
    SHOP,
  ),
  'user.deleted': accountDeleted({ userName: 'Ada Lovelace', isVerified: true }, SHOP),
  'contact.message_received': contactMessage(MESSAGE, SHOP),
  'contact.message_answered': contactReply(
    { text: ANSWER, messageId: '0190', message: MESSAGE.message, receivedAt: order.placedAt },
    'Ada Lovelace',
    SHOP,
  ),
  'webhook.disabled': webhookDisabled({ id: '0190', url: 'https://example.com/webhooks' }, 'failing', SHOP),
  'product.back_in_stock': backInStock(
    { id: 7, sku: 'L-7', name: order.items[0]!.name, options: [], price: 4990, currency: 'EUR' },
    'Ada Lovelace',
    SHOP,
  ),
  'announcement.published': announcement(NEWS, 'Ada Lovelace', `${URL_OF_SHOP}/unsubscribe?user=0190&token=${TOKEN}`),
})

const browser = await openBrowser()
after(() => browser.close())
/** The window in which all letters are read, one after the other. A window for each test took five times as long. */
const page = await browser.newPage()

const WIDTHS = [
  [320, 'light'],
  [700, 'light'],
  [320, 'dark'],
  [700, 'dark'],
] as const

for (const language of LANGUAGES) {
  for (const [name, letter] of Object.entries(inLanguage(language, lettersOf))) {
    const html = inLanguage(language, () => renderHtml(letter, SHOP))
    const text = inLanguage(language, () => renderText(letter, SHOP))

    test(`${name} in ${language}: both parts are complete, and the HTML loads nothing`, async () => {
      await page.setContent(html)
      const shown = flat(await page.evaluate('document.body.textContent'))
      const links = await page.locator('a').evaluateAll(all => all.map(a => (a as unknown as { href: string }).href))
      for (const words of [...wordsOf(letter), SHOP.name, SHOP.legal]) {
        assert.ok(flat(text).includes(flat(words)), `the text part lacks: ${words}`)
        if (URL.canParse(words)) assert.ok(links.includes(new URL(words).href), `the HTML part has no link to ${words}`)
        else assert.ok(shown.includes(flat(words)), `the HTML part lacks: ${words}`)
      }
      for (const line of text.split('\n'))
        assert.ok(line.length <= 78 || /^\S+$/.test(line.replace(/^[*>] /, '')), line)
      assert.doesNotMatch(text + shown, /undefined|\[object|NaN/)
      assert.doesNotMatch(text + shown, /semel|UTC(?!\+)/i)
      assert.ok(html.includes(SHOP.accent), 'buttons and links have the color of the shop')
      assert.equal(await page.locator('html').getAttribute('lang'), language)
      assert.equal(await page.locator('script, link, iframe').count(), 0)
      const images = await page.locator('img').evaluateAll(all => all.map(e => (e as unknown as { src: string }).src))
      for (const src of images) assert.ok(src.startsWith(`${URL_OF_SHOP}/assets/images/`), src)
    })

    if (language !== 'en') {
      test(`${name} in ${language}: no sentence is that of the English email`, () => {
        const english = inLanguage('en', () => lettersOf()[name as TextKind])
        const known = new Set(inLanguage('en', () => linesOf(english)))
        const left = inLanguage(language, () => linesOf(letter)).filter(line => known.has(line) && !isData(line))
        assert.deepEqual(left, [])
      })
    }

    for (const [width, colorScheme] of language === 'en' ? WIDTHS : THOROUGH ? WIDTHS.slice(0, 1) : []) {
      test(`${name} in ${language}: accessible and without overflow at ${width} px, ${colorScheme}`, async () => {
        await page.setViewportSize({ width, height: 700 })
        await page.emulateMedia({ colorScheme })
        await page.setContent(html)
        assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= width)
        // An email has no landmarks, because mail programs show it inside their own page.
        const found = (await barriers(page)).filter(barrier => !/^(region|landmark-one-main):/.test(barrier))
        assert.deepEqual(found, [])
        await picture(page, `mail ${name} ${language} ${width} ${colorScheme}`)
      })
    }
  }
}

/** Everything that a reader sees, in pieces. */
function linesOf(letter: Letter): string[] {
  const html = renderHtml(letter, SHOP).replace(/<style>.*?<\/style>/s, '')
  const lines = [letter.subject, letter.preview, ...renderText(letter, SHOP).split('\n'), ...html.split(/<[^>]*>/)]
  return lines.map(line => flat(line).trim())
}

const { postcode, city } = order.deliveryAddress!
const PIECES = [
  order.items.map(({ name, quantity }) => `${quantity} × ${name}`).join(', '),
  '1 × Desk lamp "Nox"',
  'Desk lamp "Nox"',
  'S0',
  '2 → 1',
  'Desk lamp "Nox": 2 → 1',
  '#1042',
  '1042',
  'ada@example.com',
  'Ada Lovelace <ada@example.com>',
  'Ada Lovelace',
]
const TYPED = [
  SHOP,
  order,
  RETURN,
  EDIT,
  ...PIECES,
  MESSAGE,
  ANSWER,
  NEWS,
  `${MESSAGE.name} <${MESSAGE.email}>`,
  `${postcode} ${city}`,
]
const ALL_TYPED = JSON.stringify(TYPED, (_, value) =>
  typeof value === 'string' ? flat(value).replaceAll('"', "'") : value,
)

/** A message of a payment provider, in its own words. */
const OF_PROVIDER = ['The card was <closed>.']

/** Recognizes words of customers and of the shop, names and addresses. */
function isData(line: string): boolean {
  // The name of a carrier and its number.
  if (/^DHL [\dA-Z]+$/.test(line)) return true
  const plain = line
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll(/"|&quot;/g, "'")
    .replaceAll('&amp;', '&')
  // The quotation and the list, the preview's padding, and what follows the name of the shop.
  const words = plain.replace(/^[>*] | ·( https:.*)?$|[ \u200c]+$/g, '')
  if (!/\p{L}{2}/u.test(words) || URL.canParse(words)) return true
  return ALL_TYPED.includes(words) || OF_PROVIDER.includes(words)
}

/** All texts of a letter. */
function wordsOf(letter: Letter): string[] {
  const { heading, reason, unsubscribe } = letter
  return [heading, ...blocksOf(letter).flatMap(wordsOfBlock), reason, ...(unsubscribe ? [unsubscribe] : [])]
}

function wordsOfBlock(block: Block): string[] {
  switch (block.kind) {
    case 'paragraph':
    case 'note':
      return block.text.split('\n')
    case 'quote':
      return block.text.split('\n').filter(Boolean)
    case 'button':
    case 'link':
      return [block.label, block.address]
    case 'facts':
      return block.rows.flatMap(([label, ...values]) => [label, ...values.join('\n').split('\n')])
    case 'items':
      return [...block.items.flatMap(({ name, detail, amount }) => [name, detail, amount]), block.total]
  }
}

function flat(text: unknown): string {
  return String(text).replace(/\s+/g, ' ')
}
