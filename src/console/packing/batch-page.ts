/** The page of a batch: the preview of a file, the progress of a large selection, the outcome of each order, and the way back. */
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { type Html, html } from '../../html/html.ts'
import { isUuid } from '../../http/input/validation.ts'
import { type OrderBatch, showBatch } from '../../orders/batches/show.ts'
import type { BatchStep } from '../../orders/batches/tables.ts'
import { section, table } from '../../pages/components.ts'
import { step } from '../../pages/form-kinds.ts'
import { count } from '../../pages/format.ts'
import { formsOf, type ShowForm } from '../../pages/forms-of.ts'
import { Problem } from '../../problems.ts'
import { readShop } from '../../shop/settings.ts'
import type { PlainText, Text } from '../../words/text.ts'
import { t, translated } from '../../words/words.ts'
import { consolePage, formsPage } from '../layout.ts'
import { UNDOABLE, whenTold } from '../undo.ts'
import { readChosen } from './chosen-orders.ts'
import { formFor } from './numbers-form.ts'

const BATCH_PAGE = '/admin/orders/batches/:id'
const BATCH_API = '/api/order-batches/:id'
const success = { go: '/admin/orders/batches/{id}', done: false } as const

const apply = step<Text>({
  id: 'apply-batch',
  at: `${BATCH_PAGE}/apply`,
  api: `${BATCH_API}/apply`,
  fields: [UNDOABLE],
  button: 'Ship these orders',
  once: true,
  look: 'primary',
  success,
})

const undo = step<Text>({
  id: 'undo-batch',
  at: `${BATCH_PAGE}/undo`,
  api: `${BATCH_API}/undo`,
  button: 'Undo',
  once: true,
  look: 'quiet',
  outdatedBy: ['wrong_order_state'],
  success,
})

export function batchPage(app: FastifyInstance, { db }: AppContext): void {
  formsPage(app, {
    address: BATCH_PAGE,
    forms: [apply, undo],
    async render(visitor, request, states) {
      const { id } = request.params as { id: string }
      if (!isUuid(id)) throw new Problem('not_found', 'There is no such batch.')
      const batch = await showBatch(db, id)
      const { undoSeconds } = await readShop(db)
      const show = formsOf(visitor, states, { id })
      const title = titleOf(batch)
      return consolePage({
        title,
        visitor,
        states,
        main: html`<p><a href="/admin/orders">${t('Back to the orders')}</a></p><h1>${t(title)}</h1>
          <div data-live="batch"${batch.state !== 'running' && html` data-settled`}>
          ${batch.state === 'running' && progress(batch)}
          ${summary(batch, undoSeconds)}
          ${forms(batch, show)}
          ${refusedSection(batch)}
          ${await again(batch, show)}
          ${othersSection(batch)}</div>`,
      })
    },
  })

  /** The fields of refused numbers, with what was typed. */
  async function again({ state, rows, step }: OrderBatch, show: ShowForm): Promise<Html | undefined> {
    const refused = rows.filter(row => row.outcome === 'refused' && row.orderId !== null && row.trackingNumber !== null)
    if (state !== 'done' || step !== 'ship' || refused.length === 0) return undefined
    const typed = new Map(refused.map(({ orderId, trackingNumber }) => [orderId!, trackingNumber!]))
    const { form, values } = formFor(await readChosen(db, [...typed.keys()]), { typed })
    return section('again', 'Correct them', html`<div class="numbers">${show(form, values)}</div>`, {
      look: 'form-card',
    })
  }
}

function titleOf({ state, undoes, step }: OrderBatch): PlainText {
  if (state === 'open') return 'Check the parcel numbers'
  if (state === 'running') return 'Orders under way'
  return undoes ? 'Taken back' : TITLES[step]
}

const TITLES: Record<BatchStep, PlainText> = {
  process: 'Orders being prepared',
  ship: 'Orders shipped',
  deliver: 'Orders delivered',
  'mark-paid': 'Orders paid',
  'undo-ship': 'Taken back',
  'undo-deliver': 'Taken back',
}

function progress({ counts }: OrderBatch): Html {
  const done = counts.rows - counts.waiting
  return html`<p role="status"><progress max="${counts.rows}" value="${done}"></progress>
    ${t('{done} of {total} orders are done. You can leave this page; the work goes on.', {
      done: count(done),
      total: count(counts.rows),
    })}
    <a class="scriptless" href="">${t('Show how far it is')}</a></p>`
}

const MOVED = {
  process: '{total} orders being prepared.',
  ship: '{total} orders marked as shipped.',
  deliver: '{total} orders marked as delivered.',
  'mark-paid': '{total} orders marked as paid.',
  'undo-ship': '{total} orders put back.',
  'undo-deliver': '{total} orders put back.',
} as const satisfies Record<BatchStep, Text>

type Counted = Extract<Text, `{total} orders ${string}.`>

function summary({ state, step, counts }: OrderBatch, undoSeconds: number): Html {
  const isOpen = state === 'open'
  const say = (text: Counted, number: number) => t(text, { total: count(number), count: number })
  const told = step === 'ship' && counts.moved > 0 && ` ${whenTold('Each customer gets an email', undoSeconds)}`
  return html`<ul class="plain outcome">
    ${
      counts.moved > 0 &&
      html`<li>${say(isOpen ? '{total} orders will be marked as shipped.' : MOVED[step], counts.moved)}${state === 'done' && told}</li>`
    }
    ${
      counts.numbered > 0 &&
      html`<li>${say('{total} orders had left without a number.', counts.numbered)}
      ${isOpen ? t('They will get it.') : t('They have it now.')}</li>`
    }
    ${counts.known > 0 && html`<li>${say('{total} orders had this number already. Nothing changes.', counts.known)}</li>`}
    ${
      counts.refused > 0 &&
      html`<li>${say(isOpen ? '{total} orders will stay as they are.' : '{total} orders stayed as they were.', counts.refused)}</li>`
    }
  </ul>`
}

function forms({ state, step, counts, undoes, undoneBy }: OrderBatch, show: ShowForm): Html | undefined {
  if (state === 'open') {
    return counts.moved + counts.numbered > 0
      ? show(apply, { undoable: 'true' })
      : html`<p>${t('There is nothing to ship in this file.')} <a
          href="/admin/orders/parcel-number-file">${t('Another file')}</a></p>`
  }
  if (undoneBy) return html`<p><a href="/admin/orders/batches/${undoneBy}">${t('It was taken back.')}</a></p>`
  const canGoBack = state === 'done' && !undoes && counts.moved > 0 && (step === 'ship' || step === 'deliver')
  return canGoBack ? show(undo) : undefined
}

type Row = OrderBatch['rows'][number]

function refusedSection({ rows }: OrderBatch): Html | undefined {
  const refused = rows.filter(({ outcome }) => outcome === 'refused')
  return refused.length === 0 ? undefined : section('refused', 'Please look', rowTable('Orders that stay', refused))
}

function othersSection({ rows }: OrderBatch): Html | undefined {
  const others = rows.filter(({ outcome }) => outcome !== 'refused')
  return others.length === 0 ? undefined : section('orders', 'Orders', rowTable('All other orders', others))
}

const OUTCOME_WORDS: Record<Row['outcome'], PlainText> = {
  waiting: 'Waiting',
  moved: 'Moves',
  numbered: 'Gets its number',
  known: 'Has it already',
  refused: 'Stays',
}

function rowTable(label: string, rows: readonly Row[]): Html {
  const hasNumbers = rows.some(({ trackingNumber }) => trackingNumber !== null)
  return table(
    label,
    [
      {
        label: 'Order',
        cell: ({ orderId, order }) =>
          orderId === null ? html`<bdi>${order}</bdi>` : html`<a href="/admin/orders/${orderId}">#${orderId}</a>`,
      },
      ...(hasNumbers
        ? [{ label: 'Number', cell: ({ trackingNumber }: Row) => html`<code>${trackingNumber}</code>` }]
        : []),
      { label: 'Outcome', cell: ({ outcome }) => t(OUTCOME_WORDS[outcome]) },
      { label: 'Reason', cell: ({ explanation }) => translated(explanation ?? '') },
    ],
    rows,
  )
}
