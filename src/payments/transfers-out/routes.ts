/** The API of the transfers that the shop has to make. */
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { audit, visitOf } from '../../accounts/audit-log.ts'
import { actorIdOf } from '../../accounts/sessions/access.ts'
import { MONEY_MOVERS } from '../../accounts/sessions/shop-callers.ts'
import type { AppContext } from '../../context.ts'
import type { Tx } from '../../database/schema.ts'
import type { App } from '../../http/app.ts'
import { uuidOf } from '../../http/filters.ts'
import { answerOnce } from '../../http/idempotency/once.ts'
import { CHECK, directionMark, TRIM } from '../../http/input/keywords.ts'
import { operation } from '../../http/operation.ts'
import { answerPage, PAGE_QUERY, Page } from '../../http/paginated-list.ts'
import { Uuid } from '../../http/schemas.ts'
import { WITHOUT_STEP_UP } from '../../http/step-up-reasons.ts'
import { Problem } from '../../problems.ts'
import { plainIban } from '../../shop/setting-rules.ts'
import { Refund, showRefund } from '../payment.ts'
import { findRefund } from '../queries.ts'
import { askForAccount, giveAccount, giveAccountByLink } from './account.ts'
import { waiveTransfer } from './drop.ts'
import { findTransfer, listTransfers } from './queries.ts'
import { keepSent } from './sent.ts'
import { AccountFields, RefundAccount, RefundTransfer, showTransfer } from './transfer.ts'

/** Shared by the operations that change one transfer. */
const asStep = { access: MONEY_MOVERS, once: true as const, params: uuidOf('refund') }

/** Number of transfers that one request can mark as sent. */
const MOST_SENT = 100

export function transferOutRoutes(api: App, context: AppContext): void {
  readingRoute(api, context)
  accountRoutes(api, context)
  sentRoutes(api, context)
  waiveRoute(api, context)
}

function readingRoute(api: App, { db }: AppContext): void {
  operation(api, 'GET /admin/refund-transfers', {
    id: 'listRefundTransfers',
    summary: 'List the transfers to make',
    access: { role: 'staff', permission: 'money' },
    description:
      'Refunds of money that came by bank transfer, oldest first: what to type into the page of the bank. Each ' +
      'stays in the list until it is marked as sent.',
    query: Type.Object(PAGE_QUERY),
    answers: { 200: Page(RefundTransfer) },
    handler: async (request, reply) => {
      const list = await listTransfers(db, request.query)
      return answerPage(request, reply, { ...list, items: list.items.map(showTransfer) })
    },
  })
}

function accountRoutes(api: App, context: AppContext): void {
  const { clock } = context
  const shown = async (tx: Tx, id: string) => showTransfer((await findTransfer(tx, id))!)

  operation(api, 'PUT /admin/refund-transfers/:id/account', {
    id: 'setRefundAccount',
    summary: 'Say where a refund goes',
    ...asStep,
    stepUp: true,
    description:
      'The account of the customer. It can be changed until the money was sent or the transfer is in a file. The ' +
      'money goes where this says, so users need a second factor of the last ten minutes.',
    problems: ['wrong_refund_state', 'transfer_in_file'],
    body: RefundAccount,
    answers: { 200: RefundTransfer },
    handler: async (request, reply) => {
      const { params, body } = request
      const account = { ...body, iban: plainIban(body.iban), bic: body.bic?.toUpperCase() }
      return answerOnce(context, request, reply, async tx => {
        await giveAccount(tx, params.id, account, { by: actorIdOf(request), now: clock.now() })
        await auditRefund(tx, context, request, 'refund_account_set')
        return shown(tx, params.id)
      })
    },
  })

  operation(api, 'POST /admin/refund-transfers/:id/ask', {
    id: 'askForRefundAccount',
    summary: 'Ask the customer for the account again',
    ...asStep,
    stepUp: WITHOUT_STEP_UP.oneEmail,
    description: 'One more email with the link by which the customer names the account.',
    problems: ['wrong_refund_state', 'transfer_in_file'],
    answers: { 200: RefundTransfer },
    handler: async (request, reply) =>
      answerOnce(context, request, reply, async tx => {
        await askForAccount(tx, request.params.id, clock.now())
        return shown(tx, request.params.id)
      }),
  })

  operation(api, 'POST /refund-accounts', {
    id: 'giveRefundAccount',
    summary: 'Say where your refund goes',
    access: 'public',
    description: 'By the token of the link in the email. The link works until the money was sent.',
    problems: ['invalid_account_link', 'wrong_refund_state', 'transfer_in_file'],
    once: true,
    body: Type.Object(
      { token: Type.String({ minLength: 1, maxLength: 200 }), ...AccountFields },
      { title: 'OwnRefundAccount' },
    ),
    answers: { 200: Type.Object({ amount: Type.Integer(), currency: Type.String() }, { title: 'RefundAccountGiven' }) },
    handler: async (request, reply) => {
      const account = { ...request.body, iban: plainIban(request.body.iban), now: clock.now() }
      return answerOnce(context, request, reply, async tx => {
        const { amount, currency } = await giveAccountByLink(tx, context.serviceKey, account)
        return { amount, currency }
      })
    },
  })
}

const SentMany = Type.Object(
  {
    sent: Type.Array(Uuid),
    refused: Type.Array(Type.Object({ refundId: Uuid, code: Type.String(), detail: Type.String() })),
  },
  { title: 'TransfersSent' },
)

function sentRoutes(api: App, context: AppContext): void {
  const { clock } = context

  operation(api, 'POST /admin/refund-transfers/:id/sent', {
    id: 'markRefundSent',
    summary: 'Mark a transfer as sent',
    ...asStep,
    stepUp: WITHOUT_STEP_UP.records,
    description:
      'Somebody has made the bank transfer of this refund. Only now the refund is `done`, the customer gets the ' +
      'email, and the event `refund.sent` follows.',
    problems: ['wrong_refund_state', 'refund_account_changed', 'transfer_in_file'],
    body: Type.Object(
      {
        iban: Type.Optional(
          Type.String({
            maxLength: 60,
            description: 'Where it was sent. The request is refused when the refund goes elsewhere by now.',
          }),
        ),
        fileId: Type.Optional(
          Type.String({
            format: 'uuid',
            description:
              'The file with which it was sent. Without it, a transfer that is in a file is refused: two people could pay it.',
          }),
        ),
      },
      { title: 'SentTransfer' },
    ),
    answers: { 200: Refund },
    handler: async (request, reply) => {
      const { params, body } = request
      const iban = body.iban ? plainIban(body.iban) : undefined
      return answerOnce(context, request, reply, async tx => {
        await keepSent(tx, { id: params.id, by: actorIdOf(request), now: clock.now(), iban, fileId: body.fileId })
        return showRefund((await findRefund(tx, params.id))!)
      })
    },
  })

  operation(api, 'POST /admin/refund-transfers/sent', {
    id: 'markRefundsSent',
    summary: 'Mark many transfers as sent',
    access: MONEY_MOVERS,
    stepUp: WITHOUT_STEP_UP.records,
    description:
      'Each is marked at most once, with its email and its event. Those that were sent already or are in a file are refused.',
    once: true,
    body: Type.Object(
      { refundIds: Type.Array(Uuid, { minItems: 1, maxItems: MOST_SENT }) },
      { title: 'SentTransfers' },
    ),
    answers: { 200: SentMany },
    handler: async (request, reply) => {
      const ids = [...new Set(request.body.refundIds)].sort()
      return answerOnce(context, request, reply, tx =>
        keepManySent(tx, ids, { by: actorIdOf(request), now: clock.now() }),
      )
    },
  })
}

function waiveRoute(api: App, context: AppContext): void {
  const { clock } = context

  operation(api, 'POST /admin/refund-transfers/:id/waive', {
    id: 'waiveRefund',
    summary: 'Note that the customer does not want a refund',
    ...asStep,
    stepUp: WITHOUT_STEP_UP.ends,
    description:
      'Nobody has to send it anymore: the refund is `failed`, and `dropped` says `waived`. No credit note is ' +
      'written for it; one that was written is taken back by another document. The money is there to be ' +
      'refunded, should the customer think again.',
    problems: ['wrong_refund_state', 'transfer_in_file'],
    body: Type.Object(
      {
        reason: Type.String({
          minLength: 1,
          maxLength: 500,
          pattern: '\\S',
          [TRIM]: 'words',
          [CHECK]: directionMark,
          description: 'For the shop: how the customer said so.',
        }),
      },
      { title: 'WaivedRefund' },
    ),
    answers: { 200: Refund },
    handler: async (request, reply) => {
      const { params, body } = request
      return answerOnce(context, request, reply, async tx => {
        await waiveTransfer(tx, { id: params.id, by: actorIdOf(request), because: body.reason, now: clock.now() })
        await auditRefund(tx, context, request, 'refund_waived')
        return showRefund((await findRefund(tx, params.id))!)
      })
    },
  })
}

/** The account itself is in the row, which goes with the customer. */
async function auditRefund(
  tx: Tx,
  { clock }: AppContext,
  request: FastifyRequest<{ Params: { id: string } }>,
  action: 'refund_account_set' | 'refund_waived',
): Promise<void> {
  const who = request.caller.kind === 'key' ? 'actorId' : 'userId'
  const detail = { refund: request.params.id }
  await audit(tx, action, { at: clock.now(), [who]: actorIdOf(request), visit: visitOf(request), detail })
}

/** Runs in one transaction. A transfer that is refused has written nothing. */
async function keepManySent(tx: Tx, ids: readonly string[], sender: { by: string; now: Date }) {
  const sent: string[] = []
  const refused: { refundId: string; code: string; detail: string }[] = []
  for (const id of ids) {
    try {
      await keepSent(tx, { id, ...sender })
      sent.push(id)
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error
      refused.push({ refundId: id, code: error.code, detail: error.message })
    }
  }
  return { sent, refused }
}
