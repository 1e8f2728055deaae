/** The API of withdrawals. */
import { type Static, Type } from 'typebox'
import { actorIdOf } from '../../accounts/sessions/access.ts'
import { sessionIfAny } from '../../accounts/sessions/identify.ts'
import { ORDER_WRITERS } from '../../accounts/sessions/shop-callers.ts'
import type { AppContext } from '../../context.ts'
import { wakeWorkers } from '../../database/news/wake.ts'
import type { App } from '../../http/app.ts'
import { uuidOf } from '../../http/filters.ts'
import { answerOnce, once } from '../../http/idempotency/once.ts'
import { Email } from '../../http/input/email.ts'
import { CHECK, directionMark, TRIM } from '../../http/input/keywords.ts'
import { operation } from '../../http/operation.ts'
import { answerPage, LIST_QUERY, Page } from '../../http/paginated-list.ts'
import { consumeByClient } from '../../http/rate-limits/attempts.ts'
import { orNull, Time, Uuid } from '../../http/schemas.ts'
import { WITHOUT_STEP_UP } from '../../http/step-up-reasons.ts'
import { firstDayInTime } from '../../shop/calendar/periods.ts'
import { dayOf, startOfDay } from '../../shop/days.ts'
import { readShop } from '../../shop/settings.ts'
import { LANGUAGES } from '../../words/languages.ts'
import { type CancelOrder, decideWithdrawal } from './decide.ts'
import { listWithdrawals, type Withdrawal as Row } from './queries.ts'
import { receiveWithdrawal } from './receive.ts'

const text = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '\\S', [TRIM]: 'words', [CHECK]: directionMark })

const WITHDRAWAL_STATEMENT = {
  name: text(200),
  email: Type.String({ ...Email, maxLength: 254, description: 'The receipt goes to this address.' }),
  order: Type.String({
    ...text(40),
    description: 'The number of the order, as the customer knows it.',
    examples: ['1042'],
  }),
  items: Type.Optional(
    Type.String({ maxLength: 500, [TRIM]: true, description: 'Which items. Without it, the whole order.' }),
  ),
  locale: Type.Optional(Type.Enum([...LANGUAGES], { description: 'The language of the receipt.' })),
}

const NewWithdrawal = Type.Object(WITHDRAWAL_STATEMENT, { title: 'NewWithdrawal' })
const Received = Type.Object(
  {
    receivedAt: Time,
    email: Type.String({ format: 'email' }),
    receipt: Type.Boolean({
      description: 'False when the address had too many receipts today. The statement counts all the same.',
    }),
  },
  { title: 'WithdrawalReceived' },
)

const Withdrawal = Type.Object(
  {
    id: Uuid,
    orderId: orNull(Type.Integer(), {
      description: 'The order of this number, if it belongs to an account with this address.',
    }),
    name: Type.String(),
    email: Type.String({ format: 'email' }),
    orderNumber: Type.String({ description: 'As it was typed.' }),
    items: orNull(Type.String(), { description: 'Null: the whole order.' }),
    receivedAt: Time,
    late: Type.Boolean({ description: 'It came after the period, which ends on a working day. The shop decides.' }),
    signedIn: Type.Boolean({ description: 'It came in a session of the account that the order belongs to.' }),
    network: orNull(Type.String(), { description: 'Where it came from: an IPv4 /24 or an IPv6 /48.' }),
    decidedAt: orNull(Time),
    accepted: orNull(Type.Boolean()),
  },
  { title: 'Withdrawal' },
)

export function withdrawalRoutes(api: App, context: AppContext, cancelOrder: CancelOrder): void {
  publicRoutes(api, context)
  staffRoutes(api, context, cancelOrder)
}

function publicRoutes(api: App, context: AppContext): void {
  operation(api, 'POST /withdrawals', {
    id: 'withdraw',
    summary: 'Withdraw from a contract',
    access: 'public',
    description:
      'With or without a session. Every statement is accepted and kept by itself, and the receipt goes to its ' +
      'address; the answer does not tell whether there is such an order. The same statement again changes ' +
      'nothing.',
    problems: ['rate_limited'],
    once: true,
    body: NewWithdrawal,
    answers: { 201: Received },
    handler: async (request, reply) => {
      const { name, email, order, items, locale } = request.body
      const { timeZone, country, withdrawalDays } = await readShop(context.db)
      const userId = (await sessionIfAny(request, context))?.userId
      const answer = await once(context, request, reply, async tx => {
        const now = context.clock.now()
        if (!userId) await consumeByClient(tx, 'withdrawals', request.ip, now)
        const statement = { name, email, order, items: items || undefined, locale }
        const first = firstDayInTime(dayOf(now, timeZone), withdrawalDays, country)
        const sent = { ip: request.ip, userId, deliveredFrom: startOfDay(first, timeZone), now }
        const { isReceiptSent } = await receiveWithdrawal(tx, statement, sent)
        return { body: { receivedAt: now.toISOString(), email, receipt: isReceiptSent } }
      })
      wakeWorkers(context.db)
      return answer
    },
  })

  operation(api, 'POST /withdrawals/check', {
    id: 'checkWithdrawal',
    summary: 'Check a withdrawal before it is sent',
    access: 'public',
    description: 'For the first of two steps: the answer is the statement as it would be sent. Nothing is stored.',
    body: NewWithdrawal,
    answers: { 200: Type.Object(WITHDRAWAL_STATEMENT, { title: 'CheckedWithdrawal' }) },
    handler: async request => request.body as Static<typeof NewWithdrawal>,
  })
}

function staffRoutes(api: App, context: AppContext, cancelOrder: CancelOrder): void {
  const { db } = context
  operation(api, 'GET /admin/withdrawals', {
    id: 'listWithdrawals',
    summary: 'List withdrawals',
    access: { role: 'staff', permission: 'orders', scope: 'orders:read' },
    description: 'Newest first.',
    query: Type.Object({
      ...LIST_QUERY,
      state: Type.Optional(Type.Enum(['open', 'decided'], { description: 'Open ones wait for a decision.' })),
    }),
    answers: { 200: Page(Withdrawal) },
    handler: async (request, reply) => {
      const { state, ...paging } = request.query
      const list = await listWithdrawals(db, state, paging)
      return answerPage(request, reply, { ...list, items: list.items.map(showWithdrawal) })
    },
  })

  operation(api, 'POST /admin/withdrawals/:id/decide', {
    id: 'decideWithdrawal',
    summary: 'Decide about a withdrawal',
    access: ORDER_WRITERS,
    stepUp: WITHOUT_STEP_UP.orders,
    description:
      'Accepted, a whole order that is not shipped is cancelled, and a return is entered for one that is. For a ' +
      'statement that did not come from a session of the customer, that needs `customerAsked`. For single items, ' +
      'enter the return yourself. Declined, tell the customer why.',
    problems: ['already_decided', 'customer_not_asked'],
    once: true,
    params: uuidOf('withdrawal'),
    body: Type.Object(
      {
        accepted: Type.Boolean(),
        customerAsked: Type.Optional(
          Type.Boolean({ description: 'You know from the customer that the statement is theirs.' }),
        ),
      },
      { title: 'WithdrawalDecision' },
    ),
    answers: {
      200: Type.Object(
        { orderId: orNull(Type.Integer()), returnId: orNull(Uuid, { description: 'The return that was entered.' }) },
        { title: 'DecidedWithdrawal' },
      ),
    },
    handler: async (request, reply) => {
      const { id } = request.params
      const { accepted: isAccepted, customerAsked: isCustomerAsked = false } = request.body
      const decision = { id, isAccepted, isCustomerAsked, by: actorIdOf(request), now: context.clock.now() }
      return answerOnce(context, request, reply, tx => decideWithdrawal(tx, decision, cancelOrder))
    },
  })
}

function showWithdrawal({
  receivedAt,
  isLate,
  isSignedIn,
  decidedAt,
  isAccepted,
  ...row
}: Row): Static<typeof Withdrawal> {
  return {
    ...row,
    receivedAt: receivedAt.toISOString(),
    late: isLate,
    signedIn: isSignedIn,
    decidedAt: decidedAt?.toISOString() ?? null,
    accepted: isAccepted,
  }
}
