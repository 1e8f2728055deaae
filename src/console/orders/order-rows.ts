/** The rows of the list of orders, and the bar above them for those that are selected. */

import { nameOf } from '../../accounts/users/user.ts'
import { productPicture } from '../../catalogue/product-picture.ts'
import type { Pictured } from '../../catalogue/queries.ts'
import { type Html, html } from '../../html/html.ts'
import { paymentBadge } from '../../orders/components.ts'
import { placeOf } from '../../orders/delivery-address.ts'
import type { listOrders } from '../../orders/queries.ts'
import { labelsOf } from '../../orders/states.ts'
import { scripted, stateBadge, table } from '../../pages/components.ts'
import { type Field, withTickedBoxes } from '../../pages/field.ts'
import type { Form, FormState } from '../../pages/form.ts'
import { count, money, time } from '../../pages/format.ts'
import { formsOf } from '../../pages/forms-of.ts'
import { buttonTo } from '../../pages/pressed.ts'
import type { Visitor } from '../../pages/visitor.ts'
import type { Text } from '../../words/text.ts'
import { t, translated } from '../../words/words.ts'
import { sortedBy } from '../list-page.ts'
import { MOST_CHOSEN } from '../packing/chosen-orders.ts'

export type Order = Awaited<ReturnType<typeof listOrders>>['items'][number]

/** The papers for the selected orders. Without a step, the bar has a form for them alone. */
const PRINT = 'print-many'

type Rows = {
  orders: readonly Order[]
  pictures: ReadonlyMap<number, Pictured>
  /** The internal tags of each order. */
  tags: ReadonlyMap<number, string[]>
  sort: string
  addressOf: (sort: string) => string
  /** The step that fits the orders of this list. */
  form: Form | undefined
  ticked: FormState['values']
}

export function orderTable({ orders, pictures, tags, sort, addressOf, form, ticked = {} }: Rows): Html {
  // Named after its order: a browser restores ticks by name after "Back", and new orders may be on top by then.
  const select = (id: number) =>
    html`<label class="pick"><input type="checkbox" form="${form?.id ?? PRINT}" name="orderIds.${id}"
      value="${id}"${ticked[`orderIds.${id}`] && html` checked`} data-value="integer"
      aria-label="${t('Select order #{id}', { id })}"></label>`
  return table(
    'Orders',
    [
      {
        label: 'Order',
        cell: ({ id, placedAt }) =>
          html`${select(id)}<span><a href="/admin/orders/${id}">#${id}</a> <small>${time(placedAt)}</small></span>`,
        sort: sortedBy('id', sort, addressOf),
      },
      { label: 'Customer', cell: customer },
      { label: 'Items', cell: order => html`${pieces(order, pictures)}${tagBadges(tags.get(order.id))}` },
      { label: 'Status', cell: order => stateBadge(labelsOf(order)[order.status], 'staff') },
      { label: 'Payment', cell: order => paymentBadge(order.paymentStatus, order, 'staff') },
      {
        label: 'Total',
        cell: ({ total, currency }) => money(total, currency),
        number: true,
        sort: sortedBy('total', sort, addressOf),
      },
    ],
    orders,
    { look: 'rows of-orders' },
  )
}

/** The name, and where the parcel goes. The email tells people of one name apart. */
function customer({ owner, deliveryAddress }: Order): Html {
  const place = deliveryAddress && placeOf(deliveryAddress)
  return html`<a class="plain" href="/admin/users/${owner.id}"
    title="${owner.email}"><bdi>${nameOf(owner)}</bdi><span class="unseen">, ${owner.email}</span></a>
    <small><bdi>${place ?? owner.email}</bdi></small>`
}

const PICTURES_SHOWN = 2

function pieces({ items, note }: Order, pictures: Rows['pictures']): Html {
  const number = items.reduce((sum, { quantity }) => sum + quantity, 0)
  const shown = items.slice(0, PICTURES_SHOWN).map(({ productId }) => productPicture(pictures.get(productId), '2rem'))
  return html`<span class="pieces"><span class="thumbs" aria-hidden="true">${shown}</span>${t('{total} pieces', {
    total: count(number),
    count: number,
  })}</span>${note && html` <small class="note" title="${note}">“${note}”</small>`}`
}

function tagBadges(tags: string[] = []): Html | false {
  return (
    tags.length > 0 && html` <small>${tags.map(tag => html`<span class="badge"><bdi>${tag}</bdi></span> `)}</small>`
  )
}

/** The boxes are in the table, and belong to the form by their attribute `form`. */
export const boxes: Field<Text> = { name: 'orderIds.*', label: 'Order', type: 'checkbox', value: 'integer' }

type Selection = { form: Form | undefined; orders: readonly Order[]; state: FormState; all: Html | undefined }

export function selectionBar(visitor: Visitor, { form, orders, state, all }: Selection): Html {
  const id = form?.id ?? PRINT
  return html`<div class="bulk" role="group" aria-label="${t('Selected orders')}">
    ${scripted(html`<button type="button" class="button quiet" data-select-all="${id}">${t('Select all')}</button>`)}
    ${all}
    <span class="selected" data-selected="${id}">${t('With the selected orders:')}</span>
    ${form ? stepForm(visitor, { form, orders, state }) : html`<form id="${PRINT}" action="${PAPERS[0]![0]}" method="post"></form>`}
    ${papersFor(
      id,
      orders.map(order => order.id),
    )}
    <span class="soft keys">${t('Click a row to open it. In the list, J and K move, X selects.')}</span></div>`
}

const PAPERS = [
  ['/admin/orders/packing-slips', 'Packing slips'],
  ['/admin/orders/pick-list', 'Pick list'],
  ['/admin/orders/labels', 'Labels'],
  ['/admin/orders/parcel-numbers', 'Parcel numbers'],
] as const

/** With nothing selected they are for all orders of the page. */
export function papersFor(formId: string, ids: readonly number[]): Html {
  const shown = ids.slice(0, MOST_CHOSEN).join(',')
  return html`<input type="hidden" form="${formId}" name="_shown" value="${shown}">${PAPERS.map(([address, label]) =>
    buttonTo(address, t(label), { look: 'quiet', form: formId, leaves: true }),
  )}`
}

function stepForm(visitor: Visitor, { form, orders, state }: Omit<Selection, 'all'> & { form: Form }): Html {
  const { values, ...rest } = state
  const hidden = form.fields.filter(({ type }) => type === 'hidden')
  const others = form.fields.filter(({ type }) => type !== 'hidden')
  // The page that asks is the first of the list as it is now. Orders that were selected elsewhere have no box there.
  const isElsewhere = ({ name }: Field) => !orders.some(({ id }) => name === `orderIds.${id}`)
  const selected = state.asks ? withTickedBoxes(others, values) : []
  const elsewhere = selected.filter(isElsewhere).map(field => ({ ...field, type: 'hidden' as const }))
  const names = selected.map(({ name }) => name.replace('orderIds.', '#')).join(', ')
  const confirm = names && form.confirm ? `${translated(form.confirm)} ${names}` : form.confirm
  const shown: Form = { ...form, ...(confirm && { confirm }), fields: [...hidden, ...elsewhere] }
  const step = form.action.split('/').at(-1)
  return formsOf(visitor, { [form.id]: { ...rest, values: { ...values, step, undoable: 'true' } } })(shown)
}
