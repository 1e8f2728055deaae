/** Lists the product feeds of the shop: a file for each format, language and currency in which it sells something. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { FeedName } from '../../catalogue/attributes/feeds.ts'
import type { AppContext } from '../../context.ts'
import { limitStatements } from '../../database/limits.ts'
import type { Db } from '../../database/schema.ts'
import type { App } from '../../http/app.ts'
import { operation } from '../../http/operation.ts'
import { readShop } from '../../shop/settings.ts'
import { SECOND } from '../../time.ts'
import { LANGUAGES, type Language } from '../../words/languages.ts'

const FEED_NAMES = ['google', 'kelkoo'] as const satisfies FeedName[]

const LOOK_TIME = 10 * SECOND

const ProductFeed = Type.Object(
  {
    name: Type.Enum([...FEED_NAMES], { description: '`google` is for Meta too; `kelkoo` is for price comparison.' }),
    language: Type.Enum([...LANGUAGES]),
    currency: Type.String({ examples: ['EUR'] }),
    address: Type.String({
      format: 'uri',
      examples: ['https://shop.example/product-feeds/google-en-EUR.xml'],
      description: 'Of the file, for the program that loads it.',
    }),
  },
  { title: 'ProductFeed' },
)

export function productFeedRoutes(api: App, { db, baseUrl }: AppContext): void {
  operation(api, 'GET /admin/product-feeds', {
    id: 'listProductFeeds',
    summary: 'List the product feeds',
    access: { role: 'staff', permission: 'products', scope: 'products:read' },
    description: 'All of them: one for each format, language of the shop and currency in which it sells something.',
    answers: { 200: Type.Object({ items: Type.Array(ProductFeed) }, { title: 'ProductFeedList' }) },
    handler: async () => ({ items: await listFeeds(db, baseUrl()) }),
  })
}

export async function listFeeds(db: Db, site: string) {
  const { languages } = await readShop(db)
  const currencies = await soldCurrencies(db)
  return currencies.flatMap(currency =>
    languages.flatMap((language: Language) =>
      FEED_NAMES.map(name => {
        return { name, language, currency, address: `${site}/product-feeds/${name}-${language}-${currency}.xml` }
      }),
    ),
  )
}

/** The shop's own currency comes first, also before it sells anything. */
export async function soldCurrencies(db: Db): Promise<string[]> {
  const { currency } = await readShop(db)
  const { rows } = await limitStatements(LOOK_TIME, () =>
    sql<{ currency: string }>`
      select distinct currency from products
      where removed_at is null and status in ('active', 'out_of_stock') and currency <> ${currency}
      order by currency
    `.execute(db),
  )
  return [currency, ...rows.map(row => row.currency)]
}
