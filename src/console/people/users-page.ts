/** Users and their accounts. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { listAudit } from '../../accounts/audit-log.ts'
import { listFactors } from '../../accounts/second-factors/factors.ts'
import { listSessions } from '../../accounts/sessions/sessions.ts'
import { findPermissions } from '../../accounts/staff/change-permissions.ts'
import { findUserOrGuest, nameOf } from '../../accounts/users/user.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../database/schema.ts'
import { type Html, html } from '../../html/html.ts'
import { listBook } from '../../orders/address-book/book.ts'
import { pastOrderTable } from '../../orders/past-orders/past-order-table.ts'
import { listPastOrders } from '../../orders/past-orders/queries.ts'
import { FORMER_OWNER } from '../../orders/queries.ts'
import { badge, copyable, empty, facts } from '../../pages/components.ts'
import type { FormStates } from '../../pages/form.ts'
import { edit, step } from '../../pages/form-kinds.ts'
import { time } from '../../pages/format.ts'
import { formsOf } from '../../pages/forms-of.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { Problem } from '../../problems.ts'
import { t } from '../../words/words.ts'
import { confirmation, confirmForm, explainConfirmation } from '../confirm.ts'
import { asUuid, queryOneOf, queryText } from '../filters.ts'
import { consolePage, formsPage, mayOpen } from '../layout.ts'
import { isOldestFirst, listPage, readPaging, renderList } from '../list-page.ts'
import { findNoted, noteForms, noteSection } from '../notes/note-section.ts'
import { disabledSince, searchUsers } from '../search/user-search.ts'
import { bookSection } from './book-section.ts'
import { CUSTOMER_FILE, customerFile } from './customer-file.ts'
import { listMade } from './made.ts'
import { MADE_FORMS, madeSection } from './made-section.ts'
import { PERMISSION_FIELDS, PERMISSION_TEXT, tickedIn } from './permission-fields.ts'
import {
  auditTable,
  DISABLED,
  factorList,
  ROLES,
  roleBadge,
  sessionTable,
  userTable,
  verifiedBadge,
} from './user-tables.ts'

const NOTE_FORMS = noteForms('user')

export function userPages(app: FastifyInstance, context: AppContext): void {
  const { db, clock } = context
  userList(app, context)
  customerFile(app, context)

  formsPage(app, {
    address: '/admin/users/:id',
    formNeed: form => (NOTE_FORMS.includes(form) ? 'customers' : 'admin'),
    forms: [changeRole, changePermissions, resetFactors, disable, enable, confirm, ...MADE_FORMS, ...NOTE_FORMS],
    async render(visitor, request, states) {
      const user = await findShown(db, request)
      const noted = noteSection(
        visitor,
        { kind: 'user', id: user.id },
        await findNoted(db, { kind: 'user', id: user.id }),
        states,
      )
      if (user.isGuest) {
        const past = await listPastOrders(db, user.id, { page: 1, limit: 20 })
        return guestPage(visitor, user, states, html`${noted}${pastSection(visitor, past.items)}`)
      }
      const isAdmin = visitor.user?.role === 'admin'
      const paging = readPaging(request)
      const [disabledAt, factors, sessions, log, { permissions }, past, made] = await Promise.all([
        disabledSince(db, user.id),
        listFactors(db, user.id),
        listSessions(db, user.id, clock.now(), { page: 1, limit: 50 }),
        isAdmin ? listAudit(db, { user: user.id, ...paging }) : undefined,
        findPermissions(db, user.id),
        listPastOrders(db, user.id, { page: 1, limit: 20 }),
        isAdmin ? listMade(db, user.id, clock.now()) : [],
      ])
      return consolePage({
        title: nameOf(user),
        visitor,
        states,
        main: html`<div class="row apart head"><h1><bdi>${nameOf(user)}</bdi></h1><span class="row">${
          disabledAt && DISABLED
        }${roleBadge(user.role)}</span></div>
          <div class="split">
            <div class="card">
              ${userFacts({ ...user, disabledAt, permissions }, factors)}
              <p class="row"><a class="button quiet" href="/admin/orders?user=${user.id}">${t('Orders')}</a>
                <a class="button quiet" href="/admin/deliveries?user=${user.id}">${t('Emails')}</a>
                ${orderLink(visitor, user.id)}</p>
            </div>
            ${
              user.id === FORMER_OWNER
                ? html`<div class="card"><p>${t('This is not a person. The orders of all deleted accounts belong to it.')}</p></div>`
                : isAdmin && adminCard(visitor, { ...user, disabledAt, permissions }, states)
            }
          </div>
          ${user.id !== FORMER_OWNER && noted}
          ${bookSection(await listBook(db, user.id))}
          ${madeSection(visitor, user.id, made, states)}
          ${pastSection(visitor, past.items)}
          <h2>${t('Sessions')}</h2>
          ${sessions.items.length > 0 ? sessionTable(sessions.items) : html`<p class="soft">${t('No active sessions.')}</p>`}
          ${
            log &&
            html`<h2>${t('Audit log')}</h2>${renderList(request, {
              ...log,
              paging,
              nouns: ['entry', 'entries'],
              none: html``,
              show: auditTable,
            })}`
          }`,
      })
    },
  })
}

function userList(app: FastifyInstance, context: AppContext): void {
  listPage(app, context, {
    address: '/admin/users',
    title: 'Customers',
    heading: (_, visitor) =>
      html`<div class="row apart head"><h1>${t('Customers')}</h1>${
        mayOpen(visitor, CUSTOMER_FILE) &&
        html`<a class="button quiet" href="${CUSTOMER_FILE}">${t('Export customers and orders')}</a>`
      }</div>`,
    filters: () => [
      { name: 'q', label: 'Email, name or id' },
      {
        name: 'kind',
        label: 'Customers',
        options: [
          ['', 'With an account'],
          ['guests', 'Guests'],
        ],
      },
      { name: 'tag', label: 'Tag' },
    ],
    read: (db, request, paging) =>
      searchUsers(db, queryText(request, 'q'), {
        ...paging,
        tag: queryText(request, 'tag'),
        oldestFirst: isOldestFirst(request),
        guests: queryOneOf(request, 'kind', ['guests']) && 'only',
      }),
    nouns: ['customer', 'customers'],
    none: empty('Nobody matches', 'Search for the beginning of an email or a name, or for an id.'),
    show: userTable,
  })
}

async function findShown(db: Db, request: FastifyRequest): Promise<Found> {
  const id = asUuid((request.params as { id: string }).id)
  const user = id && (await findUserOrGuest(db, id))
  if (!user) throw new Problem('not_found', "We can't find that user.")
  return user
}

/** A guest has one order, which says the rest. Nothing can be changed here: the guest does it by the link of the order. */
function guestPage(visitor: Visitor, { id, email, createdAt, ...user }: Found, states: FormStates, more: Html): Html {
  return consolePage({
    title: nameOf({ ...user, email }),
    visitor,
    states,
    main: html`<div class="row apart head"><h1><bdi>${nameOf({ ...user, email })}</bdi></h1>${badge('Guest')}</div>
      <div class="card">
        ${facts([
          ['Email', html`<bdi>${email}</bdi>`],
          ['Ordered', time(createdAt)],
          ['Id', html`<code>${id}</code>`],
        ])}
        <p>${t('This customer has ordered without an account. Each such order has a guest of its own.')}</p>
        <p class="row"><a class="button quiet" href="/admin/orders?user=${id}">${t('The order')}</a>
          <a class="button quiet" href="/admin/orders?q=${encodeURIComponent(email)}">${t('Orders with this address')}</a>
          <a class="button quiet" href="/admin/deliveries?user=${id}">${t('Emails')}</a></p>
      </div>${more}`,
  })
}

function pastSection({ user }: Visitor, orders: Parameters<typeof pastOrderTable>[0]): Html | false {
  if (orders.length === 0 || !user?.permissions.includes('orders')) return false
  return html`<h2>${t('Earlier orders')}</h2>${pastOrderTable(orders)}`
}

function userFacts(user: Person, factors: Awaited<ReturnType<typeof listFactors>>): Html {
  const { email, emailVerified, phone, createdAt, disabledAt, permissions, id } = user
  const may = permissions.map(name => PERMISSION_TEXT[name]).join(', ')
  return facts([
    ['Email', html`<bdi>${email}</bdi> ${verifiedBadge(emailVerified)}`],
    ['Phone', phone ?? '–'],
    ['Created', time(createdAt)],
    ...(disabledAt ? [['Disabled', time(disabledAt)] as const] : []),
    ...(may ? [['May work with', may] as const] : []),
    ['Second factors', factorList(factors)],
    ['Id', html`<code>${id}</code>`],
  ])
}

type Found = NonNullable<Awaited<ReturnType<typeof findUserOrGuest>>>
type Person = Found & { disabledAt: Date | null; permissions: string[] }

/** The page then asks for a second factor. */
const outdatedBy = ['reauthentication_required']

const changeRole = edit({
  at: '/admin/users/:id/role',
  api: '/api/admin/users/:id',
  fields: [
    {
      name: 'role',
      label: 'Role',
      type: 'select',
      required: true,
      options: Object.entries(ROLES).map(([value, label]) => ({ value, label })),
    },
  ],
  button: 'Change role',
  confirm: 'Change the role? This signs the user out everywhere.',
  done: 'Role changed. The user is signed out everywhere.',
  outdatedBy,
  look: 'quiet',
})

const changePermissions = edit({
  at: '/admin/users/:id/permissions',
  api: '/api/admin/users/:id/permissions',
  fields: PERMISSION_FIELDS,
  button: 'Change permissions',
  done: 'Permissions changed. They count at once.',
  outdatedBy,
  look: 'quiet',
})

const disable = step({
  at: '/admin/users/:id/disable',
  api: '/api/admin/users/:id/disable',
  button: 'Disable the account',
  confirm:
    'Disable the account? Its sessions, reset links and API keys stop working, and the user gets no more emails. ' +
    'What else the user has made waits, and is listed below.',
  done: 'Account disabled. The user is signed out everywhere.',
  outdatedBy,
  look: 'danger',
})

const enable = step({
  at: '/admin/users/:id/enable',
  api: '/api/admin/users/:id/enable',
  button: 'Enable the account',
  confirm: 'Enable the account? The user can sign in again.',
  done: 'Account enabled.',
  outdatedBy,
})

const resetFactors = step({
  at: '/admin/users/:id/reset-factors',
  api: '/api/admin/users/:id/reset-factors',
  button: 'Reset second factors',
  confirm:
    'Have you verified who is asking? All second factors and recovery codes of this account stop working. You get ' +
    'one recovery code to hand over.',
  success: { show: showRecoveryCode, page: true },
  outdatedBy,
})

function showRecoveryCode({ recoveryCode, expiresAt }: { recoveryCode: string; expiresAt: string }): Html {
  return html`<div class="notice success" role="status" tabindex="-1" autofocus><h2>${t('Recovery code')}</h2>
    <p>It signs the user in once, with their password, until ${time(expiresAt)}. You won't see it again.</p></div>
    ${copyable(recoveryCode, 'Copy')}`
}

const confirm = confirmForm('/admin/users/:id/confirm')

function adminCard(visitor: Visitor, { id, role, disabledAt, permissions }: Person, states: FormStates): Html {
  const params = { id }
  const show = formsOf(visitor, explainConfirmation(states), params)
  return html`<div class="card actions"><h2>${t('Access')}</h2>
    ${confirmation(confirm, visitor, states, params)}
    ${show(changeRole, { role })}
    ${role === 'staff' && show(changePermissions, tickedIn(permissions))}
    ${show(resetFactors)}
    ${show(disabledAt ? enable : disable)}
  </div>`
}

function orderLink(visitor: Visitor, userId: string): Html | false {
  const address = `/admin/draft-orders/new?user=${userId}`
  return (
    mayOpen(visitor, address) && html`<a class="button quiet" href="${address}">${t('Order for this customer')}</a>`
  )
}
