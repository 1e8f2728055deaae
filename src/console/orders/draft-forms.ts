/** Forms by which staff write an order for a customer, send it and withdraw it. */
import { COUNTRY, DELIVERY, declaredFields, typedAddress } from '../../orders/cart/address-fields.ts'
import type { DraftOrder } from '../../orders/drafts/draft.ts'
import type { Field } from '../../pages/field.ts'
import type { Form } from '../../pages/form.ts'
import { edit, step } from '../../pages/form-kinds.ts'
import { typedAmount } from '../../pages/format.ts'
import { currentLanguage, t } from '../../words/words.ts'
import { COUNTRIES, countryName } from '../../world/countries.ts'

export const DRAFTS = '/admin/draft-orders'
const DRAFTS_API = '/api/draft-orders'

/** Rows of a new draft, and empty rows below those of one that is there. */
const ROWS = 5
const MORE_ROWS = 3
/** The most rows that a form can send. */
const MOST_ROWS = 100

export type Method = { id: string; name: string }

const CUSTOMER: Field[] = [
  { name: 'email', label: 'Email', type: 'email', required: true, width: 'medium' },
  { name: 'userName', label: 'Name', type: 'text', width: 'medium' },
]

const USER: Field = { name: 'userId', label: 'Customer', type: 'hidden' }
const CURRENCY_FIELD: Field = { name: 'currency', label: 'Currency', type: 'hidden' }

const AFTER: Field[] = [
  {
    name: 'discount',
    label: 'Discount on all goods',
    type: 'text',
    value: 'price',
    inputmode: 'decimal',
    width: 'short',
  },
  {
    name: 'message',
    label: 'Note to the customer',
    type: 'textarea',
    rows: 3,
    empty: 'keep',
    hint: 'In the email, and beside the button with which the customer orders.',
  },
  { name: 'validDays', label: 'The link works for so many days', type: 'number', value: 'integer', width: 'short' },
]

/** A draft can go anywhere, so the form has the parts of every address. None has to be filled in for what is collected. */
function addressPart(): Field[] {
  const language = currentLanguage()
  const countries = COUNTRIES.map(value => ({ value, label: countryName(value, language) }))
  const options = [{ value: '', label: '–' }, ...countries.toSorted((a, b) => a.label.localeCompare(b.label, language))]
  return declaredFields(DELIVERY).map(field => ({
    ...field,
    required: false,
    empty: 'omit' as const,
    autocomplete: 'off',
    ...(field.name === COUNTRY.name && { options, group: DELIVERY.group }),
  }))
}

function rowsOf(count: number): Field[] {
  return Array.from({ length: count }, (_, index): Field[] => {
    const group = t('Line {number}', { number: index + 1 })
    const name = (part: string) => `items.${index}.${part}`
    return [
      { name: name('sku'), label: 'SKU', type: 'text', width: 'medium', group },
      { name: name('quantity'), label: 'Pieces', type: 'number', value: 'integer', width: 'short', group },
      {
        name: name('unitPrice'),
        label: 'Price of a piece',
        type: 'text',
        value: 'price',
        inputmode: 'decimal',
        width: 'short',
        group,
        ...(index === 0 && { hint: 'Empty: that of today.' }),
      },
    ]
  }).flat()
}

function contentFields(rows: number, methods: readonly Method[]): Field[] {
  const options = methods.map(({ id: value, name: label }) => ({ value, label }))
  return [
    ...rowsOf(rows),
    CURRENCY_FIELD,
    {
      name: 'delivery',
      label: 'Delivery',
      type: 'select',
      empty: 'null',
      width: 'medium',
      options: [{ value: '', label: 'The first one that goes there' }, ...options],
    },
    ...addressPart(),
    ...AFTER,
  ]
}

const create = {
  id: 'create',
  action: `${DRAFTS}/new`,
  operation: { method: 'POST', address: DRAFTS_API },
  button: 'Keep the draft',
  once: true,
  success: { go: `${DRAFTS}/{id}`, done: 'Draft kept. Nothing was sent yet.' },
} as const

/** @param userId an account; without it, the customer is named by an address */
export function createForm(methods: readonly Method[], userId: string | undefined, rows = ROWS): Form {
  return { ...create, fields: [...(userId ? [USER] : CUSTOMER), ...contentFields(rows, methods)] }
}

export function changeForm(
  { items, isGuest }: Pick<DraftOrder, 'items' | 'isGuest'>,
  methods: readonly Method[],
): Form {
  return edit({
    id: 'change',
    at: `${DRAFTS}/:id`,
    api: `${DRAFTS_API}/:id`,
    go: `${DRAFTS}/{id}`,
    fields: [
      ...(isGuest ? [CUSTOMER[0]!] : []),
      ...contentFields(Math.min(items.length + MORE_ROWS, MOST_ROWS), methods),
    ],
    button: 'Change the draft',
    done: 'Draft changed. The customer sees it by the same link.',
    outdatedBy: ['draft_order_closed'],
    changesOnly: false,
    look: 'quiet',
  })
}

/** The forms with the most rows, from which the routes are made. */
export function allForms(): Form[] {
  const nobody = { items: Array.from({ length: MOST_ROWS }), isGuest: true } as unknown as DraftOrder
  const form = createForm([], undefined, MOST_ROWS)
  return [{ ...form, fields: [USER, ...form.fields] }, changeForm(nobody, []), send, withdraw]
}

export const send: Form = step({
  at: `${DRAFTS}/:id/send`,
  api: `${DRAFTS_API}/:id/send`,
  button: 'Send the link',
  confirm: 'Send the link by email? A link that was sent before ends.',
  done: 'The email is on its way.',
  outdatedBy: ['draft_order_closed'],
  look: 'primary',
})

export const withdraw: Form = step({
  at: `${DRAFTS}/:id/withdraw`,
  api: `${DRAFTS_API}/:id/withdraw`,
  button: 'Withdraw the draft',
  confirm: "Withdraw this draft? Its link says so, and it can't be sent again.",
  done: 'Draft withdrawn.',
  outdatedBy: ['draft_order_closed'],
  look: 'danger',
})

/** The values that the form of a draft shows at first. */
export function valuesOfDraft(draft: DraftOrder): Record<string, string> {
  const { currency, deliveryAddress, delivery, discount, message, validDays, customer } = draft
  const rows = draft.items.flatMap(({ sku, quantity, unitPrice }, index) => [
    [`items.${index}.sku`, sku],
    [`items.${index}.quantity`, String(quantity)],
    [`items.${index}.unitPrice`, typedAmount(unitPrice, currency)],
  ])
  const address = deliveryAddress ? typedAddress(deliveryAddress) : {}
  const typed = Object.entries(address).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return {
    ...Object.fromEntries([...rows, ...typed]),
    currency,
    email: customer.email,
    delivery: delivery ?? '',
    discount: discount > 0 ? typedAmount(discount, currency) : '',
    message,
    validDays: String(validDays),
  }
}
