/** Recovery requests with what is known of their accounts. Staff approve or decline; neither makes a link leave earlier. */
import type { FastifyInstance } from 'fastify'
import { type ListedRecovery, listRecoveries } from '../../accounts/recovery/queries.ts'
import type { RecoveryOutcome } from '../../accounts/tables.ts'
import { nameOf } from '../../accounts/users/user.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../database/schema.ts'
import { type Html, html } from '../../html/html.ts'
import { rich } from '../../html/rich.ts'
import { badge, empty, facts } from '../../pages/components.ts'
import type { Form, FormStates } from '../../pages/form.ts'
import { step } from '../../pages/form-kinds.ts'
import { count, date, spokenTime, time } from '../../pages/format.ts'
import { rowFormsOf } from '../../pages/forms-of.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { t } from '../../words/words.ts'
import { confirmation, confirmForm, explainConfirmation } from '../confirm.ts'
import { queryOneOf } from '../filters.ts'
import { consolePage, formsPage, linkFor } from '../layout.ts'
import { readPaging, renderList } from '../list-page.ts'

const TABS = { to_decide: 'To decide', open: 'Open', ended: 'Ended', all: 'All' } as const
type Tab = keyof typeof TABS

const ADDRESS = '/admin/recovery-requests'

export function recoveryPage(app: FastifyInstance, { db }: AppContext): void {
  formsPage(app, {
    address: ADDRESS,
    forms: [approve, decline, confirm],
    async render(visitor, request, states) {
      const tab = queryOneOf(request, 'show', Object.keys(TABS) as Tab[]) ?? 'open'
      const paging = readPaging(request)
      const found = await listRecoveries(db, tab === 'all' ? undefined : tab, paging)
      const orders = await countOrdersOf(db, found.items)
      return consolePage({
        title: 'Lost sign-ins',
        visitor,
        states,
        main: html`<h1>${t('Lost sign-ins')}</h1>
          <p>${t('These customers have lost their phone and their recovery codes. They get a link at the end of three days, and nothing here makes it faster. Where your approval is needed, the password proves nothing that the mailbox does not: ask for something that only the owner knows, such as what they ordered last.')}</p>
          <nav aria-label="${t('Lost sign-ins')}"><ul class="lists">${(Object.keys(TABS) as Tab[]).map(
            each =>
              html`<li><a href="${ADDRESS}?show=${each}"${each === tab && html` aria-current="true"`}>${t(TABS[each])}</a></li>`,
          )}</ul></nav>
          ${confirmation(confirm, visitor, states)}
          ${renderList(request, {
            ...found,
            paging,
            nouns: ['request', 'requests'],
            none: empty('Nobody here', 'Customers ask for this on the page for their code.'),
            show: items => list(visitor, items, orders, explainConfirmation(states)),
          })}`,
      })
    },
  })
}

/** Counts the orders of each account: something to ask about. */
async function countOrdersOf(db: Db, found: readonly ListedRecovery[]): Promise<Map<string, number>> {
  if (found.length === 0) return new Map()
  const rows = await db
    .selectFrom('orders')
    .select(['owner_id', eb => eb.fn.countAll<number>().as('orders')])
    .where(
      'owner_id',
      'in',
      found.map(({ userId }) => userId),
    )
    .groupBy('owner_id')
    .execute()
  return new Map(rows.map(row => [row.owner_id, Number(row.orders)]))
}

const RECOVERY_OUTCOMES: Record<RecoveryOutcome, string> = {
  objected: 'The owner objected',
  declined: 'Declined',
  signed_in: 'Signed in after all',
  email_changed: 'Address changed',
  account_disabled: 'Account disabled',
  expired: 'Expired',
  used: 'Recovered',
}

function list(
  visitor: Visitor,
  found: readonly ListedRecovery[],
  orders: Map<string, number>,
  states: FormStates,
): Html {
  return html`<ol class="letters">${found.map(row => {
    const { id, userId, email, endedAt } = row
    const show = rowFormsOf(visitor, states, { id })
    const about = `${nameOf(row)}, ${email}, ${spokenTime(row.askedAt)}`
    return html`<li class="card">
      <p class="row apart"><span><a href="/admin/users/${userId}"><strong><bdi>${nameOf(row)}</bdi></strong><span
        class="unseen">, ${about}</span></a>
        <a href="mailto:${encodeURIComponent(email).replace('%40', '@')}">${email}</a></span>
        <span class="row">${stateOf(row)}<span class="soft">${time(row.askedAt)}</span></span></p>
      ${known(visitor, row, orders.get(userId) ?? 0)}
      ${!endedAt && html`<div class="row">${isToDecide(row) && show(approve, {}, about)}${show(decline, {}, about)}</div>`}
    </li>`
  })}</ol>`
}

/** The facts by which staff tell the owner from somebody else. */
function known(visitor: Visitor, row: ListedRecovery, orders: number): Html {
  const { userId, lastSignInAt, isAddressOwned, isKnownDevice, needsApproval, approvedAt } = row
  const orderText = t('{total} orders', { total: count(orders), count: orders })
  return facts([
    ['Account since', date(row.createdAt)],
    [
      'Orders',
      linkFor(
        visitor,
        `/admin/orders?user=${userId}`,
        html`${orderText}<span class="unseen"> ${t('of {email}', { email: row.email })}, ${spokenTime(row.askedAt)}</span>`,
      ),
    ],
    ['Last sign-in', lastSignInAt ? time(lastSignInAt) : t('None on record')],
    ['Address', isAddressOwned ? t('Confirmed while signed in') : t('Confirmed by a click alone')],
    ['Asked from', isKnownDevice ? t('A known browser or network') : t('A browser and network that are new')],
    ['Password', needsApproval ? t('May have been set by a link') : t('Used with a second factor before')],
    [
      'Link',
      row.linkedAt
        ? rich('Sent {time}', { time: time(row.linkedAt) })
        : rich('Not before {time}', { time: time(row.waitsUntil) }),
    ],
    ...(approvedAt
      ? [
          [
            'Approved',
            rich('{time} by {person}', {
              time: time(approvedAt),
              person: html`<bdi>${row.approvedBy ?? t('a former user')}</bdi>`,
            }),
          ] as const,
        ]
      : []),
  ])
}

function isToDecide({ needsApproval, approvedAt }: ListedRecovery): boolean {
  return needsApproval && approvedAt === null
}

function stateOf(row: ListedRecovery): Html {
  const { outcome, linkedAt } = row
  if (outcome) return badge(RECOVERY_OUTCOMES[outcome], outcome === 'used' ? 'good' : undefined)
  if (linkedAt) return badge('Link sent', 'info')
  return isToDecide(row) ? badge('To decide', 'warn') : badge('Waiting')
}

const outdatedBy = ['recovery_ended', 'already_decided', 'reauthentication_required']

const approve: Form = step({
  at: '/admin/recovery-requests/:id/approve',
  api: '/api/admin/recovery-requests/:id/approve',
  button: 'Approve',
  confirm: 'Are you sure that the owner of the account asks? Whoever reads the mailbox then gets the account.',
  go: ADDRESS,
  done: 'Approved. The link leaves when the time is over.',
  outdatedBy,
})

const decline: Form = step({
  at: '/admin/recovery-requests/:id/decline',
  api: '/api/admin/recovery-requests/:id/decline',
  button: 'Decline',
  confirm: 'Decline this request? The owner of the account gets an email about it.',
  go: ADDRESS,
  done: 'Declined.',
  outdatedBy,
  look: 'danger',
})

const confirm = confirmForm('/admin/recovery-requests/confirm')
