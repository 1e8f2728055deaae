/**
 * What the shop decides about itself in the console: its name, its look, its languages, its legal facts. What the
 * operator decides is an environment variable (src/config.ts), and nothing is both.
 *
 * Pages and emails need the settings each time, so each process keeps them. A change clears them everywhere
 * (database/caches.ts); a process that missed that notification reads them again after some seconds.
 */
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { clearEverywhere, registerCache } from '../database/caches.ts'
import { one } from '../database/rows.ts'
import type { Db } from '../database/schema.ts'
import { SECOND } from '../time.ts'
import { LANGUAGES, type Language } from '../words/languages.ts'

declare module '../database/schema.ts' {
  interface Tables {
    shop_settings: { singleton: boolean; settings: Partial<ShopSettings>; version: number; changed_at: Date }
  }
}

/** A text of the shop in each of its languages. Where one is missing, that of the first language is shown. */
export type Texts = Partial<Record<Language, string>>

const text = (maxLength: number, description: string) => Type.String({ maxLength, description })

/** @param maxLength of the text in each language */
export function textsSchema(maxLength: number, description: string) {
  const each = Object.fromEntries(LANGUAGES.map(language => [language, Type.Optional(Type.String({ maxLength }))]))
  return Type.Unsafe<Texts>(Type.Object(each, { additionalProperties: false, description }))
}

const Country = Type.String({
  pattern: '^[A-Z]{2}$',
  description: 'ISO 3166-1 alpha-2.',
  'x-reason': 'is not a country',
})

export const ShopSettings = Type.Object(
  {
    name: text(60, 'What customers call the shop. While it is empty, they read the host name.'),
    /** Hashes of `image_files`. */
    logo: Type.Union([Type.String(), Type.Null()]),
    homePicture: Type.Union([Type.String(), Type.Null()]),
    accent: Type.String({ pattern: '^#[0-9a-f]{6}$', description: 'Colour of links and buttons, as #rrggbb.' }),
    homeTitle: textsSchema(100, 'The heading of the home page.'),
    homeText: textsSchema(2000, 'The paragraph below it, in Markdown.'),
    footerLinks: Type.Array(
      Type.Object(
        { label: textsSchema(40, 'The words.'), address: Type.String({ maxLength: 500 }) },
        { additionalProperties: false },
      ),
      { maxItems: 10 },
    ),
    legalName: text(200, 'The company or person that sells.'),
    seat: text(500, 'Its postal address, a line each.'),
    vatId: text(20, 'Its VAT identification number.'),
    senderName: text(60, 'The name beside the address of the sender of emails. Empty: the name of the shop.'),
    replyTo: text(254, 'Where answers to emails go. Empty: to the sender.'),
    timeZone: Type.String({
      maxLength: 60,
      description: 'Of the IANA database, such as Europe/Paris. Days begin by it.',
    }),
    currency: Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217.' }),
    languages: Type.Array(Type.String({ enum: [...LANGUAGES] }), {
      minItems: 1,
      maxItems: LANGUAGES.length,
      uniqueItems: true,
      description: 'The first one is shown to those who read none of them.',
    }),
    country: Country,
    countries: Type.Array(Country, { maxItems: 250, description: 'Where the shop delivers. Empty: everywhere.' }),
    deliveryPromise: textsSchema(100, 'Such as "2 to 4 working days".'),
    isOpen: Type.Boolean({ description: 'False while the shop is being set up. Nothing but the console looks at it.' }),
  },
  { title: 'ShopSettings' },
)

export type ShopSettings = Omit<Static<typeof ShopSettings>, 'languages'> & { languages: [Language, ...Language[]] }

/** A shop that nobody has set up yet. */
export const UNSET: ShopSettings = {
  name: '',
  logo: null,
  homePicture: null,
  accent: '#0f5a48',
  homeTitle: {},
  homeText: {},
  footerLinks: [],
  legalName: '',
  seat: '',
  vatId: '',
  senderName: '',
  replyTo: '',
  timeZone: 'UTC',
  currency: 'EUR',
  languages: ['en'],
  country: 'DE',
  countries: [],
  deliveryPromise: {},
  isOpen: false,
}

/** The settings with their version, which counts the changes. */
export type Shop = ShopSettings & { version: number }

const CACHE = 'shop-settings'
const LONGEST = 5 * SECOND

type Kept = { shop: Promise<Shop>; until: number }

const kept = new WeakMap<Db, { entry?: Kept | undefined }>()

/** The settings of this shop, from memory where they are known. */
export function readShop(db: Db): Promise<Shop> {
  const cache = cacheOf(db)
  const { entry } = cache
  if (entry && entry.until > performance.now()) return entry.shop
  const fresh: Kept = { shop: loadShop(db), until: performance.now() + LONGEST }
  cache.entry = fresh
  // Pages stay readable while the database is away. Without an earlier answer there is nothing to show.
  fresh.shop = fresh.shop.catch(error => {
    if (cache.entry === fresh) cache.entry = entry
    if (entry) return entry.shop
    throw error
  })
  return fresh.shop
}

function cacheOf(db: Db): { entry?: Kept | undefined } {
  const known = kept.get(db)
  if (known) return known
  const cache: { entry?: Kept | undefined } = {}
  kept.set(db, cache)
  registerCache(db, {
    name: CACHE,
    entries: () => (cache.entry ? 1 : 0),
    clear: () => {
      cache.entry = undefined
    },
  })
  return cache
}

/** The settings as they are stored now. @param lock for a transaction that is about to change them */
export async function loadShop(db: Db, { lock = false } = {}): Promise<Shop> {
  const { rows } = await sql<{ settings: Partial<ShopSettings>; version: number }>`
    select settings, version from shop_settings ${lock ? sql`for update` : sql``}
  `.execute(db)
  const { settings, version } = one(rows)
  return { ...UNSET, ...settings, version }
}

/**
 * Stores changes. @param seen the version that they were made on, if the client says so
 * @returns undefined when somebody else has changed the settings since
 */
export async function changeShop(db: Db, changes: Partial<ShopSettings>, seen?: number): Promise<Shop | undefined> {
  const { rows } = await sql<{ settings: Partial<ShopSettings>; version: number }>`
    update shop_settings
    set settings = settings || ${JSON.stringify(changes)}::jsonb, version = version + 1, changed_at = clock_timestamp()
    where ${seen === undefined ? sql`true` : sql`version = ${seen}`}
    returning settings, version
  `.execute(db)
  const [row] = rows
  return row && { ...UNSET, ...row.settings, version: row.version }
}

/** To be called after the commit of a change. */
export async function forgetShop(db: Db): Promise<void> {
  cacheOf(db)
  await clearEverywhere(db, CACHE)
}

/** The text in the language, or in the first one of the shop. '' when there is none. */
export function textIn(
  texts: Texts,
  language: Language,
  { languages: [first] }: Pick<ShopSettings, 'languages'>,
): string {
  return texts[language] || texts[first] || Object.values(texts).find(Boolean) || ''
}

/** @param host shown until the shop has a name */
export function nameOf({ name }: Pick<ShopSettings, 'name'>, baseUrl: string): string {
  return name || new URL(baseUrl).host
}
