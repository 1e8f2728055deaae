/** The checkout page. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { productsInWords } from '../../catalogue/groups/in-words.ts'
import { findPictured } from '../../catalogue/queries.ts'
import type { AppContext } from '../../context.ts'
import { type Html, html } from '../../html/html.ts'
import { link, rich } from '../../html/rich.ts'
import { empty, section } from '../../pages/components.ts'
import { type FormState, renderForm } from '../../pages/form.ts'
import { page } from '../../pages/layout.ts'
import { buttonTo } from '../../pages/pressed.ts'
import { formAction, showAction } from '../../pages/submit.ts'
import { sendPage, type Visitor, withNext } from '../../pages/visitor.ts'
import { waysToPay } from '../../payments/pay.ts'
import { sayNotPayable } from '../../payments/providers/payable.ts'
import { readPaymentSettings } from '../../payments/settings.ts'
import { digest } from '../../secrets/crypto.ts'
import { after, MINUTE } from '../../time.ts'
import { colon, currentLanguage, t, translated } from '../../words/words.ts'
import { countryName } from '../../world/countries.ts'
import { buyerVatIdMistake } from '../buyer-vat-id.ts'
import { costList, itemLines } from '../components.ts'
import { addressValues, BILLING, COUNTRY, DELIVERY, hiddenFields } from './address-fields.ts'
import { type Buyer, readBuyer, valuesOf } from './checkout-buyer.ts'
import {
  CODE,
  type FormTerms,
  formFor,
  placeGuestOrder,
  placeOrder,
  prefilled,
  SENT_BEFORE,
  SHOW,
  showPrice,
  type Values,
} from './checkout-form.ts'
import { dutyNote, transferNotice, vatNote } from './checkout-notes.ts'
import { type CheckoutPrice, priceCheckout } from './checkout-price.ts'
import { findNewestOrder } from './earlier-orders.ts'
import { cartOf } from './owner.ts'
import { type Cart, isRemoved, viewCart } from './view.ts'

export function checkoutPages(app: FastifyInstance, context: AppContext): void {
  const render = async (visitor: Visitor, state: FormState, request: FastifyRequest, reply: FastifyReply) => {
    const cart = await viewCart(context, await cartOf(context, request, reply, visitor.user?.id), productsInWords)
    const buyerId = visitor.user?.id ?? visitor.guest?.userId
    const newest = buyerId ? await findNewestOrder(context.db, buyerId) : undefined
    const recent = newest && isRecent(newest, context.clock.now()) ? newest : undefined
    if (state.problem?.code === SENT_BEFORE) return sentBefore(visitor, recent)
    if (cart.items.length === 0) return emptyCheckout(visitor, state, recent)
    const buyer = await readBuyer(context, visitor, request)
    const pictures = await findPictured(
      context.db,
      cart.items.map(({ productId }) => productId),
    )
    const key = state.key ?? keyOf(cart, visitor, newest?.id)
    const again = recent && linesOf(recent.items) === linesOf(cart.items) && orderedAgain(recent)
    const values = valuesOf(visitor, buyer, state.values)
    const price = await priceCheckout(context, request, cart, { ...chosenIn(values, state), userId: visitor.user?.id })
    const total = { amount: price.quote?.total ?? cart.total, currency: cart.currency }
    const { transfer } = await readPaymentSettings(context.db)
    const payment = { ...(await waysToPay(context, total)), transfer }
    const isGuest = visitor.user === undefined
    const shown = { pictures, buyer, price, payment, isGuest, book: buyer.book, now: context.clock.now() }
    const main = checkout(visitor, cart, { ...state, key, values }, shown)
    return checkoutPage(visitor, state, html`${again}${main}`)
  }
  app.get('/checkout', async (request, reply) => {
    const visitor = await app.visitorOf(request, reply)
    return sendPage(reply, await render(visitor, {}, request, reply))
  })
  formAction(app, placeOrder, render)
  formAction(app, placeGuestOrder, render)
  // The page shows the price itself, and not in place of its form.
  formAction(app, showPrice, (visitor, { answer: _, ...state }, ...request) => render(visitor, state, ...request))
  showAction(app, REMOVE_CODE, (visitor, { values, ...state }, ...request) =>
    render(visitor, { ...state, values: { ...values, [CODE.name]: '' } }, ...request),
  )
}

const REMOVE_CODE = `${SHOW}/without-code`

/** A code that was just refused is not tried again. */
function chosenIn(values: Values, { problem }: FormState) {
  const isRefused = problem?.errors?.some(({ field }) => field === CODE.name) || problem?.code === 'discount_used_up'
  const { delivery = '' } = values
  return {
    country: values[COUNTRY.name] ?? values[hiddenFields(DELIVERY)[1].name],
    postcode: values['deliveryAddress.postcode'],
    delivery: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(delivery) ? delivery : undefined,
    discountCode: isRefused ? undefined : values.discountCode,
    vatId: vatIdIn(values),
  }
}

/** The VAT ID that was typed, if an order would take it. */
function vatIdIn({ vatId = '' }: Values): string | undefined {
  return vatId !== '' && vatId.length <= 20 && !buyerVatIdMistake(vatId) ? vatId : undefined
}

/**
 * Two tabs with the same checkout send the same Idempotency-Key, until the next order: they place one order, not two.
 */
function keyOf({ items }: Cart, { user, csrfToken }: Visitor, newestOrder = 0): string {
  // An address is no secret, so the key of a guest comes from the browser.
  const browser = user ? '' : csrfToken
  return `checkout-${newestOrder}-${digest(`${browser}${linesOf(items)}`).toString('base64url')}`
}

function linesOf(items: readonly { productId: number; quantity: number }[]): string {
  return items
    .map(({ productId, quantity }) => `${productId}-${quantity}`)
    .sort()
    .join('.')
}

type Newest = NonNullable<Awaited<ReturnType<typeof findNewestOrder>>>

/** Another tab may have placed this order a moment ago, or this one, and its answer was lost. */
function isRecent({ placedAt, status }: Newest, now: Date): boolean {
  return status !== 'cancelled' && placedAt > after(now, -JUST_NOW)
}

const JUST_NOW = 30 * MINUTE

/** The address of the invoice begins in the country of the delivery. */
function billingValues(country: string, values: Values): Values {
  return addressValues(values[`${BILLING.path}.country`] || country, values, undefined, BILLING)
}

type Pictures = Awaited<ReturnType<typeof findPictured>>

function checkoutPage(visitor: Visitor, { problem }: FormState, main: Html): Html {
  return page({
    title: 'Checkout',
    visitor,
    failed: problem !== undefined,
    main: html`<h1>${t('Checkout')}</h1>${main}`,
  })
}

function emptyCheckout(visitor: Visitor, state: FormState, recent?: Newest): Html {
  const products = { href: '/products', label: 'Browse products' }
  const nothing = empty('Your cart is empty', 'Add a product before you check out.', products)
  const main = recent
    ? html`${placedNotice(recent)}${nothing}`
    : html`${nothing}<p>${rich('If you have just ordered, see <a>your orders</a>.', { a: link('/orders') })}</p>`
  return checkoutPage(visitor, state, main)
}

/** The form was accepted before the visitor changed it. A button here would order twice. */
function sentBefore(visitor: Visitor, recent?: Newest): Html {
  const order = recent
    ? placedNotice(recent)
    : html`<p class="notice info">${rich('You have placed this order already. <a>See your orders</a>', { a: link('/orders') })}</p>`
  const contact = recent ? `/contact?order=${recent.id}` : '/contact'
  return checkoutPage(
    visitor,
    {},
    html`${order}
      <p>${rich('Your later changes are not part of it. To change the address or the note, cancel the order and place it again, or <a>write to us</a>.', { a: link(contact) })}</p>
      <p><a href="/cart">${t('Back to your cart')}</a></p>`,
  )
}

function placedNotice({ id }: Newest): Html {
  return html`<p class="notice info" role="status">${rich('Your order #{id} is placed. <a>See your order</a>', {
    id,
    a: link(`/orders/${id}`),
  })}</p>`
}

function orderedAgain({ id }: Newest): Html {
  return html`<p class="notice info"
    role="status">${rich('You have just ordered the same items: <a>see that order</a>. Place this order only if you want them twice.', { a: link(`/orders/${id}`) })}</p>`
}

type Shown = FormTerms & { pictures: Pictures; buyer: Buyer }

function checkout(visitor: Visitor, cart: Cart, state: FormState, shown: Shown): Html {
  const changed = cart.items.flatMap(({ name, changes }) => changes.map(({ reason }) => ({ name, reason })))
  const { price } = shown
  const mayOrder = (cart.orderable || state.problem) && (price.countries.length > 0 || price.quote)
  return html`${
    changed.length > 0 &&
    html`<div class="notice warning" role="status"><h2>${t('Please check these items')}</h2><ul>${changed.map(
      ({ name, reason }) => html`<li><strong>${name}</strong>${colon()} ${translated(reason)}</li>`,
    )}</ul></div>`
  }
  ${
    price.problem?.code === 'tax_rate_missing' &&
    !state.problem &&
    html`<p class="notice warning">${translated(price.problem.message)}</p>`
  }
  ${
    price.problem?.errors?.some(({ code }) => code === 'no_delivery_there') &&
    !state.problem &&
    html`<p class="notice warning">${t("We don't deliver to this postcode.")}</p>`
  }
  ${
    price.problem?.errors?.some(({ code }) => code === 'too_heavy') &&
    html`<p class="notice warning">${t('This is too heavy for our delivery. Order fewer pieces, or in several orders.')}</p>`
  }
  ${
    price.countries.length === 0 &&
    !price.quote &&
    html`<p class="notice warning">${t('We cannot deliver at the moment. Please try again later.')}</p>`
  }
  ${
    mayOrder
      ? html`<div class="checkout">${orderForm(visitor, cart, state, shown)}</div>`
      : html`<p>${rich("Some items can't be ordered as they are. <a>Change your cart</a>", { a: link('/cart') })}</p>
        ${section('summary', t('Your order'), html`${soldLines(cart, shown.pictures)}${costList(cart, cart.currency)}`, { look: 'card' })}`
  }`
}

function orderForm(visitor: Visitor, cart: Cart, state: FormState, shown: Shown): Html {
  const { price, buyer, isGuest } = shown
  const { currency } = cart
  const values = {
    ...state.values,
    ...addressValues(price.country ?? '', state.values ?? {}, state.problem),
    ...billingValues(price.country ?? '', state.values ?? {}),
    ...prefilled(cart, price),
  }
  const costs = costsOf(price, cart, values)
  const code = price.quote?.discountCode
  const terms = visitor.shop?.pages.includes('terms')
  return renderForm(formFor(cart, values, shown), { ...state, values }, visitor.csrfToken, {
    top: html`${isGuest && html`<p>${rich('Do you have an account? <a>Sign in</a>', { a: link(withNext('/login', '/checkout')) })}</p>`}${
      state.problem?.code === 'total_changed' &&
      section('new-total', 'The new total', costList(costs, currency), { look: 'card' })
    }
      ${
        price.elsewhere &&
        html`<p class="notice warning">${t("We don't deliver to {country}.", {
          country: countryName(price.elsewhere, currentLanguage()),
        })}</p>`
      }`,
    above: section(
      'summary',
      'Your order',
      html`<p class="row apart"><a href="/cart" data-keeps="order">${t('Change your cart')}</a></p>
        ${soldLines(cart, shown.pictures)}
        ${
          code &&
          html`<p class="row apart"><span>${t('Discount code')} <strong>${code}</strong></span>
          ${buttonTo(REMOVE_CODE, t('Remove code'), { look: 'text' })}</p>`
        }
        ${vatNote(price)}
        ${dutyNote(visitor, values, shown)}
        ${costList(costs, currency)}`,
    ),
    below: html`<div class="small-print">
      ${shown.payment.notOnline && html`<p class="soft">${sayNotPayable(shown.payment.notOnline)}</p>`}
      ${transferNotice(values, shown)}
      ${terms && html`<p class="soft">${rich('By ordering you accept our <a>terms</a>.', { a: link('/terms') })}</p>`}
      ${buyer.email && html`<p class="soft">${t("We'll send the confirmation to {email}.", { email: buyer.email })}</p>`}
      ${isGuest && html`<p class="soft">${t('The confirmation goes to your address, with a link to your order.')}</p>`}
      ${visitor.devInbox && html`<p class="soft">${t('This is a demo shop: nothing is charged and nothing is shipped.')}</p>`}
    </div>`,
  })
}

function costsOf({ quote }: CheckoutPrice, cart: Cart, values: Values) {
  return { ...(quote ?? cart), vatId: vatIdIn(values) ?? null }
}

/** Removed products have no price, and would be shown as free. */
function soldLines(cart: Cart, pictures: Pictures): Html {
  const sold = cart.items.filter(item => !isRemoved(item))
  return itemLines(sold, cart.currency, pictures)
}
