/** Confirms many transfers whose reference and amount agree with their orders, as a person has seen them. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { actorIdOf } from '../../accounts/sessions/access.ts'
import { MONEY_MOVERS } from '../../accounts/sessions/shop-callers.ts'
import type { AppContext } from '../../context.ts'
import { wakeWorkers } from '../../database/news/wake.ts'
import type { Tx } from '../../database/schema.ts'
import type { App } from '../../http/app.ts'
import { answerOnce } from '../../http/idempotency/once.ts'
import { isUuid } from '../../http/input/validation.ts'
import { operation } from '../../http/operation.ts'
import { Uuid } from '../../http/schemas.ts'
import { WITHOUT_STEP_UP } from '../../http/step-up-reasons.ts'
import { findIncoming } from '../../payments/transfers-in/queries.ts'
import { invalidInput, Problem } from '../../problems.ts'
import { bookTransfer } from './decide.ts'
import { proposalsFor } from './proposals.ts'

const Confirmed = Type.Object(
  {
    booked: Type.Array(Uuid),
    refused: Type.Integer({ minimum: 0 }),
    reasons: Type.Array(Type.Object({ id: Uuid, code: Type.String(), detail: Type.String() })),
  },
  { title: 'TransfersBooked' },
)

/** A line that staff saw on the page and confirm: `<id of the transfer>:<ids of the orders, with commas>`. */
const SEEN = '^[0-9a-fA-F-]{36}:[1-9]\\d{0,15}(,[1-9]\\d{0,15}){0,49}$'

export function confirmManyRoute(api: App, context: AppContext): void {
  const { db, clock } = context
  operation(api, 'POST /incoming-transfers/book', {
    id: 'bookIncomingTransfers',
    summary: 'Confirm many sure proposals',
    access: MONEY_MOVERS,
    stepUp: WITHOUT_STEP_UP.records,
    description:
      'Books each transfer to the orders of its `exact` proposal, if these are still the orders that you name. ' +
      'The others are refused, with the reason.',
    once: true,
    body: Type.Object(
      {
        transfers: Type.Array(
          Type.String({ pattern: SEEN, 'x-reason': 'must be the id of a transfer, a colon and the ids of its orders' }),
          {
            minItems: 1,
            maxItems: 100,
            examples: [['019b1f03-9b0c-73b7-af02-c430eb53dfa3:8,9']],
          },
        ),
      },
      { title: 'TransfersBooking' },
    ),
    answers: { 200: Confirmed },
    handler: async (request, reply) => {
      const wrong = request.body.transfers.findIndex(text => !isUuid(text.slice(0, 36)))
      if (wrong >= 0)
        throw invalidInput({
          field: `transfers.${wrong}`,
          reason: 'must begin with the id of a transfer',
          code: 'invalid_format',
        })
      const details = { by: actorIdOf(request), now: clock.now() }
      const answer = await answerOnce(context, request, reply, tx => bookMany(tx, request.body.transfers, details))
      wakeWorkers(db)
      return answer
    },
  })
}

async function bookMany(tx: Tx, seen: readonly string[], details: { by: string; now: Date }) {
  const booked: string[] = []
  const reasons: { id: string; code: string; detail: string }[] = []
  const wanted = [...new Set(seen)].map(text => text.split(':') as [string, string])
  // Two requests lock the orders in the same order.
  const inOrder = wanted.toSorted(([, a], [, b]) => Number(a.split(',')[0]) - Number(b.split(',')[0]))
  for (const [id, orders] of inOrder) {
    // A refused transfer leaves nothing behind.
    await sql`savepoint one_transfer`.execute(tx)
    try {
      await bookSure(tx, id, orders, details)
      booked.push(id)
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error
      await sql`rollback to savepoint one_transfer`.execute(tx)
      reasons.push({ id, code: error.code, detail: error.message })
    }
  }
  return { booked, refused: reasons.length, reasons }
}

async function bookSure(tx: Tx, id: string, orders: string, details: { by: string; now: Date }): Promise<void> {
  const transfer = await findIncoming(tx, id)
  if (!transfer) throw new Problem('not_found', 'There is no such transfer.')
  const [best] = (await proposalsFor(tx, [transfer])).get(id) ?? []
  const isSame = best?.kind === 'exact' && best.parts.map(({ orderId }) => orderId).join() === orders
  if (transfer.state === 'open' && !isSame)
    throw new Problem('wrong_transfer_state', 'This transfer is not sure any more. Look at it again.', {
      members: { from: 'open', to: 'booked' },
    })
  await bookTransfer(tx, id, best?.parts ?? [], details)
}
