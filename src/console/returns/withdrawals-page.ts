/** Withdrawals, newest first. Staff decide about each; what follows of an accepted one happens by itself where it can. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { type Html, html } from '../../html/html.ts'
import { rich } from '../../html/rich.ts'
import { badge, empty } from '../../pages/components.ts'
import type { Form, FormStates } from '../../pages/form.ts'
import { step } from '../../pages/form-kinds.ts'
import { spokenTime, time } from '../../pages/format.ts'
import { rowFormsOf } from '../../pages/forms-of.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { countOpenWithdrawals, listWithdrawals, type Withdrawal } from '../../returns/withdrawals/queries.ts'
import type { Text } from '../../words/text.ts'
import { t } from '../../words/words.ts'
import { queryOneOf, withQuery } from '../filters.ts'
import { consolePage, formsPage } from '../layout.ts'
import { amount, readPaging, renderList } from '../list-page.ts'

const WITHDRAWAL_TABS = { open: 'Open', decided: 'Decided', all: 'All' } as const
type Tab = keyof typeof WITHDRAWAL_TABS

export function withdrawalPages(app: FastifyInstance, { reader }: AppContext): void {
  formsPage(app, {
    address: '/admin/withdrawals',
    forms: [accept, acceptAsked, decline],
    async render(visitor, request, states) {
      const paging = readPaging(request)
      const tab = tabOf(request)
      const [withdrawals, open] = await reader.read(db =>
        Promise.all([listWithdrawals(db, tab === 'all' ? undefined : tab, paging), countOpenWithdrawals(db)]),
      )
      return consolePage({
        title: 'Withdrawals',
        visitor,
        states,
        main: html`<h1>${t('Withdrawals')}</h1>
          <p>${t(
            'The law gives you 14 days to pay back. Anybody can write a statement without signing in, so ask the customer before you accept one. Accept an order that is not shipped, and it is cancelled; accept a whole order that is, and its return is entered.',
          )}</p>
          ${tabs(tab, open)}
          ${renderList(request, {
            ...withdrawals,
            paging,
            nouns: ['withdrawal', 'withdrawals'],
            none: empty('No withdrawals here', 'What customers send from the page for withdrawals appears here.'),
            show: items => list(visitor, items, states),
          })}`,
      })
    },
  })
}

function tabOf(request: FastifyRequest): Tab {
  return queryOneOf(request, 'show', Object.keys(WITHDRAWAL_TABS) as Tab[]) ?? 'open'
}

function tabs(chosen: Tab, open: number): Html {
  return html`<nav aria-label="${t('Withdrawals')}"><ul class="lists">${(Object.keys(WITHDRAWAL_TABS) as Tab[]).map(
    tab =>
      html`<li><a href="/admin/withdrawals?show=${tab}"${tab === chosen && html` aria-current="true"`}>${t(WITHDRAWAL_TABS[tab])}${
        tab === 'open' && html` <span class="amount">${amount(open)}</span>`
      }</a></li>`,
  )}</ul></nav>`
}

function list(visitor: Visitor, withdrawals: readonly Withdrawal[], states: FormStates): Html {
  return html`<ol class="letters">${withdrawals.map(found => {
    const { id, name, email, items, receivedAt, isLate, isSignedIn, network, decidedAt, isAccepted } = found
    const show = rowFormsOf(visitor, states, { id })
    const about = `${name}, ${spokenTime(receivedAt)}`
    return html`<li class="card">
      <p class="row apart"><span><strong><bdi>${name}</bdi></strong>
        <a href="mailto:${encodeURIComponent(email).replace('%40', '@')}">${email}</a>
        <a class="soft" href="${withQuery('/admin/orders', { q: email })}">${t('Orders')}<span class="unseen">
        ${t('with the email {email}', { email })}</span></a></span>
        <span class="row">${isLate && badge('Late', 'warn')}${
          decidedAt && badge(isAccepted ? 'Accepted' : 'Declined', isAccepted ? 'good' : undefined)
        }<span class="soft">${time(receivedAt)}</span></span></p>
      <p>${orderOf(found)}
        <span class="soft">${
          isSignedIn
            ? t('From the account of the customer')
            : network
              ? t('Without signing in, from {network}', { network })
              : t('Without signing in')
        }</span></p>
      <p class="as-written">${items ?? t('The whole order.')}</p>
      ${
        !decidedAt &&
        html`<div class="row">${show(
          isSignedIn ? accept : acceptAsked,
          { accepted: 'true' },
          about,
        )}${show(decline, { accepted: 'false' }, about)}</div>`
      }
    </li>`
  })}</ol>`
}

function orderOf({ orderId, orderNumber }: Withdrawal): Html {
  if (orderId !== null) return html`<a href="/admin/orders/${orderId}">${t('Order #{id}', { id: orderId })}</a>`
  return html`${badge('No such order', 'warn')} ${rich(
    'Typed: {number}. The number does not belong to this email. Look for the order, or ask the customer.',
    { number: html`<code>${orderNumber}</code>` },
  )}`
}

const declared = {
  api: '/api/admin/withdrawals/:id/decide',
  fields: [{ name: 'accepted', label: 'Accepted', type: 'hidden', value: 'boolean' }],
  outdatedBy: ['already_decided'],
  go: '/admin/withdrawals',
} as const

const accepted = {
  ...declared,
  button: 'Accept',
  confirm: 'Accept this withdrawal?',
  done: 'Accepted. If the order is shipped, its return waits at "Returns"; for single items, enter it on the page of the order.',
} as const

const accept: Form<Text> = step<Text>({ ...accepted, at: '/admin/withdrawals/:id/accept' })

/** Accepts a statement that anybody may have written: staff confirm that they have asked the customer. */
const acceptAsked: Form<Text> = step<Text>({
  ...accepted,
  at: '/admin/withdrawals/:id/accept-asked',
  fields: [
    ...declared.fields,
    { name: 'customerAsked', label: 'I have asked the customer', type: 'checkbox', value: 'boolean' },
  ],
})

const decline: Form<Text> = step<Text>({
  ...declared,
  at: '/admin/withdrawals/:id/decline',
  button: 'Decline',
  confirm: 'Decline this withdrawal? Tell the customer why by email.',
  done: 'Declined. Tell the customer why by email.',
})
