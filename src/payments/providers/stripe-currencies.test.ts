import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { displayAmount } from '../../dev/payments/currencies.ts'
import { type DevProvider, openDevProvider } from '../../dev/payments/provider.ts'
import { decimalsOf } from '../../pages/assets/form-rules.js'
import { decimal } from '../../pages/format.ts'
import { HOUR } from '../../time.ts'
import { CURRENCIES } from '../../world/currencies.ts'
import { requireRefundable, whyNotPayable } from './payable.ts'
import type { Provider } from './provider.ts'
import { stripeProvider } from './stripe-api.ts'
import { fromStripe, limitsAtStripe, stepAtStripe, toStripe } from './stripe-currencies.ts'

/* All currencies of the settings through the border and back, against the provider of development, which has its own table. */
let double: DevProvider
let provider: Provider
before(async () => {
  double = await openDevProvider({ shop: () => 'http://127.0.0.1:9' })
  double.events.lost = 1
  provider = stripeProvider({ secretKey: 'sk_test_x', webhookSecrets: ['whsec_x'], url: double.url })
})
after(() => double[Symbol.asyncDispose]())

async function open(currency: string, amount: number): Promise<string> {
  const key = `${currency}-${amount}`
  const wish = {
    ...{ paymentId: key, orderId: 1, amount, currency, expiresAt: new Date(Date.now() + HOUR) },
    ...{ paidAddress: 'https://shop.example/paid', backAddress: 'https://shop.example/' },
  }
  return (await provider.create({ id: key, key, amount, currency }, wish)).id
}

/** 12,345 whole units: an amount that every minimum allows. */
const bigOf = (currency: string) => 12_345 * 10 ** decimalsOf(currency)

test('every currency → the price of the shop is charged and reads back', async () => {
  for (const currency of CURRENCIES) {
    const amount = bigOf(currency)
    const why = whyNotPayable('stripe', amount, currency)
    if (why) {
      assert.equal(why.code, 'currency_not_payable', currency)
      await assert.rejects(open(currency, amount), /Invalid currency/, currency)
      continue
    }
    const id = await open(currency, amount)
    const shown = Number(displayAmount(double.bank.session(id).amount_total, currency.toLowerCase()).slice(4))
    assert.equal(shown, Number(decimal(amount, currency)), currency)
    const { payment_intent: intent } = double.bank.pay(id)
    const at = { id, transactionId: intent }
    await provider.capture({ id: `c ${currency}`, key: `c ${currency}`, amount, currency }, at)
    const part = Math.ceil(amount / 3 / stepAtStripe(currency)) * stepAtStripe(currency)
    await provider.refund({ id: `r ${currency}`, key: `r ${currency}`, amount: part, currency }, at)
    const standing = await provider.read(at)
    assert.deepEqual(
      [standing.amount, standing.captured, standing.currency, standing.refunds[0]!.amount],
      [amount, amount, currency, part],
      currency,
    )
  }
})

test('least and largest amount of a currency → taken; beyond → refused by both', async () => {
  for (const currency of ['EUR', 'ISK', 'UGX', 'MGA', 'JPY', 'HUF', 'KWD', 'GBP', 'CZK', 'IDR', 'INR', 'AFN']) {
    const { least, most } = limitsAtStripe(currency)
    const step = stepAtStripe(currency)
    const top = most - (most % step)
    for (const amount of [Math.max(least, step), top]) {
      assert.equal(whyNotPayable('stripe', amount, currency), undefined, `${currency} ${amount}`)
      await open(currency, amount)
    }
    for (const amount of [least - step, top + step].filter(amount => amount > 0)) {
      assert.match(whyNotPayable('stripe', amount, currency)!.code, /^amount_too/, `${currency} ${amount}`)
      await assert.rejects(open(currency, amount), `${currency} ${amount}`)
    }
  }
})

test('amounts between the steps of the provider → neither charged nor refunded', async () => {
  for (const [currency, amount, good] of [
    ['KWD', 1_234, 1_230],
    ['MGA', 1_000_050, 1_000_000],
  ] as const) {
    assert.equal(whyNotPayable('stripe', amount, currency)?.code, 'amount_not_payable')
    assert.equal(whyNotPayable('stripe', good, currency), undefined)
    assert.throws(() => requireRefundable('stripe', amount, currency), /must be a multiple of/)
    requireRefundable('stripe', good, currency)
    requireRefundable('transfer', amount, currency)
  }
  assert.equal(whyNotPayable('stripe', 0, 'EUR'), undefined)
})

test('krónur, shillings and ariary → the units of the documents', () => {
  for (const [currency, shop, stripe] of [
    ['ISK', 5_000, 500_000],
    ['UGX', 50_000, 5_000_000],
    ['MGA', 1_000_000, 10_000],
    ['JPY', 500, 500],
    ['HUF', 500_000, 500_000],
    ['TWD', 4_550, 4_550],
    ['KWD', 1_230, 1_230],
    ['EUR', 4_800, 4_800],
  ] as const) {
    assert.equal(toStripe(shop, currency), stripe)
    assert.equal(fromStripe(stripe, currency), shop)
  }
})
