/** The lists of the console: filters, a count, the rows of one page, and links to the other pages. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '../context.ts'
import { COUNT_LIMIT } from '../database/lists/count.ts'
import type { Paging } from '../database/lists/keyset.ts'
import type { Db } from '../database/schema.ts'
import { type Html, html } from '../html/html.ts'
import { empty, pagination, type Sort } from '../pages/components.ts'
import { count } from '../pages/format.ts'
import type { Visitor } from '../pages/visitor.ts'
import type { Text } from '../words/text.ts'
import { t, translated } from '../words/words.ts'
import { type Filter, filterForm, type ListRequest, queryText, withQuery } from './filters.ts'
import { consolePage, staffPage } from './layout.ts'

/** Pages have numbers up to COUNT_LIMIT rows. Beyond, the links of each page lead to its neighbors. */
export function readPaging(request: ListRequest, limit = 25): Paging {
  const page = Number(/^[1-9]\d{0,8}$/.exec(queryText(request, 'page') ?? '')?.[0] ?? 1)
  const after = queryText(request, 'after')
  return after ? { page, limit, after } : { page: Math.min(page, COUNT_LIMIT / limit), limit }
}

type Rows<Row> = {
  readonly items: readonly Row[]
  /** `countedTo` + 1, or COUNT_LIMIT + 1, when there are more. */
  readonly totalCount: number
  readonly countedTo?: number
  /** The cursors of a long list. */
  readonly next?: string | undefined
  readonly prev?: string | undefined
}

/** The things of a list, which have words for how many there are, and for none that match. */
type Many = { [T in Text]: T extends `No ${infer Name} match` ? Name : never }[Text]

type ListPage<Row> = {
  readonly address: string
  readonly title: string
  readonly heading?: (request: FastifyRequest, visitor: Visitor) => Html
  readonly filters?: (request: FastifyRequest, db: Db) => readonly Filter[] | Promise<readonly Filter[]>
  /** May return a paging of its own. */
  readonly read: (db: Db, request: FastifyRequest, paging: Paging) => Promise<Rows<Row> & { paging?: Paging }>
  /** One row and many, in English words. */
  readonly nouns: readonly [one: string, many: Many]
  /** Shown in place of an empty list. */
  readonly none?: Html | undefined
  readonly show: (rows: readonly Row[], request: ListRequest, visitor: Visitor) => Html
}

export function listPage<Row>(app: FastifyInstance, { reader }: AppContext, list: ListPage<Row>): void {
  const { address, title, heading = () => html`<h1>${translated(title)}</h1>`, filters, read, nouns, none, show } = list
  staffPage(app, address, async (visitor, request) => {
    const paging = readPaging(request)
    const { rows, fields } = await reader.read(async db => ({
      rows: await read(db, request, paging),
      fields: await filters?.(request, db),
    }))
    return consolePage({
      title,
      visitor,
      main: html`${heading(request, visitor)}
        ${fields && filterForm(request, fields)}
        ${renderList(request, { paging, ...rows, nouns, none, show: items => show(items, request, visitor) })}`,
    })
  })
}

/** A list that is sorted by age alone: newest first, until its reader asks for the oldest. */
export function isOldestFirst(request: ListRequest): boolean {
  return queryText(request, 'sort') === 'id'
}

/** The head of its column. The address keeps the filters. */
export function sortedByAge(request: ListRequest): Sort {
  const [path, query = ''] = request.url.split('?')
  const kept = Object.fromEntries([...new URLSearchParams(query)].filter(([name]) => !OF_THIS_PAGE.includes(name)))
  return sortedBy('id', isOldestFirst(request) ? 'id' : '-id', sort =>
    withQuery(path!, { ...kept, page: undefined, sort: sort === 'id' ? sort : undefined }),
  )
}

/** The head of a column by which a list can be sorted, from the largest or newest down at first. */
export function sortedBy(name: string, current: string, addressOf: (sort: string) => string): Sort {
  const [up, down] = [name, `-${name}`]
  if (current === down) return { href: addressOf(up), direction: 'descending' }
  return { href: addressOf(down), ...(current === up && { direction: 'ascending' }) }
}

/** A count as text; beyond COUNT_LIMIT, the exact number is not known. */
export function amount(value: number): string {
  return value > COUNT_LIMIT ? `${count(COUNT_LIMIT)}+` : count(value)
}

type List<Row> = Rows<Row> &
  Pick<ListPage<Row>, 'nouns' | 'none'> & { readonly paging: Paging; readonly show: (rows: readonly Row[]) => Html }

export function renderList<Row>(request: ListRequest, list: List<Row>): Html {
  const { items, totalCount, countedTo = COUNT_LIMIT, paging, nouns, show, next, prev } = list
  const { none = empty(t(`No ${nouns[1]} match`), t('Change or clear the filters.')) } = list
  const known = Math.min(totalCount, countedTo)
  const counted = t(`{total} ${nouns[1]}`, { total: count(known), count: known })
  return html`<p class="soft" role="status">${
    totalCount > countedTo ? t('More than {counted}', { counted }) : counted
  }</p>
    ${items.length > 0 ? show(items) : none}
    ${pagination(paging.page, Math.ceil(known / paging.limit), pageAddress(request), { next, prev })}`
}

/** Parameters that are no filter: where the page begins, and the outcome of a form that led to it. */
const OF_THIS_PAGE = ['after', 'moved', 'refused', 'paid', 'not_paid', 'undone', 'told', 'kept', 'answered']

/** Addresses of the other pages, with the same filters. */
function pageAddress(request: ListRequest): (page: number, after?: string) => string {
  const [path, query = ''] = request.url.split('?')
  return (page, after) => {
    const kept = [...new URLSearchParams(query)].filter(([name, value]) => value !== '' && !OF_THIS_PAGE.includes(name))
    const parameters = new URLSearchParams(kept)
    parameters.set('page', String(page))
    if (after !== undefined) parameters.set('after', after)
    return `${path}?${parameters}`
  }
}
