/** Bank statements: upload one, look at what came in, and say which order each transfer pays. Nothing is booked without a person. */
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { type Html, html } from '../../html/html.ts'
import { MOST_PARTS, type Proposal, type ProposalKind, proposalsFor } from '../../orders/bank/proposals.ts'
import { empty, section } from '../../pages/components.ts'
import type { Form, FormStates } from '../../pages/form.ts'
import { calendarDay, money } from '../../pages/format.ts'
import { formsOf, rowFormsOf } from '../../pages/forms-of.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { type IncomingRow, listIncoming } from '../../payments/transfers-in/queries.ts'
import type { TransferState } from '../../payments/transfers-in/tables.ts'
import type { PlainText } from '../../words/text.ts'
import { colon, t } from '../../words/words.ts'
import { type ListRequest, queryOneOf, queryText, withQuery } from '../filters.ts'
import { consolePage, formsPage } from '../layout.ts'
import { readPaging, renderList } from '../list-page.ts'
import {
  assign,
  confirmForm,
  confirmMany,
  LIST,
  MOST_SURE,
  reopen,
  sameAs,
  setAside,
  undo,
  upload,
} from './bank-forms.ts'

const TRANSFER_TABS: Record<'open' | 'booked' | 'set_aside' | 'known', PlainText> = {
  open: 'To confirm',
  booked: 'Booked',
  set_aside: 'Set aside',
  known: 'Noted before',
}

export function bankPage(app: FastifyInstance, { db }: AppContext): void {
  formsPage(app, {
    address: LIST,
    forms: [upload, confirmMany(MOST_SURE), confirmForm(MOST_PARTS), assign, setAside, sameAs, reopen, undo],
    async render(visitor, request, states) {
      const tab = tabOf(request)
      const paging = readPaging(request)
      const transfers = await listIncoming(db, tab, paging)
      const proposals = tab === 'open' ? await proposalsFor(db, transfers.items) : new Map<string, Proposal[]>()
      return consolePage({
        title: 'Bank statements',
        visitor,
        states,
        main: html`<h1>${t('Bank statements')}</h1>
          ${outcome(request)}
          ${section('upload', 'Upload', formsOf(visitor, states)(upload), { look: 'card form-card' })}
          ${tabs(tab)}
          ${sureOnes(visitor, states, proposals)}
          ${renderList(request, {
            ...transfers,
            paging,
            nouns: ['transfer', 'transfers'],
            none: empty(
              'No transfers here',
              tab === 'open'
                ? 'Upload a statement of your bank. What came in appears here.'
                : 'There are none at the moment.',
            ),
            show: rows => html`${rows.map(row => transferCard(visitor, states, row, proposals.get(row.id) ?? []))}`,
          })}`,
      })
    },
  })
}

function tabOf(request: ListRequest): TransferState {
  return queryOneOf(request, 'state', Object.keys(TRANSFER_TABS) as (keyof typeof TRANSFER_TABS)[]) ?? 'open'
}

function tabs(shown: TransferState): Html {
  return html`<nav aria-label="${t('Transfers')}"><ul class="lists">${Object.entries(TRANSFER_TABS).map(
    ([state, label]) => {
      const href = withQuery(LIST, { state: state === 'open' ? undefined : state })
      return html`<li><a href="${href}"${state === shown && html` aria-current="true"`}>${t(label)}</a></li>`
    },
  )}</ul></nav>`
}

/** Reports the result of the upload that led to this page. */
function outcome(request: ListRequest): Html | false {
  const numberOf = (name: string) =>
    /^\d{1,6}$/.test(queryText(request, name) ?? '') ? Number(queryText(request, name)) : undefined
  const [added, known, leftOut, refused] = ['added', 'known', 'left_out', 'refused'].map(numberOf)
  if (refused !== undefined && refused > 0)
    return html`<div class="notice warning" role="status">
      <p>${t('{total} of them changed meanwhile. Look at them again.', { total: refused })}</p></div>`
  if (added === undefined) return false
  return html`<div class="notice info" role="status"><p>${t('{count} transfers are new.', { count: added })}
    ${known ? t('{count} were known from a file before.', { count: known }) : ''}
    ${leftOut ? t('{count} entries bring no money, and were left out.', { count: leftOut }) : ''}</p></div>`
}

function sureOnes(visitor: Visitor, states: FormStates, proposals: ReadonlyMap<string, Proposal[]>): Html | false {
  const sure = [...proposals].flatMap(([id, [best]]) =>
    best?.kind === 'exact' ? `${id}:${best.parts.map(({ orderId }) => orderId).join(',')}` : [],
  )
  if (sure.length < 2) return false
  const values = Object.fromEntries(sure.map((text, n) => [`transfers.${n}`, text]))
  return html`<p>${formsOf(visitor, states)(confirmMany(sure.length), values)}</p>`
}

function transferCard(
  visitor: Visitor,
  states: FormStates,
  transfer: IncomingRow,
  proposals: readonly Proposal[],
): Html {
  const { id, amount, currency, bookedOn, payer, reference, state, note, parts } = transfer
  const show = rowFormsOf(visitor, states, { transfer: id })
  const sum = money(amount, currency)
  const about = payer ? t('{sum} from {payer}', { sum, payer }) : sum
  const open =
    state === 'open' &&
    html`${proposals.map(one => proposalLine(transfer, one, (form, values) => show(form, values, about)))}
    ${proposals.length === 0 && html`<p class="soft">${t('It matches no order.')}</p>`}
    <details><summary>${t('Another order, or several')}<span class="unseen">${colon()} ${about}</span></summary>
      ${show(assign, { currency }, about)}</details>
    <details><summary>${t('It pays no order')}<span class="unseen">${colon()} ${about}</span></summary>
      ${show(setAside, {}, about)}</details>`
  const paid = parts.map(
    ({ orderId, amount: part, surplus }) =>
      html`<li><a href="/admin/orders/${orderId}">${t('Order #{id}', { id: orderId })}</a>${colon()} ${money(part, currency)}${
        surplus && `, ${t('more than was due, so it goes back')}`
      }</li>`,
  )
  return section(
    `transfer-${id}`,
    money(amount, currency),
    html`<p>${bookedOn && calendarDay(bookedOn)} ${payer && html`<bdi>${payer}</bdi>`}</p>${
      reference && html`<p><bdi>${reference}</bdi></p>`
    }
      ${note && html`<p class="soft">${note}</p>`}${paid.length > 0 && html`<ul>${paid}</ul>`}${open}
      ${(state === 'set_aside' || state === 'known') && show(reopen, {}, about)}${state === 'booked' && show(undo, {}, about)}`,
    { look: 'card' },
  )
}

const WHY: Record<ProposalKind, PlainText> = {
  exact: 'The reference and the amount agree.',
  noted: 'Somebody has noted a transfer of this amount before. Is it this one? Then nothing is booked again.',
  differs: 'The reference names this order, and the amount differs.',
  paid: 'The reference names this order, of which nothing is due. All of it would go back.',
  number: 'A number in the text and the amount agree.',
  name: 'The payer and the amount agree.',
}

/** The difference that a transfer of another amount leaves. */
function differenceIn({ amount, currency }: IncomingRow, due: number): string {
  return amount < due
    ? t('{sum} stays due.', { sum: money(due - amount, currency) })
    : t('{sum} goes back.', { sum: money(amount - due, currency) })
}

function proposalLine(
  transfer: IncomingRow,
  { kind, parts, sameAs: noted, due }: Proposal,
  show: (form: Form, values: Record<string, string>) => Html,
): Html {
  const { currency } = transfer
  const orders = parts.map(
    ({ orderId, amount }, index) =>
      html`${index > 0 && ', '}<a href="/admin/orders/${orderId}">${t('Order #{id}', { id: orderId })}</a>${
        parts.length > 1 && ` (${money(amount, currency)})`
      }`,
  )
  const values = Object.fromEntries(
    parts.flatMap(({ orderId, amount }, n) => [
      [`parts.${n}.orderId`, String(orderId)],
      [`parts.${n}.amount`, String(amount)],
    ]),
  )
  const form = noted === null ? show(confirmForm(parts.length), values) : show(sameAs, { transferId: noted })
  return html`<div class="row apart"><p>${orders}
    <span class="soft">${t(WHY[kind])} ${kind === 'differs' && due !== undefined && differenceIn(transfer, due)}</span></p>${form}</div>`
}
