/** Forms by which staff change an order before it is shipped. */
import { type Html, html } from '../../html/html.ts'
import { addressFields, BILLING, DELIVERY, declaredFields, typedAddress } from '../../orders/cart/address-fields.ts'
import type { DeliveryAddress } from '../../orders/delivery-address.ts'
import { sayWritten } from '../../orders/edits/billing-address.ts'
import type { OrderEdit } from '../../orders/edits/queries.ts'
import type { Field } from '../../pages/field.ts'
import type { Form, FormStates } from '../../pages/form.ts'
import { edit, removal } from '../../pages/form-kinds.ts'
import { money, typedAmount } from '../../pages/format.ts'
import type { ShowForm } from '../../pages/forms-of.ts'
import { MOST_LINES } from '../../returns/components.ts'
import type { Language } from '../../words/languages.ts'
import type { Text } from '../../words/text.ts'
import { currentLanguage, t, translated } from '../../words/words.ts'
import { COUNTRIES, countryName } from '../../world/countries.ts'
import { addLine, EDIT_OUTDATED, lessForAll } from './put-right.ts'

type Line = { line: number; name: string; quantity: number; unitPrice: number }
type Addresses = { deliveryAddress: DeliveryAddress | null; billingAddress: DeliveryAddress | null }
type Editable = Addresses & { status: string; currency: string; items: readonly Line[] }

const outdatedBy = EDIT_OUTDATED

const items = edit<Text>({
  id: 'edit-items',
  at: '/admin/orders/:id/items',
  api: '/api/orders/:id/items',
  button: 'Change the lines',
  confirm:
    'Change this order? What was paid too much goes back, what it costs more is to be paid, and we email the customer.',
  done: 'Order changed. We email the customer.',
  go: '/admin/orders/{id}',
  outdatedBy,
  look: 'quiet',
})

const address = edit<string>({
  id: 'edit-address',
  at: '/admin/orders/:id/delivery-address',
  method: 'PUT',
  api: '/api/orders/:id/delivery-address',
  fields: declaredFields(DELIVERY),
  button: 'Change the address',
  done: 'Address changed. We email the customer.',
  go: '/admin/orders/{id}',
  outdatedBy,
  look: 'quiet',
})

const billing = edit<string>({
  id: 'edit-billing',
  at: '/admin/orders/:id/billing-address',
  method: 'PUT',
  api: '/api/orders/:id/billing-address',
  fields: declaredFields(BILLING),
  button: 'Change the address on the invoice',
  done: 'Address on the invoice changed. We email the customer.',
  go: '/admin/orders/{id}',
  outdatedBy,
  look: 'quiet',
})

const asDelivery = removal<Text>({
  id: 'billing-as-delivery',
  at: '/admin/orders/:id/billing-address/remove',
  api: '/api/orders/:id/billing-address',
  button: 'Use the address of the delivery',
  done: 'The invoice goes to the address of the delivery. We email the customer.',
  go: '/admin/orders/{id}',
  outdatedBy,
  look: 'text',
})

/** The customer's invoice may go to any country, so the form has the parts of each. */
const anywhere = (): Form => ({
  ...billing,
  fields: billing.fields.map(field =>
    field.name === 'billingAddress.country'
      ? {
          ...field,
          group: BILLING.group,
          options: countriesIn(currentLanguage()),
        }
      : field,
  ),
})

function countriesIn(language: Language) {
  const named = COUNTRIES.map(value => ({ value, label: countryName(value, language) }))
  return named.toSorted((a, b) => a.label.localeCompare(b.label, language))
}

const KEEP_OUT: Text = 'Do not put back into stock what goes: it is broken, or gone'

/** The forms of an order with the most lines, from which the routes are made. */
export const EDIT_FORMS: readonly Form[] = [
  withLines(Array.from({ length: MOST_LINES }, () => ['Pieces', 'Price'] as const)),
  addLine,
  lessForAll,
  address,
  billing,
  asDelivery,
]

function withLines(labels: readonly (readonly [pieces: string, price: string])[]): Form {
  const fields = labels.flatMap(([label, price], index): Field[] => [
    { name: `items.${index}.line`, label: 'Line', type: 'hidden', value: 'integer' },
    { name: `items.${index}.quantity`, label, type: 'number', value: 'integer', required: true, width: 'short' },
    {
      name: `items.${index}.unitPrice`,
      label: price,
      type: 'text',
      value: 'price',
      inputmode: 'decimal',
      width: 'short',
    },
    { name: `items.${index}.keepOut`, label: KEEP_OUT, type: 'checkbox', value: 'boolean' },
  ])
  return { ...items, fields: [...fields, { name: 'currency', label: 'Currency', type: 'hidden' }] }
}

/** Folded, because it is the exception. A refused form stays open. */
export function editSection(order: Editable, states: FormStates, show: ShowForm): Html | undefined {
  const isOpen = order.status === 'placed' || order.status === 'processing'
  const isRefused = [items, addLine, lessForAll, address].some(({ id }) => states[id] !== undefined)
  if (!isOpen && !isRefused) return undefined
  const { currency } = order
  const kept = order.items.flatMap(({ line, quantity, unitPrice }, index) => [
    [`items.${index}.line`, String(line)],
    [`items.${index}.quantity`, String(quantity)],
    [`items.${index}.unitPrice`, typedAmount(unitPrice, currency)],
  ])
  const labels = order.items.map(
    ({ name, quantity }) =>
      [t('{name}: keep how many of {quantity}?', { name, quantity }), t('{name}: price of a piece', { name })] as const,
  )
  return html`<details class="card"${isRefused && html` open`}><summary>${t('Change this order')}</summary>
    ${show(withLines(labels), { ...Object.fromEntries(kept), currency })}
    ${show(addLine, { currency })}${show(lessForAll, { currency })}
    ${order.deliveryAddress && show(addressIn(order.deliveryAddress), typedAddress(order.deliveryAddress))}</details>`
}

/** Says after the invoice what helps then. @param invoice its number */
export function billingSection(
  { status, billingAddress, deliveryAddress }: Editable,
  invoice: string | undefined,
  states: FormStates,
  show: ShowForm,
): Html | undefined {
  const isRefused = [billing, asDelivery].some(({ id }) => states[id] !== undefined)
  if (status === 'cancelled' && !isRefused) return undefined
  const known = billingAddress ?? deliveryAddress
  return html`<details class="card"${isRefused && html` open`}><summary>${t('Change the address on the invoice')}</summary>
    ${
      invoice !== undefined && !isRefused
        ? html`<p>${translated(sayWritten(invoice))}</p>`
        : html`${show(anywhere(), known ? typedAddress(known, BILLING) : {})}
          ${(billingAddress || states[asDelivery.id]) && show(asDelivery)}`
    }</details>`
}

/** The country stays, because VAT and delivery depend on it. */
function addressIn({ country }: DeliveryAddress): Form {
  return { ...address, fields: addressFields(country, [country]) }
}

/** Describes an edit in the history of the order. The name of its author is in front of the text. */
export function editText({ kind, items, discount, total_before, total_after }: OrderEdit, currency: string): string {
  if (kind === 'address') return t('changed the delivery address.')
  if (kind === 'billing_address') return t('changed the address on the invoice.')
  const lines = (items ?? []).map(({ name, before, after, prices }) => {
    const pieces = before === after ? '' : ` ${before} → ${after}`
    const price = prices ? ` ${money(prices.before, currency)} → ${money(prices.after, currency)}` : ''
    return `${name}${pieces}${price}`
  })
  if (discount) lines.push(t('the discount by {sum}', { sum: money(discount, currency) }))
  const change = `${lines.join(', ')} (${money(total_before, currency)} → ${money(total_after, currency)})`
  return t('changed {change}.', { change })
}
