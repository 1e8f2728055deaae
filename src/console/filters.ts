/** The filters of the console's lists. An invalid value is ignored, not refused. */

import type { FastifyRequest } from 'fastify'
import { readUserFilter } from '../accounts/users/user.ts'
import type { Db } from '../database/schema.ts'
import { type Html, html } from '../html/html.ts'
import { rowIdIn } from '../http/filters.ts'
import { isUuid } from '../http/input/validation.ts'
import type { StateLabel } from '../pages/components.ts'
import { addDays, startOfDay } from '../shop/days.ts'
import { readShop } from '../shop/settings.ts'
import { readDay } from '../time.ts'
import { t, translated } from '../words/words.ts'

/** The part of a request that says which list is shown. */
export type ListRequest = Pick<FastifyRequest, 'url' | 'query'>

export type Filter = {
  readonly name: string
  readonly label: string
  readonly type?: 'search' | 'date' | 'hidden'
  /** Makes it a select. The first option means "any". */
  readonly options?: readonly (readonly [value: string, text: string])[]
  /** "Clear filters" keeps it. */
  readonly stays?: boolean
}

/** A filter for one value of a fixed set. */
export function select<Value extends string>(
  name: string,
  label: string,
  values: readonly Value[],
  texts: Readonly<Record<Value, string | StateLabel>>,
): Filter {
  const textOf = (shown: string | StateLabel) => (typeof shown === 'string' ? shown : shown.text)
  return { name, label, options: [['', 'Any'], ...values.map(value => [value, textOf(texts[value])] as const)] }
}

/** A query parameter as typed; undefined when it is empty. */
export function queryText(request: ListRequest, name: string): string | undefined {
  const value = (request.query as Record<string, unknown>)[name]
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 200) : undefined
}

/** Ids of rows, separated by commas, each once. */
export function queryIds(request: ListRequest, name: string, most = 100): number[] {
  const text = (request.query as Record<string, unknown>)[name]
  if (typeof text !== 'string') return []
  const ids = text.split(',').flatMap(id => rowIdIn(id) ?? [])
  return [...new Set(ids)].slice(0, most)
}

/** The id in the number of an order, typed like `#1043` or `1043`. */
export function orderIdIn(text: string | undefined): number | undefined {
  return rowIdIn((text ?? '').replace(/^#?0*/, ''))
}

/** A query parameter that must be one of `values`. */
export function queryOneOf<Value extends string>(
  request: ListRequest,
  name: string,
  values: readonly Value[],
): Value | undefined {
  return values.find(value => value === queryText(request, name))
}

/** The days of the shop from `from` to `to`, both included, as moments: `before` is the start of the day after. */
export async function queryPeriod(db: Db, request: ListRequest): Promise<{ from?: Date; before?: Date }> {
  const [first, last] = [readDay(queryText(request, 'from')), readDay(queryText(request, 'to'))]
  if (!first && !last) return {}
  const { timeZone } = await readShop(db)
  return {
    ...(first && { from: startOfDay(first, timeZone) }),
    ...(last && { before: startOfDay(addDays(last, 1), timeZone) }),
  }
}

export const PERIOD_FILTERS: readonly Filter[] = [
  { name: 'from', label: 'From', type: 'date' },
  { name: 'to', label: 'To, this day included', type: 'date' },
]

/** The user with this id or email. @returns undefined: no filter; an id that nobody has: no such user */
export async function queryUser(db: Db, request: ListRequest): Promise<string | undefined> {
  return readUserFilter(db, queryText(request, 'user'))
}

export function asUuid(text: string | undefined): string | undefined {
  return text && isUuid(text) ? text : undefined
}

export function filterForm(request: ListRequest, filters: readonly Filter[]): Html {
  const path = request.url.split('?')[0]!
  const kept = filters.filter(({ stays }) => stays)
  return html`<form class="filters" action="${path}" method="get" role="search">
    ${filters.map(filter => {
      const id = `filter-${filter.name}`
      const value = queryText(request, filter.name)
      if (filter.type === 'hidden') return value && html`<input type="hidden" name="${filter.name}" value="${value}">`
      const control = renderControl(id, filter, value)
      return html`<div class="field"><label for="${id}">${translated(filter.label)}</label>${control}</div>`
    })}
    <div class="row"><button type="submit" class="button quiet">${t('Apply')}</button>
    ${
      filters.some(({ name, type }) => type !== 'hidden' && queryText(request, name)) &&
      html`<a class="button quiet"
      href="${withQuery(path, chosenIn(request, kept))}">${t('Clear filters')}</a>`
    }</div>
  </form>`
}

function renderControl(id: string, { name, type = 'search', options }: Filter, value: string | undefined): Html {
  if (!options) return html`<input id="${id}" name="${name}" type="${type}" value="${value}" maxlength="200">`
  return html`<select id="${id}" name="${name}">${options.map(
    ([option, text]) =>
      html`<option value="${option}"${option === value && html` selected`}>${translated(text)}</option>`,
  )}</select>`
}

export type Chosen = Readonly<Record<string, string | undefined>>

/** The values of these filters in the address. */
export function chosenIn(request: ListRequest, filters: readonly Filter[]): Chosen {
  return Object.fromEntries(filters.map(({ name }) => [name, queryText(request, name)]))
}

/** The address of a list with these filters, from its beginning. */
export function withQuery(path: string, chosen: Chosen): string {
  const parameters = Object.entries(chosen).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return parameters.length === 0 ? path : `${path}?${new URLSearchParams(parameters)}`
}
