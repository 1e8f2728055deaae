/** The form that says what the columns of a file are, and what the file leaves open. */
import { EXPORT_FIELDS, type Field } from '../../catalogue/import/reading/fields.ts'
import type { ShownImport } from '../../catalogue/import/show-import.ts'
import type { Html } from '../../html/html.ts'
import type { Form } from '../../pages/form.ts'
import { edit } from '../../pages/form-kinds.ts'
import type { ShowForm } from '../../pages/forms-of.ts'
import { LANGUAGES, nameOfLanguage } from '../../words/languages.ts'
import { currentLanguage, t, translated } from '../../words/words.ts'
import { FIELD_LABELS } from './product-forms.ts'

const PRICE_LABELS: [Field, string][] = [
  ['amount', 'Price, as on a price tag'],
  ['price_minor', 'Price in cents'],
]

const COLUMN_LABELS: readonly (readonly [field: Field, label: string])[] = [
  ...EXPORT_FIELDS.flatMap((field): [Field, string][] => {
    if (field === 'amount') return PRICE_LABELS
    if (field === 'sale_amount') return [[field, 'Sale price, as on a price tag']]
    const label = FIELD_LABELS[field]
    return label ? [[field, label]] : []
  }),
  ['net_amount', 'Price without VAT'],
  ['published', 'On sale (yes or no)'],
  ['hidden', 'Hidden (yes or no)'],
  ['pictures', 'Pictures, by their addresses'],
  ...LANGUAGES.flatMap((language): [Field, string][] => [
    [`name_${language}`, 'Name'],
    [`description_${language}`, 'Description'],
    [`category_${language}`, 'Category'],
  ]),
]

/** The words for a column, with the language of a text. @returns undefined for one that Semel does not know */
export function sayColumn(field: string): string | undefined {
  const label = COLUMN_LABELS.find(([name]) => name === field)?.[1]
  if (!label) return undefined
  const language = /^(?:name|description|category)_(\w+)$/.exec(field)?.[1]
  if (!language) return translated(label)
  return t('{label} ({language})', { label: translated(label), language: nameOfLanguage(language, currentLanguage()) })
}

const ENCODINGS = [
  ['auto', 'As it seems'],
  ['utf-8', 'UTF-8'],
  ['windows-1252', 'Windows, Western Europe'],
  ['windows-1250', 'Windows, Central Europe'],
  ['windows-1251', 'Windows, Cyrillic'],
  ['iso-8859-15', 'ISO 8859-15'],
  ['macintosh', 'Mac Roman'],
  ['utf-16le', 'UTF-16 LE'],
  ['utf-16be', 'UTF-16 BE'],
].map(([value, label]) => ({ value: value!, label: label! }))

/** The columns of the file become its options when it is shown. */
export const mapping = edit({
  id: 'columns',
  at: '/admin/products/imports/:id/columns',
  api: '/api/product-imports/:id',
  fields: [
    ...COLUMN_LABELS.map(([field, label]) => ({
      name: `columns.${field}`,
      label,
      type: 'select' as const,
      value: 'integer' as const,
      empty: 'null' as const,
      group: 'Columns',
    })),
    {
      name: 'encoding',
      label: 'Letters',
      type: 'select',
      options: ENCODINGS,
      hint: 'Choose another one if letters are wrong.',
    },
    {
      name: 'vat',
      label: 'Are these prices with VAT?',
      type: 'select',
      empty: 'null',
      options: [
        { value: '', label: 'As the file says' },
        { value: 'included', label: 'With VAT' },
        { value: 'excluded', label: 'Without VAT: Semel adds that of your country' },
      ],
    },
    {
      name: 'category',
      label: 'Category for rows without one',
      type: 'text',
      empty: 'null',
      hint: 'Only new products get it.',
    },
    {
      name: 'takesSimilar',
      label: 'New SKUs that look like known ones, such as 123 and 00123, are new products',
      type: 'checkbox',
      value: 'boolean',
    },
    {
      name: 'ignoreSwitches',
      label: 'Columns that look like a switch, such as “active”, mean nothing',
      type: 'checkbox',
      value: 'boolean',
    },
  ],
  button: 'Read the file like this',
  look: 'quiet',
  success: { go: '/admin/products/imports/{id}', done: 'The file is read like this now.' },
})

/** A column `price` is one of price tags here. */
export function tagOf(field: string | null): string | null {
  return field === 'price' ? 'amount' : field
}

const SAID = ['encoding', 'vat', 'category', 'takesSimilar', 'ignoreSwitches']

export function mappingForm(
  { columns, encoding, vat, category, ...switches }: ShownImport,
  show: ShowForm,
  languages: readonly string[],
): Html {
  const options = [
    { value: '', label: 'Not in the file' },
    ...columns.map(({ number, name }) => ({ value: String(number), label: name || t('Column {n}', { n: number }) })),
  ]
  const isShown = (name: string) => {
    const language = /^columns\.(?:name|description)_(\w+)$/.exec(name)?.[1]
    return !language || (languages.length > 1 && languages.includes(language))
  }
  const fields = mapping.fields.filter(({ name }) => isShown(name))
  const form: Form = {
    ...mapping,
    fields: fields.map(field => {
      if (SAID.includes(field.name)) return field
      return { ...field, label: sayColumn(field.name.slice('columns.'.length)) ?? field.label, options }
    }),
  }
  const values = columns.flatMap(({ field, number }) => (field ? [[`columns.${tagOf(field)}`, String(number)]] : []))
  const said = { encoding: encoding ?? 'auto', vat: vat ?? '', category: category ?? '' }
  const ticked = ['takesSimilar', 'ignoreSwitches'] as const
  const boxes = ticked.filter(name => switches[name]).map(name => [name, 'true'])
  return show(form, { ...Object.fromEntries([...values, ...boxes]), ...said })
}
