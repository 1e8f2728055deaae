/** The blocks of the home page, as the API writes them and as they are kept. Each type uses some of the members. */
import { type Static, Type } from 'typebox'
import type { Db } from '../../database/schema.ts'
import { CHECK, TRIM } from '../../http/input/keywords.ts'
import { orNull, Uuid } from '../../http/schemas.ts'
import { type FieldError, invalidInput } from '../../problems.ts'
import { requireMarkdown } from '../../shop/markdown/kept-markdown.ts'
import { addressMistake } from '../../shop/markdown/markdown.ts'
import { type Texts, textsSchema } from '../../shop/setting-rules.ts'
import type { ShopSettings } from '../../shop/settings.ts'

export const BLOCK_TYPES = ['heading', 'products', 'categories', 'text', 'pictures'] as const
export const PRODUCT_RULES = ['newest', 'on_sale', 'best_sold', 'category', 'chosen'] as const
export const MOST_BLOCKS = 20
export const MOST_IN_A_ROW = 4

/** Markdown is checked by `checkBlock`, in a thread. */
const checkedLater = () => undefined
const EXAMPLE = 'k3J9x0vQmZ2bT7aLw5RhYc'
const Hash = Type.String({
  pattern: '^[\\w-]{22}$',
  examples: [EXAMPLE],
  description: 'The `hash` of a picture of the site.',
})

const RowPicture = Type.Object(
  {
    picture: Type.String({
      pattern: '^(?:[\\w-]{22})?$',
      examples: [EXAMPLE],
      description: 'The `hash` of a picture. Empty: the entry is left out.',
    }),
    alt: textsSchema(200, 'Describes the picture to people who cannot see it.'),
    address: Type.String({
      maxLength: 500,
      [CHECK]: (text: string) => (text === '' ? undefined : addressMistake(text)),
      description: 'Where it leads: https://…, or a page of the shop like /products. Empty: nowhere.',
    }),
  },
  { title: 'RowPicture' },
)

const members = {
  title: textsSchema(100, 'The heading of the block.'),
  text: textsSchema(5000, 'In Markdown. For `heading` and `text`.', checkedLater),
  picture: orNull(Hash, { description: 'The picture of a `heading`.' }),
  rule: Type.Enum([...PRODUCT_RULES], {
    description: 'The products of `products`. `best_sold`: in the latest orders.',
  }),
  category: Type.String({ maxLength: 100, [TRIM]: true, description: 'For the rule `category`.' }),
  skus: Type.Array(Type.String({ minLength: 1, maxLength: 100, [TRIM]: true, examples: ['LAMP-2'] }), {
    maxItems: 12,
    description: 'For the rule `chosen`. Those that are not on sale and in stock are left out.',
  }),
  most: Type.Integer({ minimum: 1, maximum: 12, description: 'How many products are shown.' }),
  pictures: Type.Array(RowPicture, { maxItems: MOST_IN_A_ROW, description: 'For `pictures`, side by side.' }),
}

const type = Type.Enum([...BLOCK_TYPES])
const changed = Type.Partial(Type.Object(members)).properties

export const HomeBlock = Type.Object({ id: Uuid, type, ...members }, { title: 'HomeBlock' })
export type HomeBlock = Static<typeof HomeBlock>
export const NewHomeBlock = Type.Object({ type, ...changed }, { title: 'NewHomeBlock' })
export type NewHomeBlock = Static<typeof NewHomeBlock>
export type BlockChange = Omit<NewHomeBlock, 'type'> & { place?: number | undefined }

export const CHANGED_MEMBERS = {
  ...changed,
  place: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_BLOCKS, description: 'From 1 on, from the top.' })),
}

const EMPTY = {
  title: {},
  text: {},
  picture: null,
  rule: 'newest',
  category: '',
  skus: [],
  most: 8,
  pictures: [],
} as const

export function newBlock(id: string, block: NewHomeBlock): HomeBlock {
  return changedBlock({ id, ...EMPTY, skus: [], pictures: [], type: block.type }, block)
}

/** Texts of languages that a change does not name stay. A text of '' removes one. */
export function changedBlock(block: HomeBlock, change: Partial<Omit<HomeBlock, 'id' | 'type'>>): HomeBlock {
  const given = Object.fromEntries(Object.entries(change).filter(([name]) => Object.hasOwn(members, name)))
  const merged = (was: Texts, now: Texts = {}): Texts =>
    Object.fromEntries(Object.entries({ ...was, ...now }).filter(([, text]) => text !== ''))
  return {
    ...block,
    ...given,
    ...(change.pictures && {
      pictures: change.pictures
        .filter(({ picture }) => picture !== '')
        .map(one => ({ ...one, alt: merged({}, one.alt) })),
    }),
    title: merged(block.title, change.title),
    text: merged(block.text, change.text),
  }
}

/** The home page of a shop that has published no blocks: the heading of its settings, its newest products, its categories. */
export function blocksOfSettings({
  homeTitle,
  homeText,
  homePicture,
}: Pick<ShopSettings, 'homeTitle' | 'homeText' | 'homePicture'>): HomeBlock[] {
  const ids = [1, 2, 3].map(n => `00000000-0000-7000-8000-00000000000${n}`) as [string, string, string]
  return [
    newBlock(ids[0], { type: 'heading', title: homeTitle, text: homeText, picture: homePicture }),
    newBlock(ids[1], { type: 'products' }),
    newBlock(ids[2], { type: 'categories' }),
  ]
}

/** @throws Problem with each mistake that the schema does not see */
export async function checkBlock(db: Db, { text = {}, picture, pictures = [] }: BlockChange): Promise<void> {
  await requireMarkdown(Object.fromEntries(Object.entries(text).map(([language, one]) => [`text.${language}`, one])))
  const named = [
    ...(picture ? [['picture', picture] as const] : []),
    ...pictures.map((one, n) => [`pictures.${n}.picture`, one.picture] as const),
  ].filter(([, hash]) => hash !== '')
  if (named.length === 0) return
  const known = await db
    .selectFrom('site_pictures')
    .select('hash')
    .where(
      'hash',
      'in',
      named.map(([, hash]) => hash),
    )
    .execute()
  const errors = named
    .filter(([, hash]) => !known.some(one => one.hash === hash))
    .map(([field]): FieldError => ({ field, reason: 'is no picture of the site. It was removed', code: 'not_found' }))
  if (errors.length > 0) throw invalidInput(...errors)
}
