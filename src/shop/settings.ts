/**
 * Settings that the shop decides in the console: its name, its look, its languages, its legal facts. Decisions of the operator
 * are environment variables (src/config.ts), and nothing is both.
 *
 * Pages and emails need the settings each time, so each process keeps them. A change clears them everywhere
 * (database/caches.ts); a process that missed that notification reads them again after some seconds.
 */
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { clearEverywhere, registerCache } from '../database/caches.ts'
import { one } from '../database/rows.ts'
import type { Db } from '../database/schema.ts'
import { CHECK, directionMark, TRIM } from '../http/input/keywords.ts'
import { orNull } from '../http/schemas.ts'
import { SECOND } from '../time.ts'
import { LANGUAGES, type Language } from '../words/languages.ts'
import { vatIdMistake } from '../world/vat-id.ts'
import { ACCOUNT_SETTINGS, INVOICE_SETTINGS, UNSET_ACCOUNTS, UNSET_INVOICES } from './invoice-settings.ts'
import { LEGAL_SLUGS, type LegalSlug } from './legal-pages.ts'
import { LOOK_SETTINGS, UNSET_LOOK } from './look/look-settings.ts'
import { MOST_IN_FOOTER, MOST_IN_HEADER, menuSchema } from './menu/menu.ts'
import { type MenuLink, resolveMenus } from './menu/resolve.ts'
import { OwnCarriers } from './own-carriers.ts'
import { SELLER_SETTINGS, UNSET_SELLER } from './seller/seller-settings.ts'
import { countryMistake, currencyMistake, line, mailbox, textsSchema, timeZoneMistake } from './setting-rules.ts'
import { TRANSFER_SETTINGS, UNSET_TRANSFER } from './transfer-settings.ts'
import { UNSET_VAT, VAT_SETTINGS } from './vat-settings.ts'

declare module '../database/schema.ts' {
  interface Tables {
    shop_settings: { singleton: boolean; settings: Partial<ShopSettings>; version: number; changed_at: Date }
  }
}

/** Markdown is checked in a thread (`requireMarkdown`). */
const checkedLater = () => undefined

/** Describes a setting that sends data of customers to a mailbox. */
const CONFIRMED =
  'Another one counts once the reader of its mailbox has confirmed it (`waitingAddresses`), or at once if it is ' +
  'the verified address of your own account.'

const ORDER_NOTICES = ['never', 'at_once', 'daily'] as const

export const ShopSettings = Type.Object(
  {
    name: line(60, 'What customers call the shop. While it is empty, they read the host name.'),
    logo: orNull(Type.String(), { description: 'The part of its address after `/assets/images/`.' }),
    homePicture: orNull(Type.String(), { description: 'The same for the picture of the home page.' }),
    ...LOOK_SETTINGS,
    homeTitle: textsSchema(100, 'The heading of the home page.'),
    homeText: textsSchema(2000, 'The paragraph below it, in Markdown.', checkedLater),
    headerMenu: menuSchema('MenuEntry', {
      most: MOST_IN_HEADER,
      about: 'The links at the top of pages, in place of those to the products and the contact page.',
    }),
    footerLinks: menuSchema('FooterLink', { most: MOST_IN_FOOTER, about: 'More links at the end of pages.' }),
    carriers: OwnCarriers,
    legalName: line(200, 'The company or person that sells.'),
    seat: Type.String({
      maxLength: 500,
      [TRIM]: true,
      [CHECK]: directionMark,
      description: 'Its postal address, a line each.',
    }),
    vatId: line(20, 'Its VAT identification number.', vatIdMistake),
    ...SELLER_SETTINGS,
    senderName: line(60, 'The name beside the address of the sender of emails. Empty: the name of the shop.'),
    replyTo: mailbox(`Where answers to emails go. Empty: to the support address. ${CONFIRMED}`),
    orderNotice: Type.Enum([...ORDER_NOTICES], {
      description: 'Whether a new order tells the shop by email: one for each, or one about the orders of each day.',
    }),
    orderEmail: mailbox(`Where those emails go. Empty: to the support address. ${CONFIRMED}`),
    timeZone: Type.String({
      minLength: 1,
      maxLength: 60,
      [CHECK]: timeZoneMistake,
      description: 'Of the IANA database, such as Europe/Paris. Days begin by it.',
    }),
    currency: Type.String({ minLength: 1, maxLength: 20, [CHECK]: currencyMistake, description: 'ISO 4217.' }),
    languages: Type.Array(Type.String({ enum: [...LANGUAGES] }), {
      minItems: 1,
      maxItems: LANGUAGES.length,
      description: 'The first one is shown to those who read none of them. Each is named once.',
    }),
    country: Type.String({
      minLength: 1,
      maxLength: 20,
      [CHECK]: countryMistake,
      description: 'Where the shop is at home, by ISO 3166-1 alpha-2.',
    }),
    countries: Type.Array(Type.String({ maxLength: 20 }), {
      maxItems: 250,
      description: 'Where the shop delivers. Empty: everywhere.',
    }),
    deliveryPromise: textsSchema(100, 'Such as "2 to 4 working days".'),
    ...VAT_SETTINGS,
    ...INVOICE_SETTINGS,
    ...ACCOUNT_SETTINGS,
    ...TRANSFER_SETTINGS,
    unpaidOnlineHours: Type.Integer({
      minimum: 1,
      maximum: 720,
      description: 'The hours after which an order that was to be paid online, and was not, is cancelled.',
    }),
    returnAddress: Type.String({
      maxLength: 500,
      [TRIM]: true,
      [CHECK]: directionMark,
      description: 'Where customers send goods back, a line each. Empty: the name and address of the company.',
    }),
    withdrawalDays: Type.Integer({
      minimum: 14,
      maximum: 365,
      description: 'How many days after the delivery customers can withdraw. The law wants 14 at least.',
    }),
    returnLabels: Type.Boolean({
      description:
        'The shop sends customers a label for the parcel. Its staff enter where it is when they approve a return.',
    }),
    undoSeconds: Type.Integer({
      minimum: 0,
      maximum: 25,
      description:
        'The seconds that an email waits after a step in the console, so that the step can be undone. Emails leave within 30 seconds.',
    }),
    isOpen: Type.Boolean({ description: 'False while the shop is being set up. Nothing but the console looks at it.' }),
  },
  { title: 'ShopSettings' },
)

export type ShopSettings = Omit<Static<typeof ShopSettings>, 'languages'> & { languages: [Language, ...Language[]] }

/** A setting that sends data of customers to a mailbox. */
export type AddressSetting = 'replyTo' | 'orderEmail'

/** The address of each setting that waits until the reader of its mailbox confirms it (src/accounts/staff/shop-addresses.ts). */
type WaitingAddresses = Partial<Record<AddressSetting, string>>

/** A legal page in a language in which it is published. */
type PageText = { slug: LegalSlug; locale: Language }

/** A shop that nobody has set up yet. */
export const UNSET: ShopSettings & {
  pages: readonly LegalSlug[]
  pageTexts: readonly PageText[]
  waitingAddresses: WaitingAddresses
  /** The menus as pages show them. `readShop` finds them. */
  menus: { header: MenuLink[]; footer: MenuLink[] }
} = {
  name: '',
  logo: null,
  homePicture: null,
  ...UNSET_LOOK,
  homeTitle: {},
  homeText: {},
  headerMenu: [],
  footerLinks: [],
  carriers: [],
  legalName: '',
  seat: '',
  vatId: '',
  ...UNSET_SELLER,
  senderName: '',
  replyTo: '',
  orderNotice: 'never',
  orderEmail: '',
  timeZone: 'UTC',
  currency: 'EUR',
  languages: ['en'],
  country: 'DE',
  countries: [],
  deliveryPromise: {},
  ...UNSET_VAT,
  ...UNSET_INVOICES,
  ...UNSET_ACCOUNTS,
  ...UNSET_TRANSFER,
  unpaidOnlineHours: 24,
  returnAddress: '',
  withdrawalDays: 14,
  returnLabels: false,
  undoSeconds: 20,
  isOpen: false,
  pages: [],
  pageTexts: [],
  waitingAddresses: {},
  menus: { header: [], footer: [] },
}

/** The settings with their version, which counts the changes, and the legal pages that are published in any language. */
export type Shop = typeof UNSET & { version: number }

const CACHE = 'shop-settings'
const KEPT_SETTINGS_LIFETIME = 5 * SECOND
/** Nobody waits for the same outage again within this time: a request asks for the settings in several places. */
const RETRY_SETTINGS = 1 * SECOND

type Kept = { shop: Promise<Shop>; until: number }

const kept = new WeakMap<Db, { entry?: Kept | undefined }>()

/** The settings of this shop, from memory where they are known. */
export function readShop(db: Db): Promise<Shop> {
  const cache = cacheOf(db)
  const { entry } = cache
  if (entry && entry.until > performance.now()) return entry.shop
  const fresh: Kept = { shop: loadWithMenus(db), until: performance.now() + KEPT_SETTINGS_LIFETIME }
  cache.entry = fresh
  // Pages stay readable while the database is away. Without an earlier answer there is nothing to show.
  fresh.shop = fresh.shop.catch(error => {
    fresh.until = performance.now() + RETRY_SETTINGS
    if (entry) return entry.shop
    throw error
  })
  return fresh.shop
}

async function loadWithMenus(db: Db): Promise<Shop> {
  const shop = await loadShop(db)
  const [header = [], footer = []] = await resolveMenus(db, [shop.headerMenu, shop.footerLinks], shop.pages)
  return { ...shop, menus: { header, footer } }
}

function cacheOf(db: Db): { entry?: Kept | undefined } {
  const known = kept.get(db)
  if (known) return known
  const cache: { entry?: Kept | undefined } = {}
  kept.set(db, cache)
  registerCache(db, {
    name: CACHE,
    entries: () => (cache.entry ? 1 : 0),
    clear: () => void delete cache.entry,
  })
  return cache
}

/** The settings as they are stored now. @param lock for a transaction that is about to change them */
export async function loadShop(db: Db, { lock = false } = {}): Promise<Shop> {
  const { rows } = await sql<Stored>`
    select settings, version, ${PUBLISHED} as texts, ${WAITING} as waiting from shop_settings ${lock ? sql`for update` : sql``}
  `.execute(db)
  return shopOf(one(rows))
}

type Stored = { settings: Partial<ShopSettings>; version: number; texts: PageText[]; waiting: WaitingAddresses }

const PUBLISHED = sql`(
  select coalesce(json_agg(json_build_object('slug', slug, 'locale', locale) order by slug, locale), '[]') from pages
  where published is not null
)`

const WAITING = sql`(
  select coalesce(jsonb_object_agg(setting, address), '{}') from setting_addresses where confirmed_at is null
)`

function shopOf({ settings, version, texts, waiting }: Stored): Shop {
  return {
    ...UNSET,
    ...settings,
    version,
    waitingAddresses: waiting,
    pages: LEGAL_SLUGS.filter(slug => texts.some(text => text.slug === slug)),
    pageTexts: texts,
  }
}

/**
 * Stores changes. @param seen the version that they were made on, if the client says so
 * @returns undefined when somebody else has changed the settings since
 */
export async function changeShop(db: Db, changes: Partial<ShopSettings>, seen?: number): Promise<Shop | undefined> {
  const { rows } = await sql<Stored>`
    update shop_settings
    set settings = settings || ${JSON.stringify(changes)}::jsonb, version = version + 1, changed_at = clock_timestamp()
    where ${seen === undefined ? sql`true` : sql`version = ${seen}`}
    returning settings, version, ${PUBLISHED} as texts, ${WAITING} as waiting
  `.execute(db)
  return rows[0] && shopOf(rows[0])
}

/** Has to be called after the commit of a change. */
export async function forgetShop(db: Db): Promise<void> {
  cacheOf(db)
  await clearEverywhere(db, CACHE)
}

/** @param host shown until the shop has a name */
export function nameOf({ name }: Pick<ShopSettings, 'name'>, baseUrl: string): string {
  return name || new URL(baseUrl).host
}
