/** The outcome of a step on the selected orders, and the button that takes it back. */
import type { Db } from '../../database/schema.ts'
import { type Html, html } from '../../html/html.ts'
import { listOrders } from '../../orders/queries.ts'
import {
  labelsOf,
  MOST_MOVED,
  ORDER_PAYMENT_LABELS,
  STEPS,
  UNDONE_STEPS,
  type UndoneStep,
} from '../../orders/states.ts'
import { toast } from '../../pages/components.ts'
import type { Form } from '../../pages/form.ts'
import { count } from '../../pages/format.ts'
import { formsOf } from '../../pages/forms-of.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { readShop } from '../../shop/settings.ts'
import type { Text } from '../../words/text.ts'
import { t } from '../../words/words.ts'
import { type ListRequest, queryIds } from '../filters.ts'
import { TAKEN_BACK, whenTold } from '../undo.ts'
import { boxes, type Order } from './order-rows.ts'

export const undoMany: Form<Text> = {
  id: 'undo-many',
  action: '/admin/orders/undo',
  operation: { method: 'POST', address: '/api/orders/steps/undo' },
  fields: [{ name: 'step', label: 'Step', type: 'hidden' }, boxes],
  button: 'Undo',
  once: true,
  success: { go: '/admin/orders?undone={undone}&told={told}&kept={refused}', done: TAKEN_BACK, next: 'follow' },
  look: 'text',
}

/** The addresses of the outcome. No other page of the list carries them on. */
const OUTCOME_PARAMETERS = ['moved', 'refused', 'paid', 'not_paid', 'undone', 'told', 'kept'] as const

export async function outcomeOf(
  db: Db,
  visitor: Visitor,
  request: ListRequest,
  here: string,
): Promise<Html | undefined> {
  const ids = Object.fromEntries(OUTCOME_PARAMETERS.map(name => [name, queryIds(request, name)])) as Record<
    (typeof OUTCOME_PARAMETERS)[number],
    number[]
  >
  const all = Object.values(ids).flat()
  if (all.length === 0) return undefined
  const { items } = await listOrders(db, { ids: all }, { page: 1, limit: MOST_MOVED, sort: 'id' })
  const of = (name: (typeof OUTCOME_PARAMETERS)[number]) => items.filter(({ id }) => ids[name].includes(id))
  const { undoSeconds } = await readShop(db)
  return html`${moved(visitor, of('moved'), undoSeconds, here)}
    ${of('paid').length > 0 && toast(sentence(of('paid'), '{total} orders marked as paid:', withPayment))}
    ${
      of('undone').length > 0 &&
      toast(html`${sentence(of('undone'), '{total} orders put back:', withStatus)}
      ${of('told').length === 0 && t('No email went out.')}`)
    }
    ${warning(of('told'), '{total} emails had gone out: tell the customer:', plain)}
    ${warning(of('refused'), '{total} orders could not move:', withStatus)}
    ${warning(of('not_paid'), '{total} orders could not be marked as paid:', withPayment)}
    ${warning(of('kept'), '{total} orders could not be put back:', withStatus)}`
}

/** Numbers of orders, before the orders themselves. */
type Numbered = Extract<Text, `{total} ${'orders' | 'emails'} ${string}:`>

const DONE: Partial<Record<Order['status'], Numbered>> = {
  processing: '{total} orders being prepared:',
  shipped: '{total} orders marked as shipped:',
  delivered: '{total} orders marked as delivered:',
}

function moved(visitor: Visitor, orders: readonly Order[], undoSeconds: number, here: string): Html | undefined {
  const [first] = orders
  if (!first) return undefined
  const step = UNDONE_STEPS.find(name => STEPS[name].to === first.status)
  const told =
    step === 'ship' &&
    ` ${whenTold(orders.length === 1 ? 'The customer gets an email' : 'Each customer gets an email', undoSeconds)}`
  return toast(
    html`${sentence(orders, DONE[first.status] ?? '{total} orders moved on:', plain)}${told}`,
    step && undoForm(visitor, step, orders, here),
  )
}

function undoForm(visitor: Visitor, step: UndoneStep, orders: readonly Order[], here: string): Html {
  const hidden = orders.map(({ id }) => ({ ...boxes, name: `orderIds.${id}`, type: 'hidden' as const }))
  const values = { step, ...Object.fromEntries(orders.map(({ id }) => [`orderIds.${id}`, String(id)])) }
  const form = { ...undoMany, fields: [undoMany.fields[0]!, ...hidden] }
  return formsOf(visitor, { [form.id]: { values, next: here } })(form)
}

type Named = (order: Order) => Html | string
const plain: Named = () => ''
const withStatus: Named = order => ` (${t(labelsOf(order)[order.status].text)})`
const withPayment: Named = ({ paymentStatus }) => ` (${t(ORDER_PAYMENT_LABELS[paymentStatus].text)})`

/** `2 orders marked as shipped: #3 #4` */
function sentence(orders: readonly Order[], text: Numbered, more: Named): Html {
  const links = orders.map(order => html` <a href="/admin/orders/${order.id}">#${order.id}</a>${more(order)}`)
  return html`${t(text, { total: count(orders.length), count: orders.length })}${links}.`
}

function warning(orders: readonly Order[], text: Numbered, more: Named): Html | undefined {
  if (orders.length === 0) return undefined
  return html`<div class="notice warning" role="status" tabindex="-1" autofocus><p>${sentence(orders, text, more)}</p></div>`
}
