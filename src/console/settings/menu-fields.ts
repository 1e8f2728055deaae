/** The fields of the menus in header and footer: rows of words, an address, a level and a place. */
import { readCategories } from '../../catalogue/categories/queries.ts'
import type { Db } from '../../database/schema.ts'
import type { Field } from '../../pages/field.ts'
import { ADDRESSES } from '../../shop/legal-pages.ts'
import { MOST_IN_FOOTER, MOST_IN_HEADER } from '../../shop/menu/menu.ts'
import type { Shop } from '../../shop/settings.ts'
import { listPublishedPages } from '../../site/blocks/own-pages.ts'
import { texts } from './group-fields.ts'

export const headerFields = fieldsOf('headerMenu', MOST_IN_HEADER)
export const footerFields = fieldsOf('footerLinks', MOST_IN_FOOTER)

type Menu = 'headerMenu' | 'footerLinks'

function fieldsOf(menu: Menu, most: number): Field[] {
  return Array.from({ length: most }, (_, index): Field[] => {
    const row = { group: `Link ${index + 1}` }
    const name = `${menu}.${index}`
    return [
      ...texts(`${name}.label`, { ...row, label: 'Words', type: 'text' }),
      {
        ...row,
        name: `${name}.address`,
        label: 'Address',
        type: 'text',
        empty: 'keep',
        hint: 'https://…, or a page of the shop like /contact.',
      },
      {
        // A box without a tick would be sent for rows that are not shown, too, and make entries.
        ...row,
        name: `${name}.below`,
        label: 'Level',
        type: 'select',
        value: 'json',
        width: 'medium',
        options: [
          { value: '', label: 'At the top' },
          { value: 'true', label: 'Below the entry above' },
        ],
      },
      { ...row, name: `${name}.place`, label: 'Place', type: 'number', value: 'integer', width: 'short' },
    ]
  }).flat()
}

export function menuValues(shop: Shop): Record<string, string> {
  const rows = (['headerMenu', 'footerLinks'] as const).flatMap(menu =>
    shop[menu].flatMap(({ label, address, below = false }, index) => [
      ...Object.entries(label).map(([language, text]) => [`${menu}.${index}.label.${language}`, text]),
      [`${menu}.${index}.address`, address],
      [`${menu}.${index}.below`, below ? 'true' : ''],
      [`${menu}.${index}.place`, String(index + 1)],
    ]),
  )
  return Object.fromEntries(rows)
}

/** Each row of a menu lists them anew. */
const MOST_OFFERED = 60

/** Lists pages of the shop that a menu may lead to: those of its own, its legal pages, and its categories from the top. */
export async function listLinkedPages(db: Db, { pages }: Shop): Promise<string[]> {
  const [own, categories] = await Promise.all([listPublishedPages(db), readCategories(db)])
  return [
    '/products',
    '/contact',
    ...pages.map(slug => ADDRESSES[slug]),
    ...own.map(({ path }) => path),
    ...categories
      .toSorted((a, b) => a.path.length - b.path.length)
      .map(({ name }) => `/products?${new URLSearchParams({ category: name })}`),
  ].slice(0, MOST_OFFERED)
}

/** The field with the addresses to choose from, if it takes one. */
export function withAddresses(field: Field, addresses: readonly string[]): Field {
  return /^(?:headerMenu|footerLinks)\.\d+\.address$/.test(field.name) ? { ...field, suggestions: addresses } : field
}
