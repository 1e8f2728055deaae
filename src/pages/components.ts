/** Small components that many pages share. */
import { type Html, html, type Renderable } from '../html/html.ts'
import { t, translated } from '../words/words.ts'
import { count } from './format.ts'

/** The further a thing has come: none, info, progress, good. `warn` needs attention, and `bad` has failed. */
export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'progress'

export function badge(text: string, tone?: Tone): Html {
  return html`<span class="badge ${tone}">${translated(text)}</span>`
}

/** Describes how pages show one state of a thing. The table of all states is beside them, in `states.ts`. */
export type StateLabel<Words extends string = string> = {
  readonly text: Words
  readonly tone?: Tone
  /** The tone for staff where it differs: amber waits for them, and red is owed to a customer. */
  readonly staff?: Tone
}

export function stateBadge({ text, tone, staff }: StateLabel, reader: 'customer' | 'staff' = 'customer'): Html {
  return badge(text, reader === 'staff' ? (staff ?? tone) : tone)
}

type Column<Row> = {
  readonly label: string
  readonly cell: (row: Row) => Renderable
  /** Right-aligned, with digits of equal width. */
  readonly number?: boolean
  /** The head is for screen readers only, because every cell repeats it on a button. */
  readonly unseen?: boolean
  /** The list can be sorted by it: the head is a link to this order, or to the other direction. */
  readonly sort?: Sort
}

export type Sort = { readonly href: string; readonly direction?: 'ascending' | 'descending' }

/**
 * The first column names its row. On narrow screens each row becomes a card, and `data-label` shows the column head in
 * it. The explicit roles are needed there: browsers drop the table roles of cells that CSS displays as blocks.
 */
export function table<Row>(
  caption: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { look: wholeLook = '' } = {},
): Html {
  const look = (column: Column<Row>) => column.number && html` class="number"`
  const cell = (column: Column<Row>, row: Row, index: number) => {
    const inside = html`data-label="${column.unseen ? '' : translated(column.label)}"${look(column)}><span>${column.cell(row)}</span>`
    return index === 0 ? html`<th scope="row" role="rowheader" ${inside}</th>` : html`<td role="cell" ${inside}</td>`
  }
  return html`<div class="table ${wholeLook}"><table role="table">
    <caption class="unseen">${translated(caption)}</caption>
    <thead role="rowgroup"><tr role="row">${columns.map(
      column =>
        html`<th scope="col" role="columnheader"${look(column)}${
          column.sort?.direction && html` aria-sort="${column.sort.direction}"`
        }>${headOf(column)}</th>`,
    )}</tr></thead>
    <tbody role="rowgroup">${rows.map(
      row => html`<tr role="row">${columns.map((column, index) => cell(column, row, index))}</tr>`,
    )}</tbody>
  </table></div>`
}

function headOf({ label, unseen, sort }: { label: string; unseen?: boolean; sort?: Sort }): Renderable {
  const text = translated(label)
  if (unseen) return html`<span class="unseen">${text}</span>`
  return sort ? html`<a href="${sort.href}">${text}</a>` : text
}

export function facts(entries: readonly (readonly [label: string, value: Renderable])[]): Html {
  return html`<dl class="facts">${entries.map(([label, value]) => html`<dt>${translated(label)}</dt><dd>${value}</dd>`)}</dl>`
}

export function stats(entries: readonly (readonly [label: string, value: Renderable])[]): Html {
  return html`<dl class="stats">${entries.map(
    ([label, value]) => html`<div class="stat"><dt>${label}</dt><dd>${value}</dd></div>`,
  )}</dl>`
}

/** A part of a page, whose heading names it for screen readers too. */
export function section(id: string, title: string, body: Renderable, { look }: { look?: string } = {}): Html {
  return html`<section${look && html` class="${look}"`} aria-labelledby="${id}"><h2 id="${id}">${translated(title)}</h2>${body}</section>`
}

export function empty(title: string, text: string, action?: { href: string; label: string }): Html {
  return html`<div class="empty"><h2>${translated(title)}</h2><p>${translated(text)}</p>${
    action && html`<a class="button" href="${action.href}">${translated(action.label)}</a>`
  }</div>`
}

/**
 * The quiet message after a step that can be undone, with its button. It is on the page that follows, so it works without
 * JavaScript; where scripts run, it lies at the foot of the screen.
 */
export function toast(text: Renderable, form?: Html): Html {
  return html`<div class="notice success toast" role="status" tabindex="-1" autofocus><p>${text}</p>${form}</div>`
}

/** A control that only the script needs: it makes it of this attribute (assets/activate.js). Text browsers do not know `hidden`. */
export function scripted(control: Html): Html {
  return html`<span data-makes="${control.toString()}" hidden></span>`
}

/** A secret or address to copy. */
export function copyable(text: string, label: string): Html {
  return html`<p class="row"><code>${text}</code> ${copyButton(text, label)}</p>`
}

/** @param about tells it from others of the page, for those who do not see it */
export function copyButton(text: string, label: string, about?: string): Html {
  return scripted(html`<button type="button" class="button quiet copy"
    data-copy="${text}">${translated(label)}${about && html`<span class="unseen"> ${about}</span>`}</button>`)
}

/** @param cursors of the neighbors, in a list that has them; they lead on where pages have no numbers anymore */
export function pagination(
  current: number,
  pageCount: number,
  addressOf: (page: number, after?: string) => string,
  cursors: { next?: string | undefined; prev?: string | undefined } = {},
): Html | undefined {
  if (pageCount <= 1) return undefined
  const step = (page: number, label: string, rel: 'next' | 'prev') =>
    page >= 1 &&
    (page <= pageCount || cursors[rel]) &&
    html`<li><a href="${addressOf(page, cursors[rel])}" rel="${rel}">${translated(label)}</a></li>`
  return html`<nav class="pagination" aria-label="${t('Pages')}"><ul>
    ${step(cursors.prev ? current - 1 : Math.min(current - 1, pageCount), 'Previous', 'prev')}
    ${pagesToShow(current, pageCount).map(page =>
      page === undefined
        ? html`<li><span class="gap" aria-hidden="true">…</span></li>`
        : html`<li><a href="${addressOf(page)}"${page === current && html` aria-current="page"`}>${pageLabel(page)}</a></li>`,
    )}
    ${step(current + 1, 'Next', 'next')}
  </ul></nav>`
}

/** The screen shows the number alone. */
function pageLabel(page: number): Html {
  const number = count(page)
  const [before, after] = t('Page {page}', { page: number }).split(number)
  return html`<span class="unseen">${before}</span>${number}<span class="unseen">${after}</span>`
}

/** The first and last page and the neighbors of the current one. undefined marks a gap. */
export function pagesToShow(current: number, pageCount: number): (number | undefined)[] {
  const near = [current - 1, current, current + 1].filter(page => page > 1 && page < pageCount)
  const shown: (number | undefined)[] = []
  for (const page of new Set([1, ...near, pageCount])) {
    const last = shown.at(-1) ?? 0
    if (page === last + 2) shown.push(page - 1)
    else if (page > last + 1) shown.push(undefined)
    shown.push(page)
  }
  return shown
}
