/** The fields of the settings, one list for each of the longer groups. */
import type { Field } from '../../pages/field.ts'
import { isPayableCurrency } from '../../payments/providers/payable.ts'
import { englishName, LANGUAGES, type Language } from '../../words/languages.ts'
import { colon, currentLanguage, t } from '../../words/words.ts'
import { COUNTRIES, listCountries, regionOf } from '../../world/countries.ts'
import { CURRENCIES, ENDED_CURRENCIES } from '../../world/currencies.ts'

export function texts(name: string, field: Omit<Field, 'name'>): Field[] {
  return LANGUAGES.map(language => ({ ...field, name: `${name}.${language}`, empty: 'keep' }))
}

const LANGUAGE_OPTIONS = LANGUAGES.map(language => ({ value: language, label: englishName(language) }))

type Options = NonNullable<Field['options']>

/** The countries by their names in the language of the reader. */
export function countryOptions(): Options {
  return listCountries(currentLanguage()).map(({ code, name }) => ({ value: code, label: name }))
}

const currencyNames = new Map<Language, Intl.DisplayNames>()

/** The currencies, with a warning at the moment of choosing, also in a shop that does not take payments online yet. */
export function currencyOptions(): Options {
  const language = currentLanguage()
  const names = currencyNames.get(language) ?? new Intl.DisplayNames(language, { type: 'currency' })
  currencyNames.set(language, names)
  return CURRENCIES.map(code => {
    const currency = `${code}${colon()} ${names.of(code)}`
    if (ENDED_CURRENCIES.includes(code)) return { value: code, label: t('{currency} (no longer in use)', { currency }) }
    if (isPayableCurrency(code)) return { value: code, label: currency }
    return { value: code, label: t('{currency} (cannot be paid online)', { currency }) }
  })
}

export const MARKDOWN = 'A line between paragraphs. **bold**, [words](https://…) for a link.'

export const languageFields = LANGUAGES.map(
  (_, index): Field => ({
    name: `languages.${index}`,
    label: ['Main language', 'Second language', 'Third language'][index] ?? `Language ${index + 1}`,
    type: 'select',
    required: index === 0,
    width: 'medium',
    ...(index === 0 && { hint: 'Shown to those who read none of the others.' }),
    options: index === 0 ? LANGUAGE_OPTIONS : [{ value: '', label: 'None' }, ...LANGUAGE_OPTIONS],
  }),
)

export const sellingFields: Field[] = [
  {
    name: 'country',
    label: 'Country of the shop',
    type: 'select',
    required: true,
    width: 'medium',
  },
  {
    name: 'timeZone',
    label: 'Time zone',
    type: 'select',
    required: true,
    width: 'medium',
    hint: 'Your days begin by it.',
  },
  {
    name: 'currency',
    label: 'Currency',
    type: 'select',
    required: true,
    width: 'medium',
  },
  {
    name: 'vatRule',
    label: 'Whose VAT your orders carry',
    type: 'radio',
    options: [
      {
        value: 'destination',
        label: 'That of the place they go to',
        hint: 'You are registered for the One Stop Shop (OSS).',
      },
      {
        value: 'home',
        label: 'Within the European Union, that of your country',
        hint: 'For consumers, while your sales to other member states stay below 10,000 € a year.',
      },
      { value: 'none', label: 'None', hint: 'You are a small business that is exempt. Your invoices say so.' },
    ],
  },
  {
    name: 'reverseCharge',
    label: 'Businesses in other member states pay no VAT',
    type: 'checkbox',
    value: 'boolean',
    hint: 'For buyers with a VAT ID of another member state (reverse charge). Your own VAT ID has to be under "Legal".',
  },
  {
    name: 'vatIdCheck',
    label: 'Their VAT IDs are checked',
    type: 'radio',
    options: [
      { value: 'form', label: 'By form and check digits' },
      {
        value: 'vies_or_accept',
        label: 'Also at VIES; unchecked when VIES gives no answer',
        hint: 'The order says so. Check the number by hand before you ship.',
      },
      { value: 'vies_or_charge', label: 'Also at VIES; with VAT when VIES gives no answer' },
    ],
  },
  ...texts('deliveryPromise', { label: 'Delivery time', type: 'text', hint: 'Like "2 to 4 working days".' }),
]

const REGIONS = ['European Union', 'Rest of Europe', 'Other countries'] as const

/** A box for each country. The first field makes an empty list when none is ticked. */
export const countryFields: Field[] = listCountryFields()

/** They are in the order of their names in the language of the reader. */
export function listCountryFields(): Field[] {
  const countries = listCountries(currentLanguage())
  return [
    { name: 'countries', label: 'Countries', type: 'hidden', value: 'codes' },
    ...REGIONS.flatMap(region => countries.filter(({ code }) => regionOf(code) === region)).map(
      ({ code, name }): Field => ({
        name: countryField(code),
        label: name,
        type: 'checkbox',
        ticked: code,
        group: regionOf(code),
      }),
    ),
  ]
}

export function countryField(code: string): string {
  return `countries.${COUNTRIES.indexOf(code)}`
}

export const lookFields: Field[] = [
  { name: 'name', label: 'Name', type: 'text', empty: 'keep', hint: 'What customers call your shop.' },
  {
    name: 'accent',
    label: 'Color',
    type: 'text',
    required: true,
    empty: 'keep',
    width: 'short',
    hint: 'Of buttons and links, like #0f5a48. White must be readable on it; dark pages get a lighter one.',
  },
  {
    name: 'backgroundColor',
    label: 'Background',
    type: 'text',
    required: true,
    empty: 'keep',
    width: 'short',
    hint: 'Of pages by day, like #f3f6f3. It must be light.',
  },
  {
    name: 'textColor',
    label: 'Text color',
    type: 'text',
    required: true,
    empty: 'keep',
    width: 'short',
    hint: 'By day, like #13201c. It must be dark. At night, Semel makes a light text and a dark background of both.',
  },
  {
    name: 'darkPages',
    label: 'Dark pages',
    type: 'checkbox',
    value: 'boolean',
    hint: 'For customers whose device asks for them, as many do at night. Otherwise pages are always light.',
  },
  {
    name: 'productLayout',
    label: 'Layout of products',
    type: 'radio',
    options: [
      { value: 'gallery', label: 'Gallery', hint: 'Large pictures, side by side.' },
      {
        value: 'compact',
        label: 'Compact',
        hint: 'Small pictures, a row for each product. More products fit on a screen.',
      },
    ],
  },
]

export const paymentFields: Field[] = [
  {
    name: 'iban',
    label: 'IBAN',
    type: 'text',
    empty: 'keep',
    hint: 'The account for bank transfers. Customers read it at the checkout, on their order and in their email.',
  },
  {
    name: 'accountHolder',
    label: 'Account holder',
    type: 'text',
    empty: 'keep',
    hint: 'Leave it empty to use the company or person that sells.',
  },
  { name: 'bic', label: 'BIC', type: 'text', empty: 'keep', width: 'medium' },
  { name: 'bankName', label: 'Bank', type: 'text', empty: 'keep', width: 'medium' },
  {
    name: 'daysToPay',
    label: 'Days to pay',
    type: 'number',
    value: 'integer',
    required: true,
    empty: 'keep',
    width: 'short',
    hint: 'From the order on.',
  },
  {
    name: 'transferReference',
    label: 'Reference',
    type: 'text',
    empty: 'keep',
    hint: 'What customers write on the transfer, like "TEA {order}". {order} becomes the number. Leave it empty for "Order 1043".',
  },
  {
    name: 'unpaidOnlineHours',
    label: 'Hours until an unpaid online order is cancelled',
    type: 'number',
    value: 'integer',
    required: true,
    empty: 'keep',
    width: 'short',
    hint: 'Its pieces go back into stock. A payment at the last moment still counts.',
  },
]
