/**
 * Writes a product feed: every product that customers see and the shop sells, once, in the order of their ids. It reads some hundred at a
 * time, so a file of any length costs little memory, and no connection waits for a slow reader.
 */

import type { FeedName } from '../../catalogue/attributes/feeds.ts'
import { readPlaced } from '../../catalogue/categories/queries.ts'
import type { Product } from '../../catalogue/product.ts'
import { soldAfter } from '../../catalogue/queries.ts'
import type { AppContext } from '../../context.ts'
import { limitStatements } from '../../database/limits.ts'
import type { Db } from '../../database/schema.ts'
import { textOf, writePart } from '../../documents/e-invoice/xml.ts'
import { html } from '../../html/html.ts'
import { type Lanes, readCosts, readLanes } from '../../pricing/delivery/shipping.ts'
import { readSeller } from '../../pricing/seller.ts'
import { inLanguageFor, sayText } from '../../shop/in-words.ts'
import { nameOf, readShop, type Shop } from '../../shop/settings.ts'
import { SECOND } from '../../time.ts'
import type { Language } from '../../words/languages.ts'
import { t } from '../../words/words.ts'
import { googleChannel, googleItem } from './google.ts'
import { kelkooChannel, kelkooProduct } from './kelkoo.ts'
import { type FeedGroup, type Offer, offerOf, type Shipping } from './offer.ts'

export type Feed = {
  readonly name: FeedName
  readonly language: Language
  readonly currency: string
  /** The countries whose delivery costs the file says. */
  readonly countries: readonly string[]
}

const BATCH = 500
const BATCH_TIME = 30 * SECOND

export async function* writeFeed(context: AppContext, feed: Feed): AsyncGenerator<string> {
  const { db, reader, baseUrl, clock } = context
  const shop = await readShop(db)
  const seller = await readSeller(db, clock.now())
  const site = baseUrl()
  const read = <T>(work: (db: Db) => Promise<T>) => limitStatements(BATCH_TIME, () => reader.read(work))
  const lanes = await read(db => readLanes(db, feed.currency, feed.countries, seller))
  const placed = await read(readPlaced)
  const shown = { timeZone: shop.timeZone, now: clock.now() }
  const [begin, end] = inLanguageFor(feed.language, shop, () => channelOf(feed, shop, site))
  yield begin
  for (let last = 0; ; ) {
    const { products, groups, costs } = await read(async db => readBatch(db, feed, lanes, last))
    yield inLanguageFor(feed.language, shop, () =>
      products
        .map(product => {
          const shipping = shippingOf(product, { feed, lanes, costs, shop })
          const group = groups.get(product.group ?? 0)
          const part = partOf(feed, offerOf(product, { site, shop, placed, group, shipping }), shown)
          return part ? writePart(part) : ''
        })
        .join(''),
    )
    if (products.length < BATCH) break
    last = products.at(-1)!.id
  }
  yield end
}

function channelOf({ name }: Feed, shop: Shop, site: string): [string, string] {
  if (name === 'kelkoo') return kelkooChannel()
  const text = (words: string) => String(html`${textOf(words) ?? ''}`)
  return googleChannel(text(nameOf(shop, site)), site, text(t('Everything that the shop sells.')))
}

function partOf({ name }: Feed, offer: Offer, shown: { timeZone: string; now: Date }) {
  return name === 'google' ? googleItem(offer, shown) : kelkooProduct(offer)
}

async function readBatch(db: Db, { currency }: Feed, lanes: Lanes, after: number) {
  const products = await soldAfter(db, currency, after, BATCH)
  const groups = await findGroups(
    db,
    products.flatMap(({ group }) => group ?? []),
  )
  return { products, groups, costs: await readCosts(db, lanes, products) }
}

async function findGroups(db: Db, ids: readonly number[]): Promise<Map<number, FeedGroup>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('product_groups')
    .select(['id', 'name', 'texts', 'images'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}

type Costs = { feed: Feed; lanes: Lanes; costs: ReadonlyMap<string, number>; shop: Shop }

/** The default delivery to each country: the first method that goes there and carries the product. */
function shippingOf({ id }: Product, { feed, lanes, costs, shop }: Costs): Shipping[] {
  return feed.countries.flatMap(country => {
    const lane = lanes.get(country)?.find(lane => costs.has(`${id} ${lane.id}`))
    if (!lane) return []
    const name = inLanguageFor(feed.language, shop, () => sayText(lane.names))
    return { country, name, price: costs.get(`${id} ${lane.id}`)!, days: lane.days }
  })
}
