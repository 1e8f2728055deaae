/** The home page: what the shop says about itself, its newest products and its categories. */
import type { FastifyInstance } from 'fastify'
import { readPlaced } from '../catalogue/categories/queries.ts'
import { arrange, type Category } from '../catalogue/categories/tree.ts'
import { categoryTiles, productCards } from '../catalogue/components.ts'
import type { GroupSummary } from '../catalogue/groups/queries.ts'
import { parseShopQuery } from '../catalogue/list-query.ts'
import { groupsOf } from '../catalogue/pages.ts'
import type { ProductPage } from '../catalogue/paging/listing.ts'
import { countByCategory, listProducts } from '../catalogue/paging/read-page.ts'
import type { AppContext } from '../context.ts'
import { type Html, html } from '../html/html.ts'
import { page, waitingNotice } from '../pages/layout.ts'
import { STAYS_READABLE, sendPage, type Visitor } from '../pages/visitor.ts'
import { textIn } from '../shop/in-words.ts'
import { renderMarkdown } from '../shop/markdown/kept-markdown.ts'
import { homePictureAddress } from '../shop/pictures.ts'
import { nameOf, UNSET } from '../shop/settings.ts'
import { currentLanguage, t } from '../words/words.ts'

const MAX_CATEGORIES = 24

export function homePage(app: FastifyInstance, { reader }: AppContext): void {
  app.get('/', STAYS_READABLE, async (request, reply) => {
    const { newest, categories } = await reader.read(async db => {
      const list = await listProducts(db, { ...parseShopQuery({ sort: '-created_at' }), limit: 8 })
      const [groups, placed, counts] = await Promise.all([
        groupsOf(db, list.items),
        readPlaced(db),
        countByCategory(db, { status: 'active', isListed: true }),
      ])
      return { newest: { ...list, groups }, categories: arrange(placed, counts) }
    })
    return sendPage(reply, await render(await app.visitorOf(request, reply), newest, categories))
  })
}

type Newest = ProductPage & { groups: ReadonlyMap<number, GroupSummary> }

async function render(visitor: Visitor, newest: Newest, categories: readonly Category[]): Promise<Html> {
  const tiles = categoryTiles(categories, null, MAX_CATEGORIES)
  const { shop = UNSET, site = '' } = visitor
  const name = nameOf(shop, site)
  const title = textIn(shop.homeTitle, currentLanguage(), shop) || name
  const homeText = textIn(shop.homeText, currentLanguage(), shop)
  const text = homeText && (await renderMarkdown(homeText))
  return page({
    title,
    description: title,
    visitor,
    preview: { path: '/', data: { '@context': 'https://schema.org', '@type': 'Store', name, url: site } },
    main: html`${waitingNotice(visitor)}${hero(visitor, title, text)}
      ${
        newest.items.length > 0 &&
        section(
          t('New in the shop'),
          t('All new products'),
          productCards(newest.items, {
            heading: 'h3',
            groups: newest.groups,
            categories,
          }),
        )
      }
      ${tiles && section(t('Categories'), t('All products'), tiles)}`,
  })
}

function hero({ user, shop }: Visitor, title: string, text: Html | ''): Html {
  const picture = shop?.homePicture
  return html`<section class="hero">
    <div>
      <h1>${title}</h1>
      ${text && html`<div class="lede">${text}</div>`}
      <p class="row">
        <a class="button" href="/products">${t('Browse products')}</a>
        ${
          user
            ? html`<a class="button quiet" href="/orders">${t('Your orders')}</a>`
            : html`<a class="button quiet"
          href="/register">${t('Create an account')}</a>`
        }
      </p>
    </div>
    ${picture && html`<img src="${homePictureAddress(picture)}" alt="">`}
  </section>`
}

function section(title: string, all: string, content: Html): Html {
  return html`<section class="shelf"><div class="row apart"><h2>${title}</h2><a href="/products">${all}</a></div>${content}</section>`
}
