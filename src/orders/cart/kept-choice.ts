/** The choice of a kept address at the checkout. It fills the fields below it, which can be corrected for this order. */
import type { Field } from '../../pages/field.ts'
import type { Text } from '../../words/text.ts'
import { type KeptAddress, MOST_ADDRESSES } from '../address-book/kept-address.ts'
import { type DeliveryAddress, placeOf } from '../delivery-address.ts'
import { type AddressForm, BILLING, DELIVERY, declaredFields, hiddenFields, typedAddress } from './address-fields.ts'

/** The value of the choice for an address that is typed. */
const ANOTHER = 'another'

type Values = Readonly<Record<string, string | undefined>>

/** The id of the chosen address, and the one whose parts the fields show. They are no part of the operation. */
const namesOf = ({ path }: AddressForm) => ({ chosen: `_${path}Kept`, shown: `_${path}KeptFor` })

/** The box below a typed address, by the form of the address. */
export const KEEP: Record<'shipping' | 'billing', Field<Text>> = {
  shipping: keepField('keepDeliveryAddress', DELIVERY),
  billing: keepField('keepBillingAddress', BILLING),
}

function keepField(name: string, { group }: AddressForm): Field<Text> {
  return { name, label: 'Keep this address in my address book', type: 'checkbox', value: 'boolean', group }
}

/** @param show the address that shows the page with what was chosen */
export function choiceFields(form: AddressForm, kept: readonly KeptAddress[], show: string): Field[] {
  if (kept.length === 0) return []
  const { chosen, shown } = namesOf(form)
  const options = [
    ...kept.map(one => ({ value: one.id, label: nameOf(one) })),
    { value: ANOTHER, label: 'Another one' },
  ]
  const label: Text = 'Choose from your addresses'
  // The page has "Use this address" too, and buttons of one page need names of their own.
  const button: Text = form.section === 'billing' ? 'Use this address for the invoice' : 'Use the chosen address'
  const shows = { action: show, button }
  // The delivery asks for the country between this choice and its other fields.
  const group = form.section === 'billing' && { group: form.group }
  return [
    { name: shown, label, type: 'hidden' },
    { name: chosen, label, type: 'select', required: true, options, shows, ...group },
  ]
}

/** Offers to keep what is typed, while the book has room. */
export function keepFields(
  form: AddressForm & { section: keyof typeof KEEP },
  kept: readonly KeptAddress[],
  values: Values,
): Field[] {
  const isTyped = (values[namesOf(form).chosen] ?? ANOTHER) === ANOTHER
  return isTyped && kept.length < MOST_ADDRESSES ? [KEEP[form.section]] : []
}

/** The values with which a form begins: an address of the book, or another one. */
export function beginningWith(form: AddressForm, address: Values | DeliveryAddress, id = ANOTHER): Values {
  const { chosen, shown } = namesOf(form)
  return { ...typedAddress(address, form), [chosen]: id, [shown]: id }
}

/** Leaves an address as it was typed, on a page that did not offer any. */
export function asTyped(form: AddressForm): Values {
  const { chosen, shown } = namesOf(form)
  return { [chosen]: ANOTHER, [shown]: ANOTHER }
}

/** Fills the fields after another choice than before. An address that was removed meanwhile stays as it is typed. */
export function filledFrom(form: AddressForm, kept: readonly KeptAddress[], values: Values, buyer?: string): Values {
  const { chosen, shown } = namesOf(form)
  const choice = values[chosen] ?? ANOTHER
  const found = kept.find(({ id }) => id === choice)
  if (!found && choice !== ANOTHER) return { ...values, ...asTyped(form) }
  if (choice === (values[shown] ?? ANOTHER)) return values
  const empty = declaredFields(form).map(({ name }): [string, string] => [name, ''])
  const country = values[`${form.path}.country`]
  const address = found?.address ?? { name: buyer, country }
  const [check] = hiddenFields(form)
  return { ...values, ...Object.fromEntries(empty), ...beginningWith(form, address, choice), [check.name]: 'true' }
}

function nameOf({ label, address }: KeptAddress): string {
  return [label, address.company, address.name, address.line1, placeOf(address)].filter(Boolean).join(', ')
}
