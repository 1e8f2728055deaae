/** The API of draft orders, for staff and programs of the shop. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { audit, visitOf } from '../../accounts/audit-log.ts'
import { actorIdOf, requirePermission } from '../../accounts/sessions/access.ts'
import { ORDER_WRITERS } from '../../accounts/sessions/shop-callers.ts'
import type { AppContext } from '../../context.ts'
import { wakeWorkers } from '../../database/news/wake.ts'
import type { Tx } from '../../database/schema.ts'
import type { App } from '../../http/app.ts'
import { uuidOf } from '../../http/filters.ts'
import { answerOnce, once } from '../../http/idempotency/once.ts'
import { operation } from '../../http/operation.ts'
import { answerPage, LIST_QUERY, Page } from '../../http/paginated-list.ts'
import { answerTagged, ifMatch, Unchanged } from '../../http/representation/entity-tags.ts'
import { WITHOUT_STEP_UP } from '../../http/step-up-reasons.ts'
import { readSeller } from '../../pricing/seller.ts'
import { changeDraft, createDraft, sendDraft, withdrawDraft } from './commands.ts'
import { confirmDraftRoute } from './confirm.ts'
import { DRAFT_STATES, DraftOrder, DraftOrderChange, NewDraftOrder } from './draft.ts'
import { listDrafts, showDraft, showDrafts } from './queries.ts'

const READERS = { role: 'staff', permission: 'orders', scope: 'orders:read' } as const
const PRICE_PROBLEMS = ['insufficient_stock', 'product_unavailable', 'tax_rate_missing'] as const
const DraftId = uuidOf('draft order')

export function draftOrderRoutes(api: App, context: AppContext): void {
  readingRoutes(api, context)
  writingRoutes(api, context)
  endingRoutes(api, context)
  confirmDraftRoute(api, context)
}

function readingRoutes(api: App, { db, clock }: AppContext): void {
  operation(api, 'GET /draft-orders', {
    id: 'listDraftOrders',
    summary: 'List draft orders',
    access: READERS,
    description: 'Newest first.',
    query: Type.Object({
      ...LIST_QUERY,
      state: Type.Optional(Type.Enum([...DRAFT_STATES], { description: 'Only those in this state.' })),
    }),
    answers: { 200: Page(DraftOrder) },
    handler: async (request, reply) => {
      const now = clock.now()
      const { items, ...list } = await listDrafts(db, request.query.state, now, request.query)
      return answerPage(request, reply, { ...list, items: await showDrafts(db, items, now) })
    },
  })

  operation(api, 'GET /draft-orders/:id', {
    id: 'getDraftOrder',
    summary: 'Show a draft order',
    access: READERS,
    params: DraftId,
    answers: { 200: DraftOrder, 304: Unchanged },
    handler: async (request, reply) =>
      answerTagged(request, reply, await showDraft(db, request.params.id, clock.now())),
  })
}

function writingRoutes(api: App, context: AppContext): void {
  operation(api, 'POST /draft-orders', {
    id: 'createDraftOrder',
    summary: 'Write an order for a customer to confirm',
    access: ORDER_WRITERS,
    stepUp: WITHOUT_STEP_UP.draft,
    description:
      'For orders by telephone: the customer reads it behind a link, and confirms and pays it. Nothing is sent before ' +
      '`POST /draft-orders/{id}/send`, and no stock is taken before the customer confirms. Prices other than those of today, and a ' +
      'discount, need the permission `money` (scope `money:write`) besides.',
    problems: PRICE_PROBLEMS,
    once: true,
    body: NewDraftOrder,
    answers: { 201: DraftOrder },
    handler: async (request, reply) => {
      const maker = await makerOf(request, context)
      return once(context, request, reply, async tx => {
        const id = await createDraft(tx, request.body, maker)
        await noteDraft(tx, request, 'draft_order_created', id, maker.now)
        return { body: await showDraft(tx, id, maker.now), location: `/api/draft-orders/${id}` }
      })
    },
  })

  operation(api, 'PATCH /draft-orders/:id', {
    id: 'changeDraftOrder',
    summary: 'Change a draft order',
    access: ORDER_WRITERS,
    stepUp: WITHOUT_STEP_UP.orders,
    description:
      'Until the customer has confirmed it. `items` are all lines as they should be; a line without a price has that of today. A ' +
      'customer who reads the draft at this moment has to read it again. Nothing is sent. Another `email` ends the link.',
    problems: [...PRICE_PROBLEMS, 'draft_order_closed', 'changed_meanwhile'],
    ifMatch: true,
    once: true,
    params: DraftId,
    body: DraftOrderChange,
    answers: { 200: DraftOrder },
    handler: async (request, reply) => {
      const maker = { ...(await makerOf(request, context)), check: ifMatch(request, reply) }
      return answerOnce(context, request, reply, async tx => {
        const { id } = request.params
        const draft = await changeDraft(tx, id, request.body, maker)
        await noteDraft(tx, request, 'draft_order_changed', id, maker.now)
        return draft
      })
    },
  })
}

function endingRoutes(api: App, context: AppContext): void {
  operation(api, 'POST /draft-orders/:id/send', {
    id: 'sendDraftOrder',
    summary: 'Send the link of a draft order',
    access: ORDER_WRITERS,
    stepUp: WITHOUT_STEP_UP.oneEmail,
    description:
      'By email, to the customer. It works for `validDays`. Sending again makes a new link, and the one before ends. The prices stay ' +
      'those of the draft until it expires.',
    problems: [...PRICE_PROBLEMS, 'draft_order_closed', 'changed_meanwhile'],
    ifMatch: true,
    once: true,
    params: DraftId,
    answers: { 200: DraftOrder },
    handler: async (request, reply) => {
      const maker = { ...(await makerOf(request, context)), check: ifMatch(request, reply) }
      const draft = await answerOnce(context, request, reply, async tx => {
        const sent = await sendDraft(tx, request.params.id, context.serviceKey, maker)
        await noteDraft(tx, request, 'draft_order_sent', sent.id, maker.now)
        return sent
      })
      wakeWorkers(context.db)
      return draft
    },
  })

  operation(api, 'POST /draft-orders/:id/withdraw', {
    id: 'withdrawDraftOrder',
    summary: 'Withdraw a draft order',
    access: ORDER_WRITERS,
    stepUp: WITHOUT_STEP_UP.ends,
    description: 'Its link says from now on that the shop has withdrawn it. Deleted after 90 days.',
    problems: ['draft_order_closed', 'changed_meanwhile'],
    ifMatch: true,
    once: true,
    params: DraftId,
    answers: { 200: DraftOrder },
    handler: async (request, reply) => withdraw(request, reply, context),
  })
}

async function withdraw(
  request: FastifyRequest<{ Params: { id: string } }>,
  reply: FastifyReply,
  context: AppContext,
): Promise<DraftOrder> {
  const now = context.clock.now()
  const check = ifMatch(request, reply)
  return answerOnce(context, request, reply, async tx => {
    const draft = await withdrawDraft(tx, request.params.id, { now, check })
    await noteDraft(tx, request, 'draft_order_withdrawn', draft.id, now)
    return draft
  })
}

async function makerOf(request: FastifyRequest, { db, clock }: AppContext) {
  const now = clock.now()
  const seller = await readSeller(db, now)
  return { by: actorIdOf(request), now, seller, requireMoney: () => requirePermission(request, 'money') }
}

type DraftAction = 'draft_order_created' | 'draft_order_changed' | 'draft_order_sent' | 'draft_order_withdrawn'

async function noteDraft(tx: Tx, request: FastifyRequest, action: DraftAction, draftOrderId: string, at: Date) {
  const who = request.caller.kind === 'key' ? 'actorId' : 'userId'
  await audit(tx, action, { at, [who]: actorIdOf(request), visit: visitOf(request), detail: { draftOrderId } })
}
