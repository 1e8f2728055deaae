/** The forms of the blocks of the home page, one for each type, and their values. */
import type { Field } from '../../pages/field.ts'
import type { Form } from '../../pages/form.ts'
import { edit } from '../../pages/form-kinds.ts'
import type { HomeBlock } from '../../site/blocks/block.ts'
import { MOST_IN_A_ROW } from '../../site/blocks/block.ts'
import type { SitePicture } from '../../site/blocks/site-pictures.ts'
import type { Language } from '../../words/languages.ts'
import { languageOfField } from '../main-first.ts'
import { MARKDOWN, texts } from '../settings/group-fields.ts'
import { withLanguage } from '../settings/in-language.ts'

export const VERSION: Field = { name: 'version', label: 'Version', type: 'hidden', value: 'integer' }

const TITLE = texts('title', { label: 'Heading', type: 'text' })
const TEXT = texts('text', { label: 'Text', type: 'textarea', rows: 6, hint: MARKDOWN })

const PICTURE: Field = { name: 'picture', label: 'Picture', type: 'select', empty: 'null', options: [] }

const PRODUCTS: Field[] = [
  {
    name: 'rule',
    label: 'Which products',
    type: 'radio',
    options: [
      { value: 'newest', label: 'The newest' },
      { value: 'on_sale', label: 'Those on sale', hint: 'With a sale price that holds today.' },
      { value: 'best_sold', label: 'Those that sell best', hint: 'In the latest orders.' },
      { value: 'category', label: 'Those of a category' },
      { value: 'chosen', label: 'Those that I choose' },
    ],
  },
  { name: 'category', label: 'Category', type: 'text', empty: 'keep', hint: 'For products of a category.' },
  {
    name: 'skus',
    label: 'SKUs',
    type: 'textarea',
    rows: 4,
    value: 'lines',
    empty: 'keep',
    hint: 'For products that you choose, one a line. Those that are sold out are left out.',
  },
  {
    name: 'most',
    label: 'Products',
    type: 'number',
    value: 'integer',
    required: true,
    width: 'short',
    hint: '1 to 12.',
  },
]

const ROW = Array.from({ length: MOST_IN_A_ROW }, (_, n): Field[] => {
  const group = { group: `Picture ${n + 1}` }
  return [
    { ...PICTURE, ...group, name: `pictures.${n}.picture`, empty: 'keep' },
    ...texts(`pictures.${n}.alt`, { ...group, label: 'What it shows', type: 'text' }),
    {
      ...group,
      name: `pictures.${n}.address`,
      label: 'Leads to',
      type: 'text',
      empty: 'keep',
      hint: 'https://…, or a page of the shop like /products.',
    },
  ]
}).flat()

/** @param address the page of the blocks in the console */
export function blockFormsOf(address: string): Record<HomeBlock['type'], Form> {
  const formOf = (type: HomeBlock['type'], fields: readonly Field[], whole = false) =>
    edit({
      id: `change-${type}`,
      at: `${address}/blocks/:id/${type}`,
      api: `/api${address}/blocks/:id`,
      fields: [...fields, VERSION],
      changesOnly: !whole,
      outdatedBy: ['changed_meanwhile'],
      button: 'Save',
      go: address.replace(':page', '{id}'),
      done: 'Saved in the draft. Customers see it when you publish it.',
    })
  return {
    heading: formOf('heading', [...TITLE, ...TEXT, PICTURE]),
    products: formOf('products', [...TITLE, ...PRODUCTS]),
    categories: formOf('categories', TITLE),
    text: formOf('text', [...TITLE, ...TEXT]),
    // A list is sent as a whole.
    pictures: formOf('pictures', [...TITLE, ...ROW], true),
  }
}

export const TYPE_LABELS: Record<HomeBlock['type'], string> = {
  heading: 'Heading with picture',
  products: 'Products',
  categories: 'Categories',
  text: 'Text',
  pictures: 'Pictures in a row',
}

/** @param languages of the shop */
export function blockForm(
  form: Form,
  values: Record<string, string>,
  {
    languages,
    pictures,
    categories,
  }: { languages: readonly Language[]; pictures: readonly SitePicture[]; categories: readonly string[] },
): Form {
  const options = [{ value: '', label: 'None' }, ...pictures.map(({ hash, title }) => ({ value: hash, label: title }))]
  const fields = form.fields.map((field): Field => {
    if (field.name === 'category') return { ...field, suggestions: categories }
    return field.type === 'select' ? { ...field, options } : field
  })
  return inLanguagesOf({ ...form, fields }, languages, values)
}

/** The form with a field for each language of the shop, and for others that have a text. */
export function inLanguagesOf(
  form: Form,
  languages: readonly Language[],
  values: Readonly<Record<string, string | undefined>>,
): Form {
  const fields = form.fields.flatMap((field): Field[] => {
    const language = languageOfField(field)
    if (language && !languages.includes(language) && !values[field.name]) return []
    return [language && languages.length > 1 ? withLanguage(field) : field]
  })
  return { ...form, fields }
}

export function blockValues(block: HomeBlock): Record<string, string> {
  const { rule, category, skus, most, picture, pictures } = block
  const inLanguages = (prefix: string, words: object) =>
    Object.entries(words).map(([language, text]) => [`${prefix}.${language}`, text])
  return Object.fromEntries([
    ['rule', rule],
    ['category', category],
    ['skus', skus.join('\n')],
    ['most', String(most)],
    ['picture', picture ?? ''],
    ...inLanguages('title', block.title),
    ...inLanguages('text', block.text),
    ...pictures.flatMap((one, n) => [
      [`pictures.${n}.picture`, one.picture],
      [`pictures.${n}.address`, one.address],
      ...inLanguages(`pictures.${n}.alt`, one.alt),
    ]),
  ])
}
