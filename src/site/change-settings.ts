/** Changes the settings of the shop: one transaction locks them, compares what the admin has seen, and writes the audit log. */
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { audit, type Visit } from '../accounts/audit-log.ts'
import { enterAddress, isAddressSetting } from '../accounts/staff/shop-addresses.ts'
import { type Encoded, encodeImage } from '../catalogue/images/encode.ts'
import { storeFiles } from '../catalogue/images/images.ts'
import type { AppContext } from '../context.ts'
import { inTransaction, type Run } from '../database/in-transaction.ts'
import type { Tx } from '../database/schema.ts'
import { type FieldError, invalidInput, Problem } from '../problems.ts'
import { mistakesInPalette, type Palette } from '../shop/look/palette.ts'
import { mistakesInMenu, tidyMenu } from '../shop/menu/menu.ts'
import { tidyCarriers } from '../shop/own-carriers.ts'
import { HOME_PICTURE_SIDES, LOGO_SIDES } from '../shop/pictures.ts'
import { countryMistake, plainIban, type Texts } from '../shop/setting-rules.ts'
import { changeShop, forgetShop, loadShop, type Shop, type ShopSettings } from '../shop/settings.ts'
import { keepPicture } from './blocks/site-pictures.ts'

export type By = { actorId: string; visit: Visit }

/** The state of the settings that the admin has seen, and the right to change them. */
type Seen = {
  /** Throws if the settings are other ones, or if they may not be changed in this way. */
  check?: ((shop: Shop) => void) | undefined
  /** The version, which a form says in its body. */
  version?: number | undefined
  /** Throws if the caller may not change these. */
  permit?: ((changed: readonly (keyof ShopSettings)[]) => void) | undefined
}

/** The settings that a change sets to something else. Texts of languages that it does not name stay. */
export async function changeSettings(
  context: AppContext,
  changes: Partial<ShopSettings>,
  seen: Seen,
  by: By,
  run?: Run,
): Promise<Shop> {
  return changeLocked(context, seen, by, async (_, shop) => tidied(changes, shop), run)
}

const SIDES = { logo: LOGO_SIDES, homePicture: HOME_PICTURE_SIDES }
export type Picture = keyof typeof SIDES

/** @param upload null removes the picture */
export async function changePicture(
  context: AppContext,
  picture: Picture,
  upload: Buffer | null,
  by: By,
  run?: Run,
): Promise<Shop> {
  const encoded = upload && (await encodeImage(upload, SIDES[picture]))
  const replace: Change = async (tx, shop) => {
    await replaceFiles(tx, shop[picture], encoded)
    if (encoded && picture === 'homePicture') await keepPicture(tx, encoded, 'Home page', context.clock.now())
    return { [picture]: encoded?.hash ?? null }
  }
  return changeLocked(context, {}, by, replace, run)
}

/** Emails show the former one, so its files stay for half a year, like those of products. */
async function replaceFiles(tx: Tx, former: string | null, encoded: Encoded | null): Promise<void> {
  if (former && former !== encoded?.hash) {
    const unused_since = sql<Date>`statement_timestamp()`
    await tx.updateTable('image_files').set({ unused_since }).where('hash', '=', former).execute()
  }
  if (encoded) await storeFiles(tx, [encoded])
}

type Change = (tx: Tx, shop: Shop) => Promise<Partial<ShopSettings>>

async function changeLocked(
  context: AppContext,
  seen: Seen,
  by: By,
  change: Change,
  run: Run = work => inTransaction(context.db, work),
): Promise<Shop> {
  const { db, clock } = context
  let isChanged = false
  const shop = await run(async tx => {
    const before = await loadShop(tx, { lock: true })
    seen.check?.(before)
    requireVersion(before.version, seen.version)
    const wanted = withoutWaiting(differing(await change(tx, before), before), before)
    const names = Object.keys(wanted)
    if (names.length === 0) return before
    seen.permit?.(names as (keyof ShopSettings)[])
    const now = clock.now()
    const changes = await withoutUnconfirmed(tx, context, wanted, { ...by, now })
    const after = (await changeShop(tx, changes))!
    const detail = { changed: names.join(', '), version: after.version }
    await audit(tx, 'settings_changed', { at: now, ...by, detail })
    isChanged = true
    return after
  })
  if (isChanged) await forgetShop(db)
  return shop
}

/** An address that waits already waits on. It is sent again by `renewSettingAddress`. */
function withoutWaiting(changes: Partial<ShopSettings>, { waitingAddresses }: Shop): Partial<ShopSettings> {
  const waits = ([name, value]: [string, unknown]) => isAddressSetting(name) && waitingAddresses[name] === value
  return Object.fromEntries(Object.entries(changes).filter(entry => !waits(entry)))
}

/** An address that its reader has to confirm first is noted, and not set. */
async function withoutUnconfirmed(
  tx: Tx,
  context: AppContext,
  changes: Partial<ShopSettings>,
  by: By & { now: Date },
): Promise<Partial<ShopSettings>> {
  const { ...counting } = changes
  for (const setting of Object.keys(changes).filter(isAddressSetting)) {
    const address = changes[setting]!
    if (await enterAddress(tx, context, { setting, address }, by)) continue
    delete counting[setting]
    await audit(tx, 'setting_address_entered', {
      at: by.now,
      actorId: by.actorId,
      visit: by.visit,
      detail: { setting },
    })
  }
  return counting
}

/** @throws Problem 412 */
export function requireVersion(version: number, seen: number | undefined): void {
  if (seen === undefined || seen === version) return
  throw new Problem('changed_meanwhile')
}

/** @throws Problem with every field that is wrong beside the others */
function tidied(changes: Partial<ShopSettings>, shop: Shop): Partial<ShopSettings> {
  const errors = [
    ...mistakesInLists(changes),
    ...mistakesInMenus(changes, shop),
    ...mistakesInPrefixes(changes, shop),
    ...mistakesInColors(changes, shop),
  ]
  if (errors.length > 0) throw invalidInput(...errors)
  const entries = Object.entries(changes).map(([name, value]) => {
    const former = shop[name as keyof ShopSettings]
    return [name, TRANSLATED_SETTINGS.has(name) ? mergedTexts(former as Texts, value as Texts) : value]
  })
  const { countries, headerMenu, footerLinks, carriers, iban, bic, ...others } = Object.fromEntries(
    entries,
  ) as Partial<ShopSettings>
  return {
    ...others,
    ...(iban !== undefined && { iban: plainIban(iban) }),
    ...(bic !== undefined && { bic: bic.toUpperCase() }),
    ...colorsIn(others),
    ...(countries && { countries: [...new Set(countries)].sort() }),
    ...(carriers && { carriers: tidyCarriers(carriers) }),
    ...(headerMenu && { headerMenu: tidyMenu(headerMenu) }),
    ...(footerLinks && { footerLinks: tidyMenu(footerLinks) }),
  }
}

const TRANSLATED_SETTINGS = new Set<string>([
  'homeTitle',
  'homeText',
  'deliveryPromise',
  'invoiceLines',
  'orderLines',
] satisfies (keyof ShopSettings)[])

/** A text of '' removes it. */
function mergedTexts(former: Texts, texts: Texts): Texts {
  return Object.fromEntries(Object.entries({ ...former, ...texts }).filter(([, text]) => text !== ''))
}

const COLORS = ['accent', 'backgroundColor', 'textColor'] as const

/** The colors among changes, in small letters. */
function colorsIn(changes: Partial<ShopSettings>): Partial<Palette> {
  return Object.fromEntries(
    COLORS.flatMap(name => (changes[name] === undefined ? [] : [[name, changes[name].toLowerCase()]])),
  )
}

function* mistakesInColors(changes: Partial<ShopSettings>, shop: Shop): Generator<FieldError> {
  const colors = colorsIn(changes)
  if (Object.keys(colors).length > 0) yield* mistakesInPalette({ ...shop, ...colors })
}

function* mistakesInMenus(
  { headerMenu = [], footerLinks = [], languages }: Partial<ShopSettings>,
  shop: Shop,
): Generator<FieldError> {
  const [main] = languages ?? shop.languages
  yield* mistakesInMenu(headerMenu, { setting: 'headerMenu', main })
  yield* mistakesInMenu(footerLinks, { setting: 'footerLinks', main })
}

function* mistakesInLists({ countries = [], languages }: Partial<ShopSettings>): Generator<FieldError> {
  const [mistake] = countries.flatMap(country => countryMistake(country) ?? [])
  if (mistake) yield { field: 'countries', ...mistake }
  const again = languages?.findIndex((language, index) => languages.indexOf(language) < index) ?? -1
  if (again >= 0) yield { field: `languages.${again}`, reason: 'is there already', code: 'repeated' }
}

/** Otherwise an invoice and a credit note would have the same number. */
function* mistakesInPrefixes(changes: Partial<ShopSettings>, shop: Shop): Generator<FieldError> {
  const { invoicePrefix, creditNotePrefix } = { ...shop, ...changes }
  if (invoicePrefix !== creditNotePrefix) return
  const field = changes.creditNotePrefix === undefined ? 'invoicePrefix' : 'creditNotePrefix'
  yield { field, reason: 'must differ from the prefix of the other documents', code: 'repeated' }
}

function differing(changes: Partial<ShopSettings>, shop: Shop): Partial<ShopSettings> {
  // PostgreSQL orders the members of what it stores.
  const isOther = ([name, value]: [string, unknown]) => !isDeepStrictEqual(value, shop[name as keyof ShopSettings])
  return Object.fromEntries(Object.entries(changes).filter(isOther))
}
