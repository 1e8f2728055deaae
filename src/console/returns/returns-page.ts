/** Returns: what customers want to send back, what has come, and what they get for it. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { type Html, html } from '../../html/html.ts'
import { rich } from '../../html/rich.ts'
import { findOrder } from '../../orders/queries.ts'
import { badge, empty, facts, type Sort, section, stateBadge, table } from '../../pages/components.ts'
import type { Form, FormStates } from '../../pages/form.ts'
import { money, time, typedAmount } from '../../pages/format.ts'
import { formsOf, type ShowForm } from '../../pages/forms-of.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { findCompletePayment } from '../../payments/ask-more.ts'
import { findLivePayment, findPayments } from '../../payments/queries.ts'
import { Problem } from '../../problems.ts'
import { askReturnByShop, returnForm } from '../../returns/components.ts'
import { countOpenReturns, findReturn, listReturns, type ReturnRow } from '../../returns/queries.ts'
import { mayTakeStep, OPEN_RETURNS, RETURN_LABELS } from '../../returns/states.ts'
import { groupedIban } from '../../shop/setting-rules.ts'
import { readShop } from '../../shop/settings.ts'
import { t } from '../../words/words.ts'
import { queryOneOf, queryText, withQuery } from '../filters.ts'
import { consolePage, formsPage, mayOpen, staffPage } from '../layout.ts'
import { linesInWords } from '../lines-in-words.ts'
import { amount, isOldestFirst, readPaging, renderList, sortedByAge } from '../list-page.ts'
import { approve, close, credit, decline, RECEIVE, receiveForm, refund, withoutLabel } from './return-forms.ts'

const RETURN_TABS = { open: 'Open', all: 'All' } as const
type Tab = keyof typeof RETURN_TABS

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

export function returnPages(app: FastifyInstance, { db, reader }: AppContext): void {
  staffPage(app, '/admin/returns', async (visitor, request) => {
    const paging = { ...readPaging(request), oldestFirst: isOldestFirst(request) }
    const tab = tabOf(request)
    const [list, open] = await reader.read(async db => {
      const found = await listReturns(db, tab === 'open' ? OPEN_RETURNS : undefined, paging)
      return [{ ...found, items: await linesInWords(db, found.items) }, await countOpenReturns(db)] as const
    })
    return consolePage({
      title: 'Returns',
      visitor,
      main: html`<h1>${t('Returns')}</h1>
        ${tabs(tab, open, queryText(request, 'sort'))}
        ${renderList(request, {
          ...list,
          paging,
          nouns: ['return', 'returns'],
          none: empty('No returns here', 'What customers want to send back appears here.'),
          show: rows => returnTable(rows, sortedByAge(request)),
        })}`,
    })
  })

  formsPage(app, {
    address: '/admin/returns/:id',
    forms: [approve, decline, receiveForm([]), refund, credit, close],
    async render(visitor, request, states) {
      const { id } = request.params as { id: string }
      const stored = UUID.test(id) ? await findReturn(db, id) : undefined
      if (!stored) throw new Problem('not_found', "We can't find that return.")
      const found = (await linesInWords(db, [stored]))[0]!
      const { returnLabels } = await readShop(db)
      const payments = await findPayments(db, found.orderId)
      const left = payments.reduce((sum, one) => sum + (one.is_surplus ? 0 : one.captured - one.refund_reserved), 0)
      const elsewhere = payments
        .flatMap(({ is_surplus: isSurplus, refunds }) => (isSurplus ? [] : refunds))
        .reduce((sum, { source, state, amount }) => sum + (source === 'external' && state !== 'failed' ? amount : 0), 0)
      // Nothing goes back of an order that is not paid in full. What comes back is taken off the rest.
      const isPartly = (await findOrder(db, found.orderId))?.paymentStatus === 'partly_paid'
      const paid = (await findLivePayment(db, found.orderId)) ?? (await findCompletePayment(db, found.orderId))
      const isOwed = isPartly || paid === undefined
      const isToTransfer = payments.some(({ refunds }) =>
        refunds.some(({ returnId, state }) => returnId === found.id && state === 'to_transfer'),
      )
      const sums = { left: isPartly ? 0 : left, elsewhere, isOwed, isToTransfer }
      return returnPage(visitor, found, { states, returnLabels, ...sums })
    },
  })
}

function tabOf(request: FastifyRequest): Tab {
  return queryOneOf(request, 'show', Object.keys(RETURN_TABS) as Tab[]) ?? 'open'
}

function tabs(chosen: Tab, open: number, sort?: string): Html {
  return html`<nav aria-label="${t('Returns')}"><ul class="lists">${(Object.keys(RETURN_TABS) as Tab[]).map(
    tab =>
      html`<li><a href="${withQuery('/admin/returns', { show: tab, sort })}"${
        tab === chosen && html` aria-current="true"`
      }>${t(RETURN_TABS[tab])}${tab === 'open' && html` <span class="amount">${amount(open)}</span>`}</a></li>`,
  )}</ul></nav>`
}

function returnTable(rows: readonly ReturnRow[], byAge: Sort): Html {
  return table(
    'Returns',
    [
      { label: 'Return', cell: ({ id, items }) => html`<a href="/admin/returns/${id}">${itemWords(items)}</a>` },
      { label: 'Order', cell: ({ orderId }) => html`<a href="/admin/orders/${orderId}">#${orderId}</a>` },
      { label: 'Customer', cell: ({ userName }) => html`<bdi>${userName}</bdi>` },
      { label: 'Asked', cell: ({ steps }) => time(steps[0]!.at), sort: byAge },
      { label: 'Status', cell: ({ state }) => stateBadge(RETURN_LABELS[state], 'staff') },
    ],
    rows,
    { look: 'rows' },
  )
}

function itemWords(items: ReturnRow['items']): string {
  const [first, ...others] = items
  const words = `${first!.quantity} × ${first!.name}`
  return others.length === 0 ? words : t('{name} and {count} more', { name: words, count: others.length })
}

type Ordered = Omit<Parameters<typeof returnForm>[1], 'payment'> & { paymentMethod: string }

/** Shows them on the page of the order. */
export function returnsOfOrder(
  order: Ordered,
  returns: readonly ReturnRow[],
  states: FormStates,
  show: ShowForm,
): Html | undefined {
  const form = returnForm(askReturnByShop, { ...order, payment: { method: order.paymentMethod } }, show)
  if (returns.length === 0 && !form) return undefined
  return section(
    'returns',
    'Returns',
    html`<ul>${returns.map(
      ({ id, items, state }) =>
        html`<li><a href="/admin/returns/${id}">${itemWords(items)}</a> ${stateBadge(RETURN_LABELS[state], 'staff')}</li>`,
    )}</ul>
    ${
      form &&
      html`<details${states[askReturnByShop.id]?.problem && html` open`}><summary>${t('Enter a return')}</summary>
      ${form}</details>`
    }`,
    { look: 'card' },
  )
}

type Shown = {
  states: FormStates
  returnLabels: boolean
  /** The part of the payment that can still be refunded. */
  left: number
  /** Refunded at the provider, perhaps for this return. */
  elsewhere: number
  /** Nobody has paid for the order, and no payment is under way. */
  isOwed: boolean
  /** Its refund waits for a bank transfer. */
  isToTransfer: boolean
}

function returnPage(visitor: Visitor, found: ReturnRow, shown: Shown): Html {
  const { orderId, state, items, reason, answer, label, refundIban, ownerId, userName } = found
  return consolePage({
    title: t('Return of order #{id}', { id: orderId }),
    visitor,
    states: shown.states,
    main: html`<p class="crumb"><a href="/admin/returns">${t('Returns')}</a></p>
      <div class="row apart head"><h1>${t('Return of order #{id}', { id: orderId })}</h1>${stateBadge(RETURN_LABELS[state], 'staff')}</div>
      <div class="split">
        <div>
          ${table(
            'Pieces',
            [
              { label: 'Product', cell: ({ name }) => name },
              { label: 'SKU', cell: ({ sku }) => html`<code>${sku}</code>` },
              { label: 'Quantity', cell: ({ quantity }) => quantity, number: true },
              { label: 'Back in stock', cell: ({ restocked }) => restocked ?? '–', number: true },
            ],
            items,
          )}
          ${facts([
            ['Order', html`<a href="/admin/orders/${orderId}">#${orderId}</a>`],
            ['Customer', html`<a href="/admin/users/${ownerId}"><bdi>${userName || t('Without a name')}</bdi></a>`],
            ...(reason ? [['Reason', html`<span class="as-written">${reason}</span>`] as const] : []),
            ...(answer ? [['Your answer', html`<span class="as-written">${answer}</span>`] as const] : []),
            ...(label ? [['Label', html`<a href="${label}">${label}</a>`] as const] : []),
            ...(refundIban ? [['Refund to', html`<code>${groupedIban(refundIban)}</code>`] as const] : []),
            ...moneyFacts(found, shown.isToTransfer && mayOpen(visitor, '/admin/payments')),
          ])}
        </div>
        <div>${nextSteps(visitor, found, shown)}<div class="card"><h2>${t('History')}</h2>${history(found)}</div></div>
      </div>`,
  })
}

function moneyFacts(
  { goodsTotal, deliveryTotal, refunded, credited, currency }: ReturnRow,
  isToTransfer: boolean,
): (readonly [string, string | Html])[] {
  return [
    ...(goodsTotal === null ? [] : [['Price of these pieces', money(goodsTotal, currency)] as const]),
    ...(deliveryTotal ? [['Delivery, because all came back', money(deliveryTotal, currency)] as const] : []),
    ...(refunded === null ? [] : [['Refund', refundFact(money(refunded, currency), isToTransfer)] as const]),
    ...(credited === null ? [] : [['Taken off what is due', money(credited, currency)] as const]),
  ]
}

/** A return is closed before its money is sent, so the page leads to what is left to do. */
function refundFact(amount: string, isToTransfer: boolean): Html {
  return html`${amount}${
    isToTransfer &&
    html` ${badge('To be transferred', 'warn')} <a href="/admin/payments/transfers">${t('Transfers to make')}</a>`
  }`
}

function history({ steps, ownerId, userName }: ReturnRow): Html {
  return html`<ol class="steps">${steps.map(
    ({ state, at, by }) =>
      html`<li class="done"><strong>${t(RETURN_LABELS[state].text)}</strong>
        <span class="soft">${rich('{time}, by {name}', {
          time: time(at),
          name: by === ownerId ? html`<bdi>${userName}</bdi>` : t('the shop'),
        })}</span></li>`,
  )}</ol>`
}

/** A refused form stays on the page even when its step is no longer possible. */
function nextSteps(
  visitor: Visitor,
  found: ReturnRow,
  { states, returnLabels, left, elsewhere, isOwed }: Shown,
): Html | undefined {
  const { id, state, items, goodsTotal, deliveryTotal, currency } = found
  const show = formsOf(visitor, states, { id })
  const due = (goodsTotal ?? 0) + (deliveryTotal ?? 0)
  const may = (form: Form, isPossible: boolean) => isPossible || states[form.id]?.problem !== undefined
  const lines = Object.fromEntries(
    items.flatMap(({ line, quantity }, index) => [
      [`items.${index}.line`, String(line)],
      [`items.${index}.restocked`, String(quantity)],
    ]),
  )
  const parts = [
    may(approve, mayTakeStep('approve', state)) && show(returnLabels ? approve : withoutLabel),
    may(RECEIVE, mayTakeStep('receive', state)) && show(receiveForm(items), lines),
    state === 'received' &&
      elsewhere > 0 &&
      html`<p>${t(
        '{sum} of this order was already refunded at the provider. If that was for this return, close it without a refund.',
        { sum: money(elsewhere, currency) },
      )}</p>`,
    may(refund, state === 'received' && left > 0 && due > 0) &&
      html`<p>${t('{sum} of what was paid can still go back.', { sum: money(left, currency) })}</p>${show(refund, {
        amount: typedAmount(Math.min(due, left), currency),
        currency,
      })}`,
    may(credit, state === 'received' && isOwed && due > 0) &&
      show(credit, { amount: typedAmount(due, currency), currency }),
    may(close, mayTakeStep('close', state)) && show(close),
    may(decline, mayTakeStep('decline', state)) && show(decline),
  ].filter(Boolean)
  return parts.length > 0 ? html`<div class="card actions"><h2>${t('Next step')}</h2>${parts}</div>` : undefined
}
