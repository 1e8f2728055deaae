/** The page of an order: its next step, what is owed and where it goes, and beside it everything of its money, papers and returns. */
import type { FastifyInstance } from 'fastify'
import { productPicture } from '../../catalogue/product-picture.ts'
import { findPictured } from '../../catalogue/queries.ts'
import type { AppContext } from '../../context.ts'
import { documentSection } from '../../documents/paper/section.ts'
import { findDocumentsOf, type StoredDocument } from '../../documents/queries.ts'
import { type Html, html } from '../../html/html.ts'
import { rich } from '../../html/rich.ts'
import { rowIdIn } from '../../http/filters.ts'
import { listDeliveries } from '../../notifications/queries.ts'
import { addressPart, METHOD_TEXT, moreOfAddress, noteFact, paymentBadge } from '../../orders/components.ts'
import { addressLines, placeOf } from '../../orders/delivery-address.ts'
import { FORMER_OWNER, findOrder } from '../../orders/queries.ts'
import { isCollected, labelsOf } from '../../orders/states.ts'
import { findTriedNumber } from '../../orders/undo/queries.ts'
import { copyButton, facts, section, stateBadge, table } from '../../pages/components.ts'
import type { FormStates } from '../../pages/form.ts'
import { count, date, money, time } from '../../pages/format.ts'
import { formsOf, rowFormsOf } from '../../pages/forms-of.ts'
import type { Visitor } from '../../pages/visitor.ts'
import {
  claimDispute,
  creditDispute,
  moneySection,
  paymentHint,
  refund,
  refundByTransfer,
  settleAgain,
  settleDone,
} from '../../payments/payment-section.ts'
import { type Dispute, findOpenCalls, findPayments, type OpenCall, type Payment } from '../../payments/queries.ts'
import { findIncomingOf, type IncomingRow } from '../../payments/transfers-in/queries.ts'
import { noteTransferForm, transfersSection, undoTransfer } from '../../payments/transfers-in/section.ts'
import { showDelivery } from '../../pricing/totals.ts'
import { describeCheck } from '../../pricing/vies/vat-id-check.ts'
import { Problem } from '../../problems.ts'
import { askReturnByShop } from '../../returns/components.ts'
import { findReturnsOf, type ReturnRow } from '../../returns/queries.ts'
import { readShop } from '../../shop/settings.ts'
import { after, DAY } from '../../time.ts'
import { nameOfLanguage } from '../../words/languages.ts'
import { currentLanguage, t } from '../../words/words.ts'
import { consolePage, formsPage, linkFor, mayOpen } from '../layout.ts'
import { linesInWords } from '../lines-in-words.ts'
import { findNoted, type Noted, noteForms, noteSection } from '../notes/note-section.ts'
import { deliveryTable } from '../operations/delivery-components.ts'
import { placeName } from '../pricing/tax-rates-page.ts'
import { billingSection, EDIT_FORMS, editSection } from '../returns/order-edits.ts'
import { returnsOfOrder } from '../returns/returns-page.ts'
import { type Entry, findHistory, historyList } from './order-history.ts'
import { orderListPages } from './order-list.ts'
import { costsOf, isHeldByProvider, toTransferOf } from './order-money.ts'
import { resend, STEP_FORMS, stepSections, stepToast } from './order-steps.ts'
import { packingSlipPages } from './packing-slip-page.ts'
import { findParcelNotes, PARCEL_FORMS, type ParcelNotes, parcelFacts, partSection } from './parcel-forms.ts'
import { FINDING_FORMS, findingSection } from './payment-findings.ts'

type Order = NonNullable<Awaited<ReturnType<typeof findOrder>>>

export function orderPages(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  packingSlipPages(app, context)
  orderListPages(app, context)

  formsPage(app, {
    address: '/admin/orders/:id',
    forms: [
      ...STEP_FORMS.map(({ form }) => form),
      resend,
      refund,
      refundByTransfer,
      noteTransferForm,
      undoTransfer,
      settleDone,
      settleAgain,
      creditDispute,
      claimDispute,
      ...FINDING_FORMS,
      askReturnByShop,
      ...EDIT_FORMS,
      ...PARCEL_FORMS,
      ...noteForms('order'),
    ],
    async render(visitor, request, states) {
      const { id } = request.params as { id: string }
      const rowId = rowIdIn(id)
      const found = rowId && (await findOrder(db, rowId))
      if (!found) throw new Problem('not_found', "We can't find that order.")
      const order = (await linesInWords(db, [found]))[0]!
      const { daysToPay, undoSeconds } = await readShop(db)
      const deliveries = await listDeliveries(db, { orderId: order.id }, { page: 1, limit: 20 })
      const history = await findHistory(db, visitor, order)
      const products = await findPictured(
        db,
        order.items.map(({ productId }) => productId),
      )
      const [payments, calls] = await Promise.all([findPayments(db, order.id), findOpenCalls(db, { onlyDoubts: true })])
      const doubts = calls.filter(({ orderId }) => orderId === order.id)
      return orderPage(visitor, order, {
        products,
        emails: deliveryTable(visitor, deliveries.items),
        history,
        states,
        payments,
        transfers: await findIncomingOf(db, [order.id]),
        doubts,
        documents: await findDocumentsOf(db, order.id),
        returns: await linesInWords(db, await findReturnsOf(db, order.id)),
        daysToPay,
        tried: order.status === 'processing' ? await findTriedNumber(db, order.id) : undefined,
        parcels: await findParcelNotes(db, order),
        noted: await findNoted(db, { kind: 'order', id: order.id }),
        said: stepToast(visitor, order, request, undoSeconds),
      })
    },
  })
}

type Shown = {
  products: Awaited<ReturnType<typeof findPictured>>
  emails: Html
  history: Entry[]
  states: FormStates
  payments: Payment[]
  transfers: IncomingRow[]
  doubts: OpenCall[]
  documents: StoredDocument[]
  returns: ReturnRow[]
  daysToPay: number
  tried: string | undefined
  parcels: ParcelNotes
  noted: Noted
  /** The message about the step before. */
  said: Html | undefined
}

function orderPage(visitor: Visitor, order: Order, shown: Shown): Html {
  const { products, emails, history, states } = shown
  const { owner } = order
  const params = { id: String(order.id) }
  const show = formsOf(visitor, states, params)
  const hint = paymentHint(order, shown.payments)
  const { next, others } = stepSections(visitor, order, states, {
    tried: shown.tried,
    hint,
    isByProvider: shown.payments.some(isHeldByProvider),
    toTransfer: mayOpen(visitor, '/admin/payments') ? toTransferOf(order, shown.payments) : undefined,
  })
  return consolePage({
    title: t('Order #{id}', { id: order.id }),
    visitor: shown.said ? { ...visitor, done: undefined } : visitor,
    states,
    main: html`${shown.said}<p class="crumb"><a href="/admin/orders">${t('Orders')}</a></p>
      <div class="row apart head"><h1>${t('Order #{id}', { id: order.id })}</h1>
        <span class="row">${stateBadge(labelsOf(order)[order.status], 'staff')}
        ${paymentBadge(order.paymentStatus, order, 'staff')}</span></div>
      <p class="soft">${summary(order)}</p>
      <div class="desk">
        <div class="desk-next">${next}</div>
        <div class="desk-main">
          ${itemTable(visitor, order, products)}
          ${owedAndWhere(visitor, order, shown)}
          ${section(
            'emails',
            'Emails',
            html`${emails}
          ${owner.id !== FORMER_OWNER && order.status !== 'cancelled' && show(resend, { orderId: params.id, resend: 'true' })}`,
          )}
        </div>
        <div class="desk-rest">${others}${partSection(visitor, order, states)}${moneyPart(visitor, params.id, shown)}${
          mayOpen(visitor, '/admin/payments') && transfersPart(visitor, order, shown)
        }${findingSection(
          visitor,
          params.id,
          shown.payments,
          states,
        )}${documentSection(shown.documents)}${returnsOfOrder(
          order,
          shown.returns,
          states,
          show,
        )}${editSection(order, states, show)}${billingSection(order, invoiceIn(shown.documents), states, show)}
          ${noteSection(visitor, { kind: 'order', id: order.id }, shown.noted, states)}
          ${section('history', 'History', historyList(history), { look: 'card' })}</div>
      </div>`,
  })
}

function invoiceIn(documents: StoredDocument[]): string | undefined {
  return documents.find(({ kind }) => kind === 'invoice')?.label
}

/** `7 pieces · €262.00 · to Zürich, CH · 26 Nov 2026, 08:20` */
function summary({ items, total, currency, deliveryAddress, placedAt }: Order): Html {
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0)
  return html`${t('{total} pieces', { total: count(pieces), count: pieces })} · ${money(total, currency)} ·
    ${deliveryAddress && html`${t('to')} <bdi>${placeOf(deliveryAddress)}</bdi> · `}${time(placedAt)}`
}

function itemTable(visitor: Visitor, { items, currency }: Order, products: Shown['products']): Html {
  return table(
    'Items ordered',
    [
      {
        label: 'Product',
        cell: ({ productId, name, sku }) => {
          const product = products.get(productId)
          return html`<span class="thumbs" aria-hidden="true">${productPicture(
            product,
            '2rem',
          )}</span><span>${product?.isSold ? linkFor(visitor, `/admin/products/${productId}`, name) : name}
            <small><code>${sku}</code></small></span>`
        },
      },
      {
        label: 'Quantity',
        cell: ({ quantity, unitPrice }) => html`${quantity} × ${money(unitPrice, currency)}`,
        number: true,
      },
      { label: 'Subtotal', cell: item => money(item.lineTotal, currency), number: true },
    ],
    items,
    { look: 'rows of-items' },
  )
}

/** Shows the sum that is owed, and the delivery address, for comparison with the bank account and with the parcel. */
function owedAndWhere(visitor: Visitor, order: Order, { daysToPay, parcels }: Shown): Html {
  const { owner, deliveryAddress } = order
  const isTransfer = order.due > 0 && order.paymentStatus === 'open' && order.paymentMethod === 'invoice'
  const owed = facts([
    ...costsOf(order),
    ...(order.taxCountry ? [['VAT of', placeName(order.taxCountry)] as const] : []),
    ...(order.discountCode ? [['Discount code', html`<code>${order.discountCode}</code>`] as const] : []),
    [
      'Payment',
      html`${t(METHOD_TEXT[order.paymentMethod])} ${paymentBadge(order.paymentStatus, order, 'staff')}${
        isTransfer &&
        html` <span class="soft">${rich('due by {day}', { day: date(after(new Date(order.placedAt), daysToPay * DAY)) })}</span>`
      }`,
    ],
  ])
  const where = facts([
    ['Customer', linkFor(visitor, `/admin/users/${owner.id}`, html`<bdi>${owner.userName}</bdi>, ${owner.email}`)],
    ...(deliveryAddress
      ? [
          [
            'Deliver to',
            html`${addressPart(deliveryAddress)}${copyButton(addressLines(deliveryAddress).join('\n'), 'Copy')}`,
          ] as const,
        ]
      : isCollected(order)
        ? [['Collects', html`${showDelivery(order.delivery!).name}`] as const]
        : []),
    ...moreOfAddress(order),
    ...(order.vatIdCheck ? [['VAT ID check', describeCheck(order.vatIdCheck)] as const] : []),
    ...noteFact(order),
    ...(order.locale ? [['Language', nameOfLanguage(order.locale, currentLanguage())] as const] : []),
    ...parcelFacts(order, parcels),
  ])
  return html`<section class="card" aria-label="${t('What is owed and where it goes')}"><div class="both">
    <div><h2>${t('What is owed')}</h2>${owed}</div><div><h2>${t('Where it goes')}</h2>${where}
    ${
      order.status !== 'cancelled' &&
      html`<p><a class="button quiet"
      href="/admin/orders/${order.id}/packing-slip">${t('Packing slip')}</a></p>`
    }</div></div></section>`
}

function transfersPart(visitor: Visitor, order: Order, { transfers, states }: Shown): Html {
  const params = { id: String(order.id) }
  const undo = ({ id }: IncomingRow) => rowFormsOf(visitor, states, { ...params, transfer: id })(undoTransfer)
  return transfersSection(order, transfers, formsOf(visitor, states, params), {
    undo,
    isSent: states[noteTransferForm.id] !== undefined,
  })
}

function moneyPart(visitor: Visitor, id: string, { payments, doubts, states }: Shown): Html | undefined {
  const settle = (call: OpenCall) => {
    const show = rowFormsOf(visitor, states, { id, call: call.id })
    return html`${show(settleDone, { done: 'true' })}${show(settleAgain, { done: 'false' })}`
  }
  const decide = (dispute: Dispute) => {
    const show = rowFormsOf(visitor, states, { id, dispute: dispute.id })
    const isDecided = dispute.decision !== null
    return html`${show(creditDispute, { decision: 'credited' })}${!isDecided && show(claimDispute, { decision: 'claimed' })}`
  }
  return moneySection(payments, doubts, formsOf(visitor, states, { id }), { settle, decide })
}
