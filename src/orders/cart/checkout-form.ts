/** The form of the checkout, and what it shows for the country, the delivery and the code that were chosen. */
import { html } from '../../html/html.ts'
import type { Field } from '../../pages/field.ts'
import type { Form } from '../../pages/form.ts'
import { dayAndMonth, money } from '../../pages/format.ts'
import type { WaysToPay } from '../../payments/pay.ts'
import { methodFields } from '../../payments/providers/method-field.ts'
import type { PaymentSettings } from '../../payments/settings.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '../../payments/states.ts'
import { collectionText, daysText } from '../../pricing/cost-rows.ts'
import { payableUntil } from '../../shop/bank-transfer.ts'
import { startOfDay } from '../../shop/days.ts'
import { colon, currentLanguage, t } from '../../words/words.ts'
import { COUNTRIES, countryName } from '../../world/countries.ts'
import { isInUnion, territoryPattern } from '../../world/territories.ts'
import type { KeptAddress } from '../address-book/kept-address.ts'
import { THANKS } from '../components.ts'
import { UNUSUAL_POSTCODE } from '../delivery-address.ts'
import type { Quote } from '../quote.ts'
import { addressFields, BILLING, COUNTRY, DELIVERY, declaredFields, hiddenFields } from './address-fields.ts'
import { MAX_CART_LINES } from './cart.ts'
import type { CheckoutPrice } from './checkout-price.ts'
import { choiceFields, KEEP, keepFields } from './kept-choice.ts'
import type { Cart } from './view.ts'

/** The form was accepted before the visitor changed it. */
export const SENT_BEFORE = 'idempotency_key_reused'

/** The page again, as it is for another country, delivery, code or payment. Nothing is ordered. */
export const SHOW = '/checkout/quote'

export const CODE: Field = { name: 'discountCode', label: 'Discount code', type: 'text', width: 'medium' }

export const VAT_ID: Field = {
  name: 'vatId',
  label: 'VAT ID (for businesses)',
  type: 'text',
  width: 'medium',
  hint: 'It is printed on your invoice.',
}

/** Facts that a business wants on its invoice. Everybody else leaves them empty. */
const BUSINESS: Field[] = [
  VAT_ID,
  { name: 'buyerReference', label: 'Your reference on the invoice', type: 'text', width: 'medium' },
]

/** The form contains the lines and the total that the page showed, so a cart that changed meanwhile changes nothing. */
export const placeOrder: Form = {
  id: 'order',
  action: '/checkout',
  operation: { method: 'POST', address: '/api/orders' },
  fields: [
    ...lineFields(MAX_CART_LINES),
    { name: 'expectedTotal', label: 'Total', type: 'hidden', value: 'integer' },
    { name: 'expectedCurrency', label: 'Currency', type: 'hidden' },
    ...declaredFields(DELIVERY),
    hiddenFields(DELIVERY)[0],
    ...declaredFields(BILLING),
    ...Object.values(KEEP),
    ...BUSINESS,
    { name: 'delivery', label: 'Delivery', type: 'radio' },
    ...methodFields(PAYMENT_METHODS),
    CODE,
    {
      name: 'note',
      label: 'Order note',
      type: 'textarea',
      rows: 2,
      hint: 'Delivery instructions, for example.',
    },
  ],
  button: 'Order and pay',
  once: true,
  // Leads an order that is paid online through the payment page.
  success: { go: '/orders/{id}/pay?on=yes', done: THANKS },
  outdatedBy: [
    'total_changed',
    'insufficient_stock',
    'product_unavailable',
    'unknown_product',
    'mixed_currencies',
    'no_delivery',
    'unknown_delivery',
    'too_heavy',
    UNUSUAL_POSTCODE,
    SENT_BEFORE,
  ],
}

const kept: readonly string[] = Object.values(KEEP).map(({ name }) => name)

/** Names the customer who collects. A delivery has the name of its address. */
const GUEST_NAME: Field = {
  name: 'userName',
  label: 'Full name',
  type: 'text',
  required: true,
  autocomplete: 'name',
  empty: 'keep',
}

/** The same for a customer without an account, who says where emails go, and has no address book. */
export const placeGuestOrder: Form = {
  ...placeOrder,
  action: '/checkout/guest',
  operation: { method: 'POST', address: '/api/guest-orders' },
  fields: [
    { name: 'email', label: 'Email', type: 'email', required: true, autocomplete: 'email', empty: 'keep' },
    GUEST_NAME,
    ...placeOrder.fields.filter(({ name }) => !kept.includes(name)),
  ],
}

/**
 * Asks for the price of what is chosen, and so whether a code is right. The delivery is left out: that of the country before
 * would be refused, where the page can choose the first of the new one.
 */
export const showPrice: Form = {
  id: 'order',
  action: SHOW,
  operation: { method: 'POST', address: '/api/quotes' },
  fields: [...lineFields(MAX_CART_LINES), COUNTRY, VAT_ID, CODE],
  button: 'Use this country',
  success: { show: () => html``, page: true },
}

export type Values = Readonly<Record<string, string | undefined>>

/** The choices of a customer, and the ways to pay. */
export type FormTerms = {
  price: CheckoutPrice
  payment: PaymentTerms
  isGuest: boolean
  book: readonly KeptAddress[]
  now: Date
}
export type PaymentTerms = WaysToPay & { transfer: PaymentSettings['transfer'] }

/** The form with as many lines as the cart has, an address as in its country, and the delivery that goes there. */
export function formFor(cart: Cart, values: Values, terms: FormTerms): Form {
  const { price, payment, isGuest, now } = terms
  const base = isGuest ? placeGuestOrder : placeOrder
  const { quote } = price
  const vatCountry = isCollected(price) ? quote?.taxCountry : price.country
  const isApplied = quote?.discountCode != null
  const total = money(quote?.total ?? cart.total, cart.currency)
  return {
    ...base,
    fields: [
      ...lineFields(cart.items.length),
      ...base.fields.filter(({ name }) => name.startsWith('expected') || name === 'email'),
      ...(isCollected(price) ? collectionFields(terms, cart.currency) : deliveryFields(values, terms, cart.currency)),
      ...billingFields(values, terms),
      ...(isInUnion(vatCountry ?? '') ? BUSINESS.map(withPrice) : []),
      ...methodFields(payment.ways).map(field => ({ ...field, shows: { action: SHOW, button: 'Use this payment' } })),
      isApplied ? { ...CODE, type: 'hidden' as const } : { ...CODE, shows: { action: SHOW, button: 'Apply' } },
      placeOrder.fields.find(({ name }) => name === 'note')!,
    ],
    button: buttonText(total, chosenWay(values, payment), payment, now),
  }
}

function isCollected({ quote }: CheckoutPrice): boolean {
  return quote?.delivery?.kind === 'collection'
}

function deliveryFields(values: Values, { price, isGuest, book }: FormTerms, currency: string): Field[] {
  const { quote, country } = price
  const [countryField, ...address] = addressFields(country ?? '', price.countries)
  return [
    ...hiddenFields(DELIVERY),
    ...choiceFields(DELIVERY, book, SHOW),
    withShow(countryField!, price),
    ...(quote ? [methodField(quote, currency)] : []),
    ...address.map(field => withTerritory(field, country)),
    ...(isGuest ? [] : keepFields(DELIVERY, book, values)),
  ]
}

/** A collection needs no address. The country is asked for the deliveries to it, and is no part of the order. */
function collectionFields({ price, isGuest }: FormTerms, currency: string): Field[] {
  const [countryField] = addressFields(price.country ?? '', price.countries)
  const shown = { ...withShow(countryField!, price), name: hiddenFields(DELIVERY)[1].name }
  return [
    ...(price.countries.length > 0 ? [shown] : []),
    methodField(price.quote!, currency),
    ...(isGuest ? [GUEST_NAME] : []),
  ]
}

function withShow(field: Field, { country, countries }: CheckoutPrice): Field {
  const isFew = countries.length <= 10
  const names = countries.map(code => countryName(code, currentLanguage()))
  const hint = isFew ? t('We deliver to: {countries}', { countries: names.toSorted().join(', ') }) : undefined
  return {
    ...field,
    ...(hint && { hint }),
    options: [...(country ? [] : [{ value: '', label: 'Choose a country' }]), ...(field.options ?? [])],
    shows: { action: SHOW, button: 'Use this country' },
  }
}

/** VAT and delivery depend on the postcode, where parts of the country have a VAT of their own. */
function withTerritory(field: Field, country = ''): Field {
  const fitting = field.name === 'deliveryAddress.postcode' ? territoryPattern(country) : undefined
  return fitting ? { ...field, shows: { action: SHOW, button: 'Use this postcode', fitting } } : field
}

/** Fits what may be a whole VAT ID, without spaces. */
const WHOLE_VAT_ID = String.raw`^[A-Z]{2}[A-Z\d]{2,13}$`

/** The price says what it is without VAT, and a business in another member state can owe the VAT itself. */
function withPrice(field: Field): Field {
  return field === VAT_ID
    ? { ...field, shows: { action: SHOW, button: 'Use this VAT ID', fitting: WHOLE_VAT_ID } }
    : field
}

/** Shown to who asks for it: no part of the operation, so its name begins like those of the page. */
export const OTHER_BILLING: Field = {
  name: '_billing',
  label: 'Address on the invoice',
  type: 'radio',
  options: [
    { value: 'same', label: 'That of the delivery' },
    { value: 'other', label: 'Another one' },
  ],
  shows: { action: SHOW, button: 'Use this choice' },
}

/** The same where there is no address of a delivery. */
const ANY_BILLING: Field = {
  ...OTHER_BILLING,
  options: [
    { value: 'same', label: 'Without one' },
    { value: 'other', label: 'With an address' },
  ],
}

/** The address of the invoice can be in any country. */
function billingFields(values: Values, { price, book, isGuest }: FormTerms): Field[] {
  const choiceField = isCollected(price) ? ANY_BILLING : OTHER_BILLING
  if (values[OTHER_BILLING.name] !== 'other') return [choiceField]
  const [country, ...fields] = addressFields(values['billingAddress.country'] ?? '', COUNTRIES, BILLING)
  const options = [{ value: '', label: 'Choose a country' }, ...(country!.options ?? [])]
  const shown = { ...country!, group: BILLING.group, options, shows: { action: SHOW, button: 'Use this country' } }
  const choice = choiceFields(BILLING, book, SHOW)
  const keep = isGuest ? [] : keepFields(BILLING, book, values)
  return [choiceField, hiddenFields(BILLING)[1], ...choice, shown, ...fields, ...keep]
}

function methodField({ deliveryOptions }: Quote, currency: string): Field {
  return {
    name: 'delivery',
    label: 'Delivery',
    type: 'radio',
    required: true,
    options: deliveryOptions.map(({ method, name, price, days, collection }) => ({
      value: method,
      label: `${name}${colon()} ${price === 0 ? t('free') : money(price, currency)}`,
      hint: collection ? collectionText(collection) : daysText(days),
    })),
    shows: { action: SHOW, button: 'Use this delivery' },
  }
}

export function chosenWay(values: Values, { ways }: Pick<PaymentTerms, 'ways'>): PaymentMethod {
  return ways.find(way => way === values['payment.method']) ?? ways.at(-1)!
}

/** Says what pressing it does. A customer who pays by bank transfer sees until when. */
export function buttonText(total: string, way: PaymentMethod, { transfer }: PaymentTerms, now: Date): string {
  if (way === 'online') return t('Order and pay {total}', { total })
  if (!transfer) return t('Order and pay {total} by invoice', { total })
  const day = dayAndMonth(startOfDay(payableUntil(transfer, now), transfer.timeZone))
  return t('Order and pay {total} by bank transfer by {day}', { total, day })
}

export function prefilled(cart: Cart, { quote }: CheckoutPrice): Record<string, string> {
  const lines = cart.items.flatMap(({ productId, quantity }, index) => [
    [`items.${index}.productId`, String(productId)],
    [`items.${index}.quantity`, String(quantity)],
  ])
  return {
    ...Object.fromEntries(lines),
    expectedTotal: String(quote?.total ?? cart.total),
    expectedCurrency: cart.currency,
    ...(quote?.delivery && { delivery: quote.delivery.method }),
    ...(quote?.discountCode && { discountCode: quote.discountCode }),
  }
}

function lineFields(count: number): Field[] {
  return Array.from({ length: count }, (_, index): Field[] => [
    { name: `items.${index}.productId`, label: 'Product', type: 'hidden', value: 'integer' },
    { name: `items.${index}.quantity`, label: 'Quantity', type: 'hidden', value: 'integer' },
  ]).flat()
}
