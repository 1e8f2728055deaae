/**
 * All orders of a list at once, also those of other pages. Their ids are on the page, so the step is for the orders as somebody saw them:
 * one that came since is left alone.
 */
import type { Db } from '../../database/schema.ts'
import { type Html, html } from '../../html/html.ts'
import { MOST_IN_BATCH } from '../../orders/batches/keep.ts'
import { listOrderIds, type OrderFilter } from '../../orders/queries.ts'
import type { Form, FormState } from '../../pages/form.ts'
import { count } from '../../pages/format.ts'
import { formsOf } from '../../pages/forms-of.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { t, translated } from '../../words/words.ts'
import { type ListRequest, queryOneOf } from '../filters.ts'
import { UNDOABLE } from '../undo.ts'

/** The same step as that of the bar of the list. */
export function allForm({ action, button }: Pick<Form, 'action' | 'button'>): Form {
  const step = action.split('/').at(-1)!
  return {
    id: `${step}-all`,
    action: `${action}-all`,
    operation: { method: 'POST', address: '/api/order-batches' },
    fields: [
      { name: 'step', label: 'Step', type: 'hidden' },
      { name: 'orderIds', label: 'Orders', type: 'hidden', value: 'numbers' },
      UNDOABLE,
    ],
    button,
    confirm: `${button}: all these orders?`,
    once: true,
    success: { go: '/admin/orders/batches/{id}', done: false },
  }
}

export function isAllSelected(request: ListRequest): boolean {
  return queryOneOf(request, 'all', ['yes']) !== undefined
}

/** The newest orders of the filter. */
export async function findAll(db: Db, filter: OrderFilter): Promise<number[]> {
  return listOrderIds(db, filter, MOST_IN_BATCH)
}

type Link = { total: number; shown: number; href: string }

/** Leads to the list with everything selected, where there is more than one page of it. */
export function selectAllLink({ total, shown, href }: Link): Html | undefined {
  if (total <= shown) return undefined
  const words =
    total > MOST_IN_BATCH
      ? t('Select the newest {total}', { total: count(MOST_IN_BATCH) })
      : t('Select all {total}', { total: count(total) })
  return html`<a class="button quiet" href="${href}">${words}</a>`
}

type All = {
  form: Form
  ids: readonly number[]
  state: FormState | undefined
  here: string
  back: string
  papers: Html
}

export function allBar(visitor: Visitor, { form, ids, state, here, back, papers }: All): Html {
  // The question and a refusal are about the orders that were sent.
  const sent = state?.values?.orderIds?.split(',').length
  const number = count(sent ?? ids.length)
  const step = form.action.split('/').at(-1)!.replace('-all', '')
  const shown = { ...form, confirm: t('{step}: {total} orders?', { step: translated(form.button), total: number }) }
  const content = { values: { step, undoable: 'true', orderIds: ids.join(',') }, next: here, ...state }
  return html`<div class="bulk" role="group" aria-label="${t('Selected orders')}">
    <span class="selected" role="status">${t('{total} orders are selected.', { total: number })}</span>
    ${formsOf(visitor, { [form.id]: content })(shown)}${papers}
    <a class="button quiet" href="${back}">${t('Select single ones')}</a></div>`
}
