/** How the console's lists are asked for: a wrong wish is passed over, not refused. */
import type { FastifyRequest } from 'fastify'
import { readUserFilter } from '../accounts/users/user.ts'
import type { Paging } from '../database/count.ts'
import type { Db } from '../database/schema.ts'
import { isUuid } from '../http/validation.ts'
import { pagination } from '../pages/components.ts'
import { type Html, html } from '../pages/html.ts'
import { after, DAY, readMoment } from '../time.ts'

function pageOf(request: FastifyRequest): number {
  return Number(/^[1-9]\d{0,8}$/.exec(asked(request, 'page') ?? '')?.[0] ?? 1)
}

/** A query parameter as it was typed; undefined when it is empty. */
export function asked(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Record<string, unknown>)[name]
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 200) : undefined
}

/** `from` belongs to the period, `before` does not; `until` is an earlier word for the last day that belongs to it. */
export function askedPeriod(request: FastifyRequest): { from: Date | undefined; before: Date | undefined } {
  const until = askedMoment(request, 'until')
  return { from: askedMoment(request, 'from'), before: askedMoment(request, 'before') ?? (until && after(until, DAY)) }
}

/** The fields of the period: for days, or for the times that are in the address. */
export function periodChoices(request: FastifyRequest): Choice[] {
  const type = (name: string) => (/[^\d-]/.test(asked(request, name) ?? '') ? ('search' as const) : ('date' as const))
  return [
    { name: 'from', label: 'From day (UTC)', type: type('from') },
    { name: 'before', label: 'Before day (UTC)', type: type('before') },
  ]
}

function askedMoment(request: FastifyRequest, name: string): Date | undefined {
  return readMoment(asked(request, name) ?? '')
}

export function asUuid(text: string | undefined): string | undefined {
  return text && isUuid(text) ? text : undefined
}

/** Whom an operator means by an id or an email. @returns undefined: all; an id that nobody has: nobody known */
export async function askedUser(db: Db, request: FastifyRequest): Promise<string | undefined> {
  return readUserFilter(db, asked(request, 'user'))
}

export type Choice = {
  readonly name: string
  readonly label: string
  readonly type?: 'search' | 'date'
  /** Choose among these instead of typing; the first is "any". */
  readonly options?: readonly (readonly [value: string, words: string])[]
}

/** A form that asks for another view of a list; what was asked stands in it. */
export function filters(request: FastifyRequest, choices: readonly Choice[]): Html {
  const path = request.url.split('?')[0]!
  return html`<form class="filters" action="${path}" method="get" role="search">
    ${choices.map(choice => {
      const value = asked(request, choice.name)
      const id = `filter-${choice.name}`
      const control = choice.options
        ? html`<select id="${id}" name="${choice.name}">${choice.options.map(
            ([option, words]) =>
              html`<option value="${option}"${option === value && html` selected`}>${words}</option>`,
          )}</select>`
        : html`<input id="${id}" name="${choice.name}" type="${choice.type ?? 'search'}" value="${value}" maxlength="200">`
      return html`<div class="field"><label for="${id}">${choice.label}</label>${control}</div>`
    })}
    <div class="row"><button type="submit" class="button">Apply</button>
    ${Object.keys(request.query as object).length > 0 && html`<a class="button quiet" href="${path}">Clear filters</a>`}</div>
  </form>`
}

/** A long list is counted and leafed through to here; what lies further back is found by asking for it. */
const COUNTED = 10_000

/** Which page is asked for, and how far to count. */
export function pagingOf(request: FastifyRequest, limit = 25): Required<Paging> {
  return { page: Math.min(pageOf(request), COUNTED / limit), limit, countTo: COUNTED }
}

type List<Row> = {
  readonly items: readonly Row[]
  /** One more than `paging.countTo` when there are more. */
  readonly totalCount: number
  readonly paging: Paging
  readonly words: { readonly one: string; readonly many: string; readonly none: Html }
  readonly show: (rows: readonly Row[]) => Html
}

/** How many there are, those of the page or what to say of none, and the ways to the other pages. */
export function listed<Row>(request: FastifyRequest, list: List<Row>): Html {
  const { items, totalCount, paging, words, show } = list
  const most = paging.countTo ?? Number.POSITIVE_INFINITY
  const count = Math.min(totalCount, most)
  const counted = `${count.toLocaleString('en')} ${count === 1 ? words.one : words.many}`
  return html`<p class="soft" role="status">${
    totalCount > most ? `The newest ${counted}. Narrow the filters to see older ones` : counted
  }</p>
    ${items.length > 0 ? show(items) : words.none}
    ${pagination(paging.page, Math.ceil(count / paging.limit), pagePath(request))}`
}

/** The address of another page of the list that was asked for. */
function pagePath(request: FastifyRequest): (page: number) => string {
  const [path, query = ''] = request.url.split('?')
  return page => {
    const parameters = new URLSearchParams([...new URLSearchParams(query)].filter(([, value]) => value !== ''))
    parameters.set('page', String(page))
    return `${path}?${parameters}`
  }
}
