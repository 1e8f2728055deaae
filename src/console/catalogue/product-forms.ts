/** The forms of a product in the console. */

import { AVAILABILITY_LABELS, PRODUCT_LABELS, STATES, STATUSES } from '../../catalogue/states/states.ts'
import type { Field } from '../../pages/field.ts'
import type { Form } from '../../pages/form.ts'
import { edit, removal } from '../../pages/form-kinds.ts'
import { englishName, inEach, type Language } from '../../words/languages.ts'
import { attributeTextFields, COLUMN_FIELDS, COPIED_FIELDS, FREE_FIELDS } from './attribute-fields.ts'

const NAME: Field = { name: 'name', label: 'Name', type: 'text', required: true }
const REGULAR: Field = {
  name: 'price',
  label: 'Price',
  type: 'number',
  required: true,
  value: 'price',
  inputmode: 'decimal',
  hint: 'With VAT, like 24.50.',
}
/** A sale ends when its price is emptied. */
const SALE: Field[] = [
  {
    name: 'sale_price',
    label: 'Sale price',
    type: 'number',
    value: 'price',
    inputmode: 'decimal',
    empty: 'null',
    hint: 'Below the price. The page shows the lowest price of the 30 days before beside it.',
  },
  {
    name: 'sale_from',
    label: 'First day of the sale',
    type: 'date',
    empty: 'null',
    width: 'medium',
    hint: 'Empty: at once.',
  },
  {
    name: 'sale_until',
    label: 'Last day of the sale',
    type: 'date',
    empty: 'null',
    width: 'medium',
    hint: 'This day included. Empty: until you end it.',
  },
]
const DETAILS: Field[] = [
  NAME,
  { name: 'sku', label: 'SKU', type: 'text', required: true, hint: 'Must be unique.' },
  { name: 'category', label: 'Category', type: 'text', required: true },
  { name: 'description', label: 'Description', type: 'textarea', rows: 5, empty: 'keep' },
  REGULAR,
  ...SALE,
  { name: 'currency', label: 'Currency', type: 'text', required: true, hint: 'Three capital letters, like EUR.' },
  ...COLUMN_FIELDS,
]

const AVAILABILITY: Field[] = [
  {
    name: 'status',
    label: 'Status',
    type: 'select',
    required: true,
    options: STATUSES.map(value => ({ value, label: AVAILABILITY_LABELS[value].text })),
  },
  { name: 'stock', label: 'Stock', type: 'number', required: true, value: 'integer', hint: 'Units in stock.' },
]

/** Labels of the fields of a product, by name. */
export const FIELD_LABELS: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...DETAILS, ...AVAILABILITY, ...FREE_FIELDS].map(({ name, label }) => [name, label])),
}

/** An emptied field of a product is refused, not left as it was. */
const kept = (fields: Field[]) => fields.map((field): Field => ({ empty: 'keep', ...field }))

const STATE_FIELD = {
  name: 'state',
  label: 'Publication',
  type: 'select',
  required: true,
  width: 'medium',
  hint: 'A draft is seen by staff only. An archived product is kept for its orders, and can be brought back.',
  options: STATES.map(value => ({ value, label: PRODUCT_LABELS[value].text })),
} as const satisfies Field

export const create: Form = {
  id: 'create',
  action: '/admin/products/new',
  operation: { method: 'POST', address: '/api/products' },
  // An empty stock is refused. As 0, it would sell nothing.
  // The name is focused, because staff often enter many products in a row.
  fields: [
    { ...NAME, focused: true },
    ...DETAILS.slice(1),
    ...kept(AVAILABILITY),
    { ...STATE_FIELD, options: STATE_FIELD.options.slice(0, 2) },
    ...COPIED_FIELDS,
  ],
  button: 'Create product',
  once: true,
  success: { go: '/admin/products/{id}', done: 'Product created.' },
}

export const change = edit({
  id: 'change',
  at: '/admin/products/:id',
  api: '/api/products/:id',
  // During a sale, `price` is that of the sale.
  fields: kept(DETAILS).map(field => (field.name === REGULAR.name ? { ...field, name: 'regular_price' } : field)),
  changesOnly: true,
  saves: true,
  button: 'Save',
  done: 'Saved.',
})

export const changeAttributes = edit({
  id: 'change-attributes',
  at: '/admin/products/:id/attributes',
  api: '/api/products/:id',
  fields: FREE_FIELDS,
  changesOnly: true,
  saves: true,
  button: 'Save attributes',
  done: 'Saved.',
  look: 'quiet',
})

const textForm = (language: Language) =>
  edit({
    id: `text-${language}`,
    at: `/admin/products/:id/text-${language}`,
    api: '/api/products/:id',
    fields: kept([
      { name: `texts.${language}.name`, label: `Name in ${englishName(language)}`, type: 'text' },
      {
        name: `texts.${language}.description`,
        label: `Description in ${englishName(language)}`,
        type: 'textarea',
        rows: 5,
      },
      ...attributeTextFields(language),
    ]),
    changesOnly: true,
    saves: true,
    button: `Save the ${englishName(language)} texts`,
    done: 'Saved.',
    look: 'quiet',
  })

export const TEXT_FORMS = inEach(textForm)

/** A page that is open for an hour must not reset the stock to its value before a sale. */
export const restock = edit({
  id: 'restock',
  at: '/admin/products/:id/stock',
  api: '/api/products/:id',
  fields: [...kept(AVAILABILITY), { name: 'expectedStock', label: 'Stock', type: 'hidden', value: 'integer' }],
  changesOnly: true,
  saves: true,
  outdatedBy: ['stock_changed'],
  button: 'Save availability',
  done: 'Availability saved.',
})

export const setState = edit({
  id: 'set-state',
  at: '/admin/products/:id/state',
  api: '/api/products/:id/state',
  method: 'PUT',
  fields: [STATE_FIELD],
  button: 'Change',
  done: 'Changed.',
  look: 'quiet',
})

export const remove = removal({
  at: '/admin/products/:id/remove',
  api: '/api/products/:id',
  button: 'Remove from the shop',
  confirm:
    'Remove this product from the shop? It is archived: existing orders still show it, and you can bring it back.',
  done: 'Product removed from the shop. You find it under “Archived”.',
})
