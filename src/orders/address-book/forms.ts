/** The forms of the address book. */
import type { Field } from '../../pages/field.ts'
import type { Form } from '../../pages/form.ts'
import { edit, removal } from '../../pages/form-kinds.ts'
import type { Text } from '../../words/text.ts'
import { COUNTRIES } from '../../world/countries.ts'
import { type AddressForm, addressFields, declaredFields, hiddenFields } from '../cart/address-fields.ts'
import { UNUSUAL_POSTCODE } from '../delivery-address.ts'

/** The address of the page. */
export const BOOK = '/account/addresses'

/** Shows the page with the fields of another country. */
export const SHOW = '/country'

export const BOOK_FORM: AddressForm = { path: 'address', group: 'Address' }

const LABEL: Field<Text> = {
  name: 'label',
  label: 'Label',
  type: 'text',
  empty: 'null',
  width: 'medium',
  hint: 'Such as “Work” or “Grandma”.',
}

const DEFAULTS: readonly Field<Text>[] = [
  { name: 'isDeliveryDefault', label: 'Deliver here, unless I choose another one', type: 'checkbox', value: 'boolean' },
  {
    name: 'isBillingDefault',
    label: 'Send invoices here, unless I choose another one',
    type: 'checkbox',
    value: 'boolean',
  },
]

const fields = [LABEL, ...declaredFields(BOOK_FORM), hiddenFields(BOOK_FORM)[0] as Field<Text>, ...DEFAULTS]

const BOOK_API = '/api/users/me/addresses'

export const add: Form<Text> = {
  id: 'add-address',
  action: BOOK,
  operation: { method: 'POST', address: BOOK_API },
  fields,
  button: 'Add the address',
  once: true,
  success: { go: BOOK, done: 'Address added.' },
  outdatedBy: [UNUSUAL_POSTCODE],
}

export const change = edit<Text>({
  id: 'change-address',
  at: `${BOOK}/:id`,
  api: `${BOOK_API}/:id`,
  fields,
  button: 'Save',
  done: 'Address saved.',
  go: BOOK,
  outdatedBy: [UNUSUAL_POSTCODE],
})

export const remove = removal<Text>({
  id: 'remove-address',
  at: `${BOOK}/:id/remove`,
  api: `${BOOK_API}/:id`,
  button: 'Remove',
  confirm: 'Remove this address? Orders that you have placed stay as they are.',
  done: 'Address removed.',
  go: BOOK,
  look: 'text',
})

export const deliverHere = edit<Text>({
  at: `${BOOK}/:id/deliver-here`,
  api: `${BOOK_API}/:id`,
  fields: [{ ...DEFAULTS[0]!, type: 'hidden' }],
  button: 'Use for deliveries',
  done: 'The checkout begins with this address.',
  go: BOOK,
  look: 'quiet',
})

export const invoiceHere = edit<Text>({
  at: `${BOOK}/:id/invoice-here`,
  api: `${BOOK_API}/:id`,
  fields: [{ ...DEFAULTS[1]!, type: 'hidden' }],
  button: 'Use for invoices',
  done: 'The checkout begins with this address on the invoice.',
  go: BOOK,
  look: 'quiet',
})

/** A form with the fields of one country. @param show the address that shows it for another one */
export function formIn(form: Form<Text>, country: string, show: string): Form {
  const [countryField, ...address] = addressFields(country, COUNTRIES, BOOK_FORM)
  const options = [{ value: '', label: 'Choose a country' }, ...(countryField!.options ?? [])]
  const shown = {
    ...countryField!,
    group: BOOK_FORM.group,
    options,
    shows: { action: show, button: 'Use this country' },
  }
  return { ...form, fields: [LABEL, ...hiddenFields(BOOK_FORM), shown, ...address, ...DEFAULTS] }
}
