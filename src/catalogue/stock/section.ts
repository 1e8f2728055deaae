/** The stock of a product on the page of staff: pieces that come in or go out, and who changed it why. */
import { type Html, html } from '../../html/html.ts'
import { table } from '../../pages/components.ts'
import type { Form, FormStates } from '../../pages/form.ts'
import { edit } from '../../pages/form-kinds.ts'
import { count, time } from '../../pages/format.ts'
import { formsOf } from '../../pages/forms-of.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { t } from '../../words/words.ts'
import { GIVEN_REASONS, type StockReason } from './cause.ts'
import type { listStockChanges } from './history.ts'
import { USUAL_MARK } from './low.ts'

type Change = Awaited<ReturnType<typeof listStockChanges>>['items'][number]

const REASON_TEXT: Record<StockReason, string> = {
  received: 'Goods received',
  damaged: 'Damaged',
  lost: 'Lost',
  counted: 'Counted anew',
  other: 'Other',
  cancelled: 'Order cancelled',
  order_changed: 'Order changed',
  returned: 'Returned',
  edited: 'Edited',
  imported: 'Imported',
}

/** The reasons that staff give. */
export const REASON_CHOICES = GIVEN_REASONS.map(value => ({ value, label: REASON_TEXT[value] }))

export const moveStock: Form = {
  id: 'move-stock',
  action: '/admin/products/:id/stock-changes',
  operation: { method: 'POST', address: '/api/products/:id/stock-changes' },
  fields: [
    {
      name: 'change',
      label: 'Pieces',
      type: 'number',
      required: true,
      value: 'integer',
      empty: 'keep',
      hint: 'More came in: 12. Some are gone: -3.',
    },
    {
      name: 'reason',
      label: 'Reason',
      type: 'select',
      required: true,
      options: REASON_CHOICES,
    },
    { name: 'note', label: 'Note', type: 'text' },
  ],
  button: 'Change stock',
  once: true,
  success: { go: '/admin/products/{productId}', done: 'Stock changed.' },
  look: 'quiet',
}

/** Sets the mark beside the stock, and not with it: a press that is about the mark must not set the stock. */
export const markLow = edit({
  id: 'low-stock',
  at: '/admin/products/:id/low-stock-mark',
  api: '/api/products/:id/low-stock-mark',
  method: 'PUT',
  fields: [
    {
      name: 'mark',
      label: 'Warn at',
      type: 'number',
      value: 'integer',
      empty: 'null',
      width: 'short',
      hint: `The overview names the product when it has so many pieces or fewer. Empty: ${USUAL_MARK}, if it sells.`,
    },
  ],
  saves: true,
  button: 'Save the mark',
  done: 'Saved.',
  look: 'quiet',
})

/** Changes on the page; the API lists all. */
export const SHOWN_CHANGES = 20

export function stockSection(
  visitor: Visitor,
  { id, stock }: { id: number; stock: number },
  changes: readonly Change[],
  states: FormStates,
): Html {
  return html`<div class="card"><h2>${t('Stock history')}</h2>
    ${formsOf(visitor, states, { id: String(id) })(moveStock)}
    ${changes.length > 0 && history(withOrders(changes, stock))}</div>`
}

type Row = Pick<Change, 'change' | 'stock'> & Partial<Change>

/** Adds rows for the orders between the changes, and since the last one: the difference of their stocks. */
function withOrders(changes: readonly Change[], stock: number): Row[] {
  return changes.flatMap((change, n) => {
    const newer = changes[n - 1]
    const after = newer ? newer.stock - newer.change : stock
    const ordered = after === change.stock ? [] : [{ change: after - change.stock, stock: after }]
    return [...ordered, change]
  })
}

function history(changes: readonly Row[]): Html {
  return table(
    'Stock history',
    [
      { label: 'When', cell: ({ at }) => at && time(at) },
      { label: 'Change', cell: ({ change }) => (change > 0 ? `+${count(change)}` : count(change)), number: true },
      { label: 'Stock', cell: ({ stock }) => count(stock), number: true },
      {
        label: 'Why',
        cell: ({ reason, note, orderId }) =>
          html`${
            reason ? REASON_TEXT[reason] : 'Ordered'
          }${orderId && html` <a href="/admin/orders/${orderId}">#${orderId}</a>`}${note && html`: ${note}`}`,
      },
      { label: 'Who', cell: ({ byName }) => byName && html`<bdi>${byName}</bdi>` },
    ],
    changes,
  )
}
