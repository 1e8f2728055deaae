/** The fields of a delivery method, and the values that fill them. */
import type { Field } from '../../pages/field.ts'
import type { Form } from '../../pages/form.ts'
import { typedAmount } from '../../pages/format.ts'
import { MOST_BANDS } from '../../pricing/delivery/terms.ts'
import type { Method } from '../../pricing/delivery-methods.ts'
import type { Shop } from '../../shop/settings.ts'
import { LANGUAGES } from '../../words/languages.ts'
import { currentLanguage, t } from '../../words/words.ts'
import { countryName } from '../../world/countries.ts'
import { CARRIERS } from '../../world/parcels/carriers.ts'
import { PARTS_OF_COUNTRIES } from '../../world/territories.ts'
import { sortTexts } from '../main-first.ts'
import { withCarriers } from '../orders/parcel-forms.ts'
import { withLanguage } from '../settings/in-language.ts'

/** Rows for steps, each sent whole: one without a price is left out. */
const BAND_FIELDS = Array.from({ length: MOST_BANDS }, (_, index): Field[] => {
  const row = { group: `Step ${index + 1} of the price`, type: 'number', empty: 'null', width: 'short' } as const
  return [
    { ...row, name: `bands.${index}.value`, label: 'From this value on', value: 'price', inputmode: 'decimal' },
    { ...row, name: `bands.${index}.weight`, label: 'From this weight on, in grams', value: 'integer' },
    { ...row, name: `bands.${index}.price`, label: 'It costs', value: 'price', inputmode: 'decimal' },
  ]
}).flat()

export const METHOD_FIELDS: Field[] = [
  ...LANGUAGES.map(
    (language): Field => ({
      name: `names.${language}`,
      label: 'Name',
      type: 'text',
    }),
  ),
  {
    name: 'kind',
    label: 'What it is',
    type: 'select',
    options: [
      { value: 'delivery', label: 'Delivery: it brings the order to the customer' },
      { value: 'collection', label: 'Collection: the customer comes for it' },
    ],
    hint:
      'Who collects gives no address and reads no time of delivery, and "shipped" is "ready to collect". When a whole order ' +
      'comes back, the customer gets back what the least expensive delivery cost.',
  },
  {
    name: 'carrier',
    label: 'Carrier',
    type: 'select',
    empty: 'null',
    width: 'medium',
    options: [
      { value: '', label: 'Different ones' },
      ...CARRIERS.map(({ code, name }) => ({ value: code, label: name })),
    ],
    hint: 'Its customers get a link to follow the parcel. You can choose another one for each parcel.',
  },
  {
    name: 'countries',
    label: 'Countries',
    type: 'text',
    value: 'codes',
    empty: 'null',
    hint: 'Two letters each, like DE, AT. Leave it empty for all countries.',
  },
  {
    name: 'leavesOut',
    label: 'But not to',
    type: 'text',
    value: 'codes',
  },
  {
    name: 'price',
    label: 'Price',
    type: 'number',
    value: 'price',
    inputmode: 'decimal',
    required: true,
    width: 'short',
  },
  ...BAND_FIELDS,
  {
    name: 'maxWeight',
    label: 'Up to which weight, in grams',
    type: 'number',
    value: 'integer',
    empty: 'null',
    width: 'short',
    hint: 'Customers cannot choose it for heavier orders. Products without a weight count as nothing.',
  },
  {
    name: 'freeFrom',
    label: 'Free from',
    type: 'number',
    value: 'price',
    empty: 'null',
    inputmode: 'decimal',
    width: 'short',
    hint: 'From this value of the items on.',
  },
  {
    name: 'currency',
    label: 'Currency',
    type: 'text',
    empty: 'null',
    width: 'short',
    hint: 'A method that is always free needs none.',
  },
  {
    name: 'days.least',
    label: 'Working days, at least',
    type: 'number',
    value: 'integer',
    width: 'short',
    hint: 'A collection needs none.',
  },
  {
    name: 'days.most',
    label: 'Working days, at most',
    type: 'number',
    value: 'integer',
    width: 'short',
  },
  {
    name: 'collectAt',
    label: 'Where customers collect',
    type: 'textarea',
    rows: 3,
    empty: 'keep',
    hint: 'For a collection, a line each. Empty: at the address of your shop.',
  },
  ...LANGUAGES.map(
    (language): Field => ({
      name: `openingHours.${language}`,
      label: 'Opening hours',
      type: 'textarea',
      rows: 3,
      empty: 'keep',
    }),
  ),
  {
    name: 'position',
    label: 'Position',
    type: 'number',
    value: 'integer',
    width: 'short',
    hint: 'Smaller numbers come first.',
  },
  { name: 'active', label: 'Customers can choose it', type: 'checkbox', value: 'boolean' },
]

/** The places that a method may leave out, by their names in the language of the reader. */
function placesHint(): string {
  const places = PARTS_OF_COUNTRIES.map(code => `${code} (${countryName(code, currentLanguage())})`)
  return t('Parts of these countries with a VAT of their own: {places}, or another code, like RE.', {
    places: places.join(', '),
  })
}

/** Its texts in the languages of the shop, and as many steps of its price as it has and some more. */
export function shownFor(form: Form, { languages, carriers }: Shop, steps = 0): Form {
  const isShown = ({ name }: Field) => {
    const [part, key = ''] = name.split('.')
    if (part === 'names' || part === 'openingHours') return languages.some(language => language === key)
    return part !== 'bands' || Number(key) < steps + MORE_STEPS
  }
  const hints: Record<string, string> = { [`names.${languages[0]}`]: NAME_HINT, leavesOut: placesHint() }
  const hinted = (field: Field) => ({ ...field, ...(hints[field.name] && { hint: hints[field.name] }) })
  return withCarriers(
    { ...form, fields: sortTexts(form.fields.filter(isShown), languages).map(hinted).map(withLanguage) },
    carriers,
  )
}

const NAME_HINT = 'Like "Parcel" or "Express". One language is enough.'

const MORE_STEPS = 3

export function valuesOf(method: Method) {
  const { names, kind, countries, leavesOut, price, freeFrom, currency, days, position, active } = method
  const amount = (value: number | null) => (value === null ? '' : typedAmount(value, currency ?? 'EUR'))
  const bands = method.bands.flatMap((band, index) => [
    [`bands.${index}.value`, band.value ? amount(band.value) : ''],
    [`bands.${index}.weight`, band.weight ? String(band.weight) : ''],
    [`bands.${index}.price`, amount(band.price)],
  ])
  const texts = Object.entries({ names, openingHours: method.openingHours }).flatMap(([part, all]) =>
    Object.entries(all).map(([language, text]) => [`${part}.${language}`, text]),
  )
  return {
    ...Object.fromEntries([...texts, ...bands]),
    collectAt: method.collectAt,
    maxWeight: method.maxWeight === null ? '' : String(method.maxWeight),
    kind,
    carrier: method.carrier ?? '',
    countries: countries?.join(', ') ?? '',
    leavesOut: leavesOut.join(', '),
    price: amount(price),
    freeFrom: amount(freeFrom),
    currency: currency ?? '',
    'days.least': String(days.least),
    'days.most': String(days.most),
    position: String(position),
    active: String(active),
  }
}
