/** One import: how its file is read, what it would change, and the buttons that import it and take it back. */
import type { FastifyInstance } from 'fastify'
import { type ShownImport, showImport } from '../../catalogue/import/show-import.ts'
import type { AppContext } from '../../context.ts'
import { type Html, html } from '../../html/html.ts'
import { isUuid } from '../../http/input/validation.ts'
import { section, table } from '../../pages/components.ts'
import { step } from '../../pages/form-kinds.ts'
import { count, money } from '../../pages/format.ts'
import { formsOf, type ShowForm } from '../../pages/forms-of.ts'
import { Problem } from '../../problems.ts'
import { readShop } from '../../shop/settings.ts'
import { colon, t, translated } from '../../words/words.ts'
import { consolePage, formsPage } from '../layout.ts'
import { mapping, mappingForm, sayColumn, tagOf } from './import-columns.ts'
import { doneImport, products, undo } from './import-outcome.ts'

const IMPORT_PAGE = '/admin/products/imports/:id'
const API = '/api/product-imports/:id'

export function importPage(app: FastifyInstance, context: AppContext): void {
  formsPage(app, {
    address: IMPORT_PAGE,
    forms: [apply, applyWithPictures, undo, mapping],
    render: async (visitor, request, states) => {
      const { id } = request.params as { id: string }
      if (!isUuid(id)) throw new Problem('not_found', 'There is no such import.')
      const shown = await showImport(context, id)
      const { languages } = await readShop(context.db)
      const show = formsOf(visitor, states, { id })
      return consolePage({
        title: TITLES[shown.state],
        visitor,
        states,
        main: html`<h1>${t(TITLES[shown.state])}</h1>
          ${
            shown.state === 'open'
              ? openImport(shown, show, languages, states[mapping.id]?.problem !== undefined)
              : doneImport(shown, show)
          }
          <p class="row"><a class="button quiet" href="/admin/products">${t('Products')}</a>
            <a class="button quiet" href="/admin/products/import">${t('Another file')}</a></p>`,
      })
    },
  })
}

const TITLES = { open: 'Check the import', imported: 'Products imported', undone: 'Import taken back' } as const

const apply = step({
  at: `${IMPORT_PAGE}/apply`,
  api: `${API}/apply`,
  button: 'Import products',
  look: 'primary',
  success: { go: '/admin/products/imports/{id}', done: false },
})

const applyWithPictures = step({
  at: `${IMPORT_PAGE}/apply-with-pictures`,
  api: `${API}/apply?pictures=true`,
  button: 'Import products with their pictures',
  success: { go: '/admin/products/imports/{id}', done: false },
})

function openImport(shown: ShownImport, show: ShowForm, languages: readonly string[], isRefused: boolean): Html {
  const { problem, preview } = shown
  const isNothing = preview && preview.added + preview.changed === 0
  return html`${
    problem &&
    html`<div class="notice problem" role="status"><p>${translated(problem)}</p><p>
    ${t('Say below which columns are which.')}</p></div>`
  }
    ${
      preview &&
      html`<div class="card"><p><strong>${headline(preview)}</strong></p>${notesOn(preview)}
      ${isNothing && html`<p>${t('There is nothing to import.')}</p>`}${picturesIn(preview)}
      <div class="row">${!isNothing && show(apply)}${preview.pictures > 0 && show(applyWithPictures)}</div></div>
      ${changesOf(preview)}${badRowsOf(preview)}`
    }
    ${section(
      'file',
      'How the file is read',
      html`${columnsOf(shown)}<details${(problem || preview?.asksVat || isRefused) && html` open`}>
      <summary>${t('Change what the columns are')}</summary>
      <div class="form-card">${mappingForm(shown, show, languages)}</div></details>`,
      { look: 'card' },
    )}`
}

type Preview = NonNullable<ShownImport['preview']>

/** Shows them also where the products themselves are as in the file. */
function picturesIn({ pictures }: Preview): Html | false {
  if (pictures === 0) return false
  return html`<p>${t('The file names {number} pictures by their addresses. Semel can fetch them after the import.', {
    number: count(pictures),
    count: pictures,
  })}</p>`
}

function headline({ added, changed, unchanged, bad }: Preview): string {
  const refused = bad > 0 ? `; ${t('{number} rows are refused', { number: count(bad), count: bad })}` : ''
  return `${products([added, 'toAdd'], [changed, 'toChange'], [unchanged, 'same'])}${refused}`
}

const VAT_QUESTIONS = {
  unsaid: 'Are these prices with VAT? The file does not say. Without an answer below they are taken with VAT.',
  without: 'The file has only prices without VAT, and yours include it. Say below that Semel shall add your VAT.',
} as const

/** Shows the lowest and highest price, because they show when prices are wrong by a factor of a hundred. */
function notesOn({ prices, lostLines, unreadColumns, asksVat }: Preview): Html {
  const spans = prices.map(({ currency, lowest, highest }) => {
    const [first, last] = [money(lowest, currency), money(highest, currency)]
    return lowest === highest ? first : t('{first} to {last}', { first, last })
  })
  const lost = t('{number} more lines cannot be read.', { number: count(lostLines), count: lostLines })
  return html`${
    spans.length > 0 &&
    html`<p>${t('Prices: {prices}', {
      prices: spans.join(', '),
    })}</p>`
  }${lostLines > 0 && html`<p>${lost}</p>`}${
    unreadColumns.length > 0 &&
    html`<details><summary>${t('{number} columns are not read', {
      number: count(unreadColumns.length),
      count: unreadColumns.length,
    })}</summary><p>${unreadColumns.join(', ')}</p></details>`
  }${asksVat && html`<p class="notice info">${t(VAT_QUESTIONS[asksVat])}</p>`}`
}

function changesOf({ changes, added, changed }: Preview): Html {
  if (changes.length === 0) return html``
  const more = added + changed - changes.length
  const values = ({ isNew, currency, values }: Preview['changes'][number]) => {
    const shown = (field: string, value: string | null) =>
      field === 'price' && value !== null ? money(Number(value), currency) : value
    return html`<ul class="plain">${values.map(
      ({ field, old, new: value }) =>
        html`<li>${labelOf(field)}${colon()} ${!isNew && html`<del>${shown(field, old)}</del> → `}${shown(field, value)}</li>`,
    )}</ul>`
  }
  const list = table(
    'Products to add and to change',
    [
      { label: 'SKU', cell: ({ sku }) => sku },
      { label: 'Name', cell: ({ name }) => name },
      { label: 'Kind', cell: ({ isNew }) => (isNew ? t('new') : t('changed')) },
      { label: 'Values', cell: values },
    ],
    changes,
  )
  return section(
    'changes',
    'Added and changed',
    html`${list}${more > 0 && html`<p>${t('and {number} more', { number: count(more) })}</p>`}`,
  )
}

/** The column that it comes from, as the page calls it. */
function labelOf(field: string): string {
  if (field === 'price') return t('Price')
  return sayColumn(field) ?? translated(field.charAt(0).toUpperCase() + field.slice(1))
}

function badRowsOf({ badRows, bad }: Preview): Html {
  if (bad === 0) return html``
  const list = table(
    'Refused rows',
    [
      { label: 'Line', cell: ({ line }) => line },
      { label: 'Column', cell: ({ column }) => column },
      { label: 'Value', cell: ({ value }) => value },
      { label: 'Reason', cell: ({ reason }) => translated(reason) },
    ],
    badRows,
  )
  return section(
    'refused',
    'Refused',
    html`${list}${bad > badRows.length && html`<p>${t('and {number} more', { number: count(bad - badRows.length) })}</p>`}`,
  )
}

function columnsOf({ columns }: ShownImport): Html {
  return table(
    'Columns of the file',
    [
      { label: 'Column', cell: ({ name, number }) => name || t('Column {n}', { n: number }) },
      {
        label: 'Read as',
        cell: ({ field, isRead }) =>
          sayColumn(tagOf(field) ?? '') ?? field ?? t(isRead ? 'says what its row is' : 'not read'),
      },
      { label: 'First rows', cell: ({ examples }) => examples.filter(Boolean).join(' · ') },
    ],
    columns,
  )
}
