/** The API of the steps of a return. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { actorIdOf } from '../accounts/sessions/access.ts'
import { ORDER_WRITERS } from '../accounts/sessions/shop-callers.ts'
import type { AppContext } from '../context.ts'
import type { Tx } from '../database/schema.ts'
import type { App } from '../http/app.ts'
import { uuidOf } from '../http/filters.ts'
import { answerOnce } from '../http/idempotency/once.ts'
import { CHECK, TRIM } from '../http/input/keywords.ts'
import { operation } from '../http/operation.ts'
import { WITHOUT_STEP_UP } from '../http/step-up-reasons.ts'
import { invalidInput } from '../problems.ts'
import { readShop } from '../shop/settings.ts'
import { findReturn } from './queries.ts'
import { Return, showReturn } from './return.ts'
import { approve, decline, receive, takeStep } from './steps.ts'

export const Line = Type.Integer({ minimum: 1, maximum: 32_767, description: 'The line of the order.' })
export const Pieces = Type.Integer({ minimum: 0, maximum: 10_000 })
export const Words = Type.Optional(Type.String({ maxLength: 1000, [TRIM]: true }))

const NOT_WEB = { reason: 'must begin with https://', code: 'invalid_format' }

const asStep = {
  access: ORDER_WRITERS,
  stepUp: WITHOUT_STEP_UP.orders,
  problems: ['wrong_return_state' as const],
  once: true as const,
  params: uuidOf('return'),
}

export function returnStepRoutes(api: App, context: AppContext): void {
  answerRoutes(api, context)
  receiptRoutes(api, context)
}

function answerRoutes(api: App, context: AppContext): void {
  const { db } = context
  operation(api, 'POST /admin/returns/:id/approve', {
    id: 'approveReturn',
    summary: 'Approve a return',
    ...asStep,
    description: 'The customer gets an email that says where to send it.',
    body: Type.Object(
      {
        label: Type.Optional(
          Type.String({
            maxLength: 500,
            [CHECK]: (text: string) => (/^https:\/\/\S+$/.test(text) && URL.canParse(text) ? undefined : NOT_WEB),
            description: 'Where the customer finds the label. Required if the shop sends labels.',
          }),
        ),
        answer: Words,
      },
      { title: 'ReturnApproval' },
    ),
    answers: { 200: Return },
    handler: async (request, reply) => {
      const { label = '', answer = '' } = request.body
      if (!label && (await readShop(db)).returnLabels)
        throw invalidInput({ field: 'label', reason: 'is required', code: 'required' })
      return takeOnce(request, reply, context, tx =>
        approve(tx, { ...actionOf(request, context), label: label || null, answer: answer || null }),
      )
    },
  })

  operation(api, 'POST /admin/returns/:id/decline', {
    id: 'declineReturn',
    summary: 'Decline a return',
    ...asStep,
    description: 'Its pieces can be returned again. The customer gets an email with the answer.',
    body: Type.Object({ answer: Words }, { title: 'ReturnRefusal' }),
    answers: { 200: Return },
    handler: async (request, reply) =>
      takeOnce(request, reply, context, tx =>
        decline(tx, { ...actionOf(request, context), answer: request.body.answer || null }),
      ),
  })
}

function receiptRoutes(api: App, context: AppContext): void {
  operation(api, 'POST /admin/returns/:id/receive', {
    id: 'receiveReturn',
    summary: 'Receive a return',
    ...asStep,
    description:
      'The goods are here. What can be sold again goes back into stock, once. By default that is all; `items` ' +
      'says otherwise for each line.',
    body: Type.Object(
      { items: Type.Optional(Type.Array(Type.Object({ line: Line, restocked: Pieces }), { maxItems: 100 })) },
      { title: 'ReturnReceipt' },
    ),
    answers: { 200: Return },
    handler: async (request, reply) =>
      takeOnce(request, reply, context, tx =>
        receive(tx, { ...actionOf(request, context), items: request.body.items ?? [] }),
      ),
  })

  operation(api, 'POST /admin/returns/:id/close', {
    id: 'closeReturn',
    summary: 'Close a return without a refund',
    ...asStep,
    description: 'For example when the goods are worth nothing any more.',
    answers: { 200: Return },
    handler: async (request, reply) =>
      takeOnce(request, reply, context, async tx => {
        await takeStep(tx, 'close', actionOf(request, context))
      }),
  })
}

/** Collects who does it to which return, and when. */
export function actionOf(request: FastifyRequest, { clock }: AppContext) {
  const { id } = request.params as { id: string }
  return { id, by: actorIdOf(request), now: clock.now() }
}

export async function takeOnce(
  request: FastifyRequest,
  reply: FastifyReply,
  context: AppContext,
  work: (tx: Tx) => Promise<void>,
): Promise<Static<typeof Return>> {
  const { id } = request.params as { id: string }
  return answerOnce(context, request, reply, async tx => {
    await work(tx)
    return showReturn((await findReturn(tx, id))!)
  })
}
