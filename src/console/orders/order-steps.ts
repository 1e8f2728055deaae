/** The steps of an order that staff take on its page: the next one first, and what else is possible. */
import { type Html, html } from '../../html/html.ts'
import type { findOrder } from '../../orders/queries.ts'
import {
  isCollected,
  isGivenBack,
  mayTake,
  PAYMENT_RECORDS,
  type PaymentRecord,
  type PaymentStatus,
  STEPS,
  type Step,
  type UndoneStep,
} from '../../orders/states.ts'
import { section, toast } from '../../pages/components.ts'
import type { Field } from '../../pages/field.ts'
import type { Form, FormStates } from '../../pages/form.ts'
import { edit, step } from '../../pages/form-kinds.ts'
import { money } from '../../pages/format.ts'
import { formsOf } from '../../pages/forms-of.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { MOST_LINES } from '../../returns/components.ts'
import type { PlainText, Text } from '../../words/text.ts'
import { t, translated } from '../../words/words.ts'
import type { ListRequest } from '../filters.ts'
import { emailFate, TAKEN_BACK, UNDOABLE, whenTold } from '../undo.ts'
import { CARRIER, TRACKING_NUMBER, withCarriers } from './parcel-forms.ts'

type Order = NonNullable<Awaited<ReturnType<typeof findOrder>>>

type OrderForm = { form: Form; isPossible: (order: Order) => boolean }

/** Sent only by the button that asks before. */
const EVEN_IF_REFUNDED = {
  name: 'evenIfRefunded',
  label: 'Even if refunded',
  type: 'hidden',
  value: 'boolean',
} as const

/** Someone else was faster: the reloaded page shows what they did. */
const outdatedBy = ['wrong_order_state', 'wrong_payment_state', 'order_refunded']

const SHIPPED = 'Marked as shipped.'
const DELIVERED = 'Marked as delivered.'

const saveTrackingNumber = edit<Text>({
  at: '/admin/orders/:id/tracking-number',
  method: 'PUT',
  api: '/api/orders/:id/tracking-number',
  fields: [{ ...TRACKING_NUMBER, required: true }, CARRIER],
  button: 'Save tracking number',
  done: 'Tracking number saved. We email the customer if it has changed.',
  outdatedBy,
  look: 'quiet',
})

/** Forms in the order of their urgency. */
export const STEP_FORMS: OrderForm[] = [
  stepForm('process', {
    fields: [EVEN_IF_REFUNDED],
    button: 'Start preparing',
    done: 'The customer sees that you are preparing this order.',
  }),
  stepForm('ship', {
    fields: [TRACKING_NUMBER, CARRIER, UNDOABLE, EVEN_IF_REFUNDED],
    button: 'Mark as shipped',
    done: SHIPPED,
  }),
  stepForm('deliver', { button: 'Mark as delivered', done: DELIVERED }),
  undoForm('ship', 'Back to preparing'),
  undoForm('deliver', 'Back to shipped'),
  { form: saveTrackingNumber, isPossible: order => order.status === 'shipped' && !isCollected(order) },
  ...(Object.keys(PAYMENT_RECORDS) as PaymentRecord[]).map(paymentForm),
  // The form of an order with the most lines, from which the routes are made.
  stepForm('cancel', {
    fields: keepOutFields([]),
    button: 'Cancel this order',
    confirm: 'Cancel this order? What is not ticked goes back into stock, and we email the customer.',
    done: 'Order cancelled. We email the customer.',
    look: 'danger',
  }),
]

/** @param names of the lines; none: as many as an order can have */
function keepOutFields(names: readonly string[]): Field[] {
  const labels =
    names.length > 0
      ? names.map(name => t('Do not put {name} back into stock: broken, or gone', { name }))
      : Array.from({ length: MOST_LINES }, () => 'Do not put it back into stock: broken, or gone')
  return labels.flatMap((label, index): Field[] => [
    { name: `items.${index}.line`, label: 'Line', type: 'hidden', value: 'integer' },
    {
      name: `items.${index}.keepOut`,
      label,
      type: 'checkbox',
      value: 'boolean',
    },
  ])
}

/** A cancellation asks about each line of the order; the shop may have carriers of its own. Who collects it waits for no parcel. */
function formOf(form: Form, order: Order): Form {
  if (form.id === 'cancel') return { ...form, fields: keepOutFields(order.items.map(({ name }) => name)) }
  const collected = isCollected(order) ? OF_COLLECTION[form.id] : undefined
  if (!collected) return withCarriers(form, order.ownCarriers)
  return { ...form, button: collected, fields: form.fields.filter(({ name }) => !OF_PARCELS.includes(name)) }
}

const OF_PARCELS = ['trackingNumber', 'carrier']

const OF_COLLECTION: Record<string, PlainText> = {
  ship: 'Ready to collect',
  deliver: 'Mark as collected',
  'undo-deliver': 'Back to ready',
}

type OrderStep = { button: PlainText; done: PlainText; confirm?: PlainText } & Partial<Pick<Form, 'fields' | 'look'>>

function stepForm(name: Step, form: OrderStep): OrderForm {
  return {
    form: orderForm(name, { look: 'primary', ...form }),
    isPossible: ({ status }) => mayTake(name, status, 'staff'),
  }
}

function undoForm(name: UndoneStep, button: PlainText): OrderForm {
  const form = step({
    at: `/admin/orders/:id/undo-${name}`,
    api: '/api/orders/:id/undo',
    fields: [{ name: 'step', label: 'Step', type: 'hidden' }],
    button,
    once: true,
    success: { go: '/admin/orders/{orderId}?email={emailOutcome}', done: TAKEN_BACK },
    outdatedBy: ['wrong_order_state'],
  })
  return { form, isPossible: ({ status }) => status === STEPS[name].to }
}

/** The message about the step that led to this page, if it says more than a sentence. */
export function stepToast(visitor: Visitor, order: Order, request: ListRequest, undoSeconds: number): Html | undefined {
  if (visitor.done === TAKEN_BACK) return emailFate(request)
  const step = visitor.done === SHIPPED ? 'ship' : visitor.done === DELIVERED ? 'deliver' : undefined
  // Somebody may have undone it meanwhile, or gone on.
  if (!step || order.status !== STEPS[step].to) return undefined
  const text = step === 'ship' ? `${t(SHIPPED)} ${whenTold('The customer gets an email', undoSeconds)}` : t(DELIVERED)
  const { form } = undoForm(step, 'Undo')
  const show = formsOf(visitor, {}, { id: String(order.id) })
  return toast(text, show({ ...form, id: `toast-${form.id}` }, { step }))
}

function paymentForm(record: PaymentRecord): OrderForm {
  const from: readonly PaymentStatus[] = PAYMENT_RECORDS[record].from
  return {
    form: orderForm(`mark-${record}`, {
      button: `Mark as ${record}`,
      confirm:
        record === 'refunded'
          ? "Did you send back all that is due? The customer gets an email. You can't undo this."
          : `Mark as ${record}?`,
      done: `Marked as ${record}.`,
    }),
    isPossible: ({ paymentStatus, total }) => from.includes(paymentStatus) && total > 0,
  }
}

function orderForm(name: string, form: OrderStep): Form {
  return step({ at: `/admin/orders/:id/${name}`, api: `/api/orders/:id/${name}`, outdatedBy, ...form })
}

const GIVEN_BACK = 'All the money for this order goes back to the customer. Cancel the order, so that nobody packs it.'

/** Asks before an order is packed or shipped that nobody pays for. */
const ASKS: Record<string, Pick<Form<Text>, 'button' | 'confirm' | 'look'>> = {
  process: {
    button: 'Prepare it all the same',
    confirm: 'All the money for this order goes back. Prepare it all the same?',
    look: 'quiet',
  },
  ship: {
    button: 'Ship it all the same',
    confirm: 'All the money for this order goes back. Mark it as shipped all the same?',
    look: 'quiet',
  },
}

/** Asks before a parcel leaves of which only a part is paid. An order by invoice of which nothing is paid is the usual case. */
function askOf({ paymentStatus, due, currency }: Order): Pick<Form, 'confirm'> | false {
  return (
    paymentStatus === 'partly_paid' && {
      confirm: t('{due} of this order are still due. Mark it as shipped all the same?', { due: money(due, currency) }),
    }
  )
}

const isOver = ({ status }: Order) => status !== 'placed' && status !== 'processing'

const NEXT = ['process', 'ship', 'deliver', 'mark-paid', 'mark-refunded']

/** Money for a cancelled order may still come, but nobody waits for it. */
const isNext = (id: string, { status }: Order) => NEXT.includes(id) && !(id === 'mark-paid' && status === 'cancelled')

type StepContext = {
  /** The tracking number of a shipment that was taken back, to be corrected. */
  tried?: string | undefined
  /** A hint about the money, shown before the parcel is prepared or shipped. */
  hint?: string | undefined
  /** The sum of refunds by bank transfer that nobody has made yet. */
  toTransfer?: string | undefined
  /** A provider has the money, so nobody can have noted it by mistake. */
  isByProvider?: boolean
}

/** The parcel comes first, then the money. Everything else waits below. */
export function stepSections(
  visitor: Visitor,
  order: Order,
  states: FormStates,
  { tried, hint, toTransfer, isByProvider = false }: StepContext = {},
): { next: Html; others?: Html | undefined } {
  // A refused form stays on the page even when its step is no longer possible.
  const possible = STEP_FORMS.filter(
    ({ form, isPossible }) =>
      (isPossible(order) && !(form.id === 'mark-unpaid' && isByProvider)) || states[form.id]?.problem,
  )
  const isBack = isGivenBack(order)
  const isNextOf = (id: string) => isNext(id, order) && !(id === 'mark-refunded' && toTransfer)
  const next = possible.find(({ form }) => (isBack && !isOver(order) ? form.id === 'cancel' : isNextOf(form.id)))
  const others = possible.filter(form => form !== next)
  const showAny = formsOf(visitor, states, { id: String(order.id) })
  const show: typeof showAny = (form, values) =>
    showAny({ ...formOf(form, order), ...(isBack ? ASKS[form.id] : form.id === 'ship' && askOf(order)) }, values)
  // The numbers are then those of parcels that have left.
  const isSentInPart = order.status === 'processing' && order.parts.length > 0
  const values = {
    trackingNumber: isSentInPart ? '' : (order.trackingNumber ?? tried ?? ''),
    carrier: order.carrier ?? '',
    undoable: 'true',
    ...(isBack && { evenIfRefunded: 'true' }),
    ...Object.fromEntries(order.items.map(({ line }, index) => [`items.${index}.line`, String(line)])),
  }
  return {
    next: section(
      'next',
      'Next step',
      next
        ? html`${isBack && !isOver(order) && html`<p class="notice warning">${t(GIVEN_BACK)}</p>`}${
            hint &&
            (next.form.id === 'process' || next.form.id === 'ship') &&
            html`<p class="notice warning">${translated(hint)}</p>`
          }${show({ ...next.form, look: 'primary' }, values)}`
        : toTransfer
          ? html`<p>${t(
              '{sum} goes back by bank transfer. Make it at your bank, and say in the list that you have sent it.',
              {
                sum: toTransfer,
              },
            )}</p><p><a class="button primary" href="/admin/payments/transfers">${t('Transfers to make')}</a></p>`
          : html`<p class="soft">${t('Nothing is left to do.')}</p>`,
      { look: 'card actions' },
    ),
    ...(others.length > 0 && {
      others: section(
        'others',
        'Other steps',
        others.map(({ form }) => show(form, { ...values, step: form.id.replace('undo-', '') })),
        { look: 'card actions' },
      ),
    }),
  }
}

export const resend = step<Text>({
  id: 'resend',
  at: '/admin/orders/:id/confirmation',
  api: '/api/notifications/order-confirmation',
  fields: [
    { name: 'orderId', label: 'Order', type: 'hidden', value: 'integer' },
    { name: 'resend', label: 'Again', type: 'hidden', value: 'boolean' },
  ],
  button: 'Send the confirmation again',
  once: true,
  done: 'The confirmation is on its way again.',
  go: '/admin/orders/{orderId}',
})
