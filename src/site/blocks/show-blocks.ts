/** Shows blocks of the home page and of own pages. A block without content, such as one of a removed category, is left out. */
import { nameInWords } from '../../catalogue/categories/category-texts.ts'
import { readPlaced } from '../../catalogue/categories/queries.ts'
import { arrange, type Category } from '../../catalogue/categories/tree.ts'
import { categoryTiles, productCards } from '../../catalogue/components.ts'
import { countByCategory } from '../../catalogue/paging/read-page.ts'
import type { Db } from '../../database/schema.ts'
import { type Html, html } from '../../html/html.ts'
import { page, waitingNotice } from '../../pages/layout.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { sayText } from '../../shop/in-words.ts'
import { renderMarkdown } from '../../shop/markdown/kept-markdown.ts'
import { homePictureAddress } from '../../shop/pictures.ts'
import { nameOf, UNSET } from '../../shop/settings.ts'
import { colon, t } from '../../words/words.ts'
import type { HomeBlock } from './block.ts'
import { type BlockProducts, productsOf } from './block-products.ts'
import { type OwnPage, pageAddress } from './own-pages.ts'
import { listPictures, type SitePicture } from './site-pictures.ts'

const MAX_CATEGORIES = 24

export type HomeContent = {
  blocks: readonly HomeBlock[]
  products: ReadonlyMap<string, BlockProducts>
  categories: readonly Category[]
  pictures: readonly SitePicture[]
}

/** Reads what the blocks need, and nothing else. */
export async function readContent(db: Db, blocks: readonly HomeBlock[]): Promise<HomeContent> {
  const shelves = blocks.filter(({ type }) => type === 'products')
  const showsPictures = blocks.some(({ picture, pictures }) => picture !== null || pictures.length > 0)
  const showsCategories = blocks.some(({ type }) => type === 'categories')
  const [products, placed, counts, pictures] = await Promise.all([
    Promise.all(shelves.map(async block => [block.id, await productsOf(db, block)] as const)),
    readPlaced(db),
    showsCategories ? countByCategory(db, { status: 'active', isListed: true }) : [],
    showsPictures ? listPictures(db) : [],
  ])
  return { blocks, products: new Map(products), categories: arrange(placed, counts), pictures }
}

/** The title of a preview and a notice, which are no part of the page. */
type Draft = { title: string; notice: Html }

export async function showHome(visitor: Visitor, content: HomeContent, draft?: Draft): Promise<Html> {
  const { shop = UNSET, site = '' } = visitor
  const name = nameOf(shop, site)
  const [first] = content.blocks
  const isHeaded = first?.type === 'heading'
  const title = (isHeaded && sayText(first.title)) || name
  const shown = await showAll(visitor, content, welcome(visitor))
  return page({
    title: draft ? draft.title : title,
    isDraft: Boolean(draft),
    description: title,
    visitor,
    preview: { path: '/', data: { '@context': 'https://schema.org', '@type': 'Store', name, url: site } },
    main: html`${draft?.notice}${waitingNotice(visitor)}${!isHeaded && html`<h1 class="unseen">${name}</h1>`}${shown}`,
  })
}

/** A page of the shop's own. Search engines find it once it is published. */
export async function showOwnPage(
  visitor: Visitor,
  { slug, title }: OwnPage,
  content: HomeContent,
  draft?: Draft,
): Promise<Html> {
  const words = sayText(title)
  const isHeaded = content.blocks[0]?.type === 'heading'
  const shown = await showAll(visitor, content, undefined, words)
  return page({
    title: draft ? `${words}${colon()} ${draft.title}` : words,
    isDraft: Boolean(draft),
    description: words,
    visitor,
    ...(!draft && { preview: { path: pageAddress({ slug }) } }),
    main: html`${draft?.notice}${!isHeaded && html`<h1>${words}</h1>`}${shown}`,
  })
}

/** A heading that lacks words says `name`. The first one contains `below`. */
async function showAll(visitor: Visitor, content: HomeContent, below?: Html, name?: string) {
  const [first] = content.blocks
  return Promise.all(
    content.blocks.map(block =>
      showBlock(block, content, { visitor, name, ...(block === first && { isFirst: true, below }) }),
    ),
  )
}

type Around = { visitor: Visitor; name: string | undefined; isFirst?: boolean; below?: Html | undefined }

/** The ways into the shop, in the heading of its home page. */
function welcome({ user }: Visitor): Html {
  return html`<p class="row">
        <a class="button" href="/products">${t('Browse products')}</a>
        ${
          user
            ? html`<a class="button quiet" href="/orders">${t('Your orders')}</a>`
            : html`<a class="button quiet"
          href="/register">${t('Create an account')}</a>`
        }
      </p>`
}

async function showBlock(block: HomeBlock, content: HomeContent, around: Around): Promise<Html | undefined | false> {
  const title = sayText(block.title)
  switch (block.type) {
    case 'heading':
      return heading(block, { ...around, title, pictures: content.pictures })
    case 'text':
      return textBlock(title, await markdownOf(sayText(block.text)))
    case 'products':
      return shelf(block, title, content)
    case 'categories': {
      const tiles = categoryTiles(content.categories, null, MAX_CATEGORIES)
      return tiles && section(title || t('Categories'), tiles, { href: '/products', words: t('All products') })
    }
    case 'pictures':
      return row(block, title, content.pictures)
  }
}

async function markdownOf(text: string): Promise<Html | ''> {
  return text && (await renderMarkdown(text))
}

type Heading = Around & { title: string; pictures: readonly SitePicture[] }

async function heading(block: HomeBlock, { visitor, name, title, isFirst, below, pictures }: Heading): Promise<Html> {
  const { shop = UNSET, site = '' } = visitor
  const text = await markdownOf(sayText(block.text))
  const picture = pictures.find(({ hash }) => hash === block.picture) ?? pictureOfSettings(shop, block)
  const words = title || name || nameOf(shop, site)
  return html`<section class="hero">
    <div>
      ${isFirst ? html`<h1>${words}</h1>` : html`<h2>${words}</h2>`}
      ${text && html`<div class="lede">${text}</div>`}
      ${below}
    </div>
    ${picture && image(picture, '', 800)}
  </section>`
}

/** The picture of the settings may be no picture of the site. */
function pictureOfSettings({ homePicture }: Pick<typeof UNSET, 'homePicture'>, { picture }: HomeBlock) {
  return picture === homePicture && picture !== null ? { hash: picture, width: null, height: null } : undefined
}

function image(
  { hash, width, height }: Pick<SitePicture, 'hash' | 'width' | 'height'>,
  alt: string,
  side: 480 | 800,
  isLazy = false,
): Html {
  return html`<img src="${homePictureAddress(hash, side)}" alt="${alt}"${
    width && height && html` width="${width}" height="${height}"`
  }${isLazy && html` loading="lazy"`}>`
}

function textBlock(title: string, text: Html | ''): Html | false {
  if (!title && !text) return false
  return html`<section class="shelf words">${title && html`<h2>${title}</h2>`}${text}</section>`
}

/** Address of all that a rule finds, and its words. */
type More = { href: string; words: string }

function shelf(block: HomeBlock, title: string, { products, categories }: HomeContent): Html | false {
  const { items, groups } = products.get(block.id)!
  if (items.length === 0) return false
  const cards = productCards(items, { heading: 'h3', groups, categories })
  return section(title || NAMES[block.rule](block, categories), cards, moreOf(block))
}

function moreOf({ rule, category }: HomeBlock): More {
  if (rule === 'newest') return { href: '/products', words: t('All new products') }
  const query = rule === 'category' ? `?${new URLSearchParams({ category })}` : ''
  return { href: `/products${query}`, words: t('All products') }
}

const NAMES: Record<HomeBlock['rule'], (block: HomeBlock, categories: HomeContent['categories']) => string> = {
  newest: () => t('New in the shop'),
  on_sale: () => t('On sale'),
  best_sold: () => t('Bestsellers'),
  category: ({ category }, categories) => nameInWords(categories, category),
  chosen: () => t('Our choice'),
}

function section(title: string, content: Html, { href, words }: More): Html {
  return html`<section class="shelf"><div class="row apart"><h2>${title}</h2><a href="${href}">${words}</a></div>${content}</section>`
}

/** Removed pictures are left out. */
function row(block: HomeBlock, title: string, pictures: readonly SitePicture[]): Html | false {
  const shown = block.pictures.flatMap(({ picture, alt, address }) => {
    const found = pictures.find(({ hash }) => hash === picture)
    return found ? [{ found, alt: sayText(alt), address }] : []
  })
  if (shown.length === 0) return false
  return html`<section class="shelf">${title && html`<h2>${title}</h2>`}<ul class="plain pictures">${shown.map(
    ({ found, alt, address }) => {
      const picture = image(found, alt, 480, true)
      return html`<li>${address ? html`<a href="${address}">${picture}</a>` : picture}</li>`
    },
  )}</ul></section>`
}
