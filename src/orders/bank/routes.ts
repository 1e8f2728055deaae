/** The API of bank statements: an upload, what each transfer may be for, and what a person says that it is for. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { actorIdOf } from '../../accounts/sessions/access.ts'
import { MONEY_MOVERS } from '../../accounts/sessions/shop-callers.ts'
import type { AppContext } from '../../context.ts'
import type { Tx } from '../../database/schema.ts'
import type { App } from '../../http/app.ts'
import { RowId, uuidOf } from '../../http/filters.ts'
import { answerOnce, once } from '../../http/idempotency/once.ts'
import { TRIM } from '../../http/input/keywords.ts'
import { operation } from '../../http/operation.ts'
import { orNull, Uuid } from '../../http/schemas.ts'
import { WITHOUT_STEP_UP } from '../../http/step-up-reasons.ts'
import { IncomingTransfer, showIncoming } from '../../payments/transfers-in/incoming.ts'
import { findIncoming } from '../../payments/transfers-in/queries.ts'
import { Problem } from '../../problems.ts'
import { bookTransfer, markKnown, reopenTransfer, setTransferAside } from './decide.ts'
import { keepStatement } from './keep-statement.ts'
import { confirmManyRoute } from './many-route.ts'
import { PROPOSAL_KINDS, proposalsFor } from './proposals.ts'
import { MAX_STATEMENT_BYTES, readUpload, TOO_LARGE } from './read-upload.ts'

const TransferId = uuidOf('transfer')
const count = Type.Integer({ minimum: 0 })

const BankStatement = Type.Object(
  {
    id: Uuid,
    format: Type.Enum(['camt', 'mt940']),
    incoming: Type.Integer({ minimum: 0, description: 'Transfers in the file that came in.' }),
    added: Type.Integer({ minimum: 0, description: 'Those of them that no file before had. They are open now.' }),
    known: count,
    leftOut: Type.Integer({
      minimum: 0,
      description: 'Entries that bring no money: debits, reversals, and what is not booked yet.',
    }),
  },
  { title: 'BankStatement' },
)

const Proposal = Type.Object(
  {
    kind: Type.Enum([...PROPOSAL_KINDS], {
      description:
        '`exact`: the reference names orders of which exactly this is due. `noted`: somebody has noted this ' +
        'transfer before, see `sameAs`. `differs`: something else is due of the order. `paid`: nothing is due of ' +
        'it, so all would go back. `number`: a number without words, and the amount agrees. `name`: payer and ' +
        'amount agree.',
    }),
    parts: Type.Array(Type.Object({ orderId: Type.Integer(), amount: Type.Integer() })),
    sameAs: orNull(Uuid),
  },
  { title: 'TransferProposal' },
)

const Part = Type.Object({
  orderId: RowId,
  amount: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'In minor units. By default all of the transfer, if it is for one order.',
    }),
  ),
})

export function bankRoutes(api: App, context: AppContext): void {
  statementRoutes(api, context)
  decisionRoutes(api, context)
  correctionRoutes(api, context)
  confirmManyRoute(api, context)
}

function statementRoutes(api: App, context: AppContext): void {
  const { db, clock } = context
  operation(api, 'POST /bank-statements', {
    id: 'uploadBankStatement',
    summary: 'Upload a bank statement',
    access: MONEY_MOVERS,
    stepUp: WITHOUT_STEP_UP.records,
    config: { takesFile: true, tooLarge: TOO_LARGE },
    description:
      'camt.053, camt.054 or camt.052 (ISO 20022), or MT940. Each transfer that came in is kept once, also when ' +
      'files overlap; nothing is booked by that. The file itself is not kept.',
    once: true,
    body: Type.Object(
      {
        data: Type.String({
          minLength: 1,
          contentEncoding: 'base64',
          description: 'The file, at most 8 MB, in base64.',
        }),
      },
      { title: 'NewBankStatement' },
    ),
    bodyLimit: 1.5 * MAX_STATEMENT_BYTES,
    answers: { 201: BankStatement },
    handler: async (request, reply) => {
      const statement = await readUpload(request.body.data)
      const details = { by: actorIdOf(request), now: clock.now() }
      return once(context, request, reply, async tx => ({
        body: await keepStatement(tx, statement, details),
        location: '/api/incoming-transfers?state=open',
      }))
    },
  })

  operation(api, 'GET /incoming-transfers/:id/proposals', {
    id: 'listTransferProposals',
    summary: 'List what a transfer may be for',
    access: MONEY_MOVERS,
    description: 'The most likely first; none for a transfer that is not open.',
    params: TransferId,
    answers: { 200: Type.Object({ items: Type.Array(Proposal) }, { title: 'TransferProposals' }) },
    handler: async request => {
      const transfer = await findIncoming(db, request.params.id)
      if (!transfer) throw new Problem('not_found', 'There is no such transfer.')
      const found = transfer.state === 'open' ? await proposalsFor(db, [transfer]) : new Map()
      return { items: found.get(transfer.id) ?? [] }
    },
  })
}

type Step = (tx: Tx, id: string, details: { by: string; now: Date }) => Promise<void>

const asStep = {
  access: MONEY_MOVERS,
  stepUp: WITHOUT_STEP_UP.records,
  once: true as const,
  params: TransferId,
  answers: { 200: IncomingTransfer },
}

/** Takes one step of a transfer, and answers with the transfer afterwards. */
async function takeOnce(
  context: AppContext,
  request: FastifyRequest<{ Params: { id: string } }>,
  reply: FastifyReply,
  step: Step,
) {
  const { id } = request.params
  return answerOnce(context, request, reply, async tx => {
    await step(tx, id, { by: actorIdOf(request), now: context.clock.now() })
    return showIncoming((await findIncoming(tx, id))!)
  })
}

function decisionRoutes(api: App, context: AppContext): void {
  operation(api, 'POST /incoming-transfers/:id/book', {
    id: 'bookIncomingTransfer',
    summary: 'Say which orders a transfer pays',
    ...asStep,
    description: 'What is more than is due of an order goes back. The parts add up to the transfer.',
    problems: ['wrong_transfer_state', 'wrong_payment_state'],
    body: Type.Object({ parts: Type.Array(Part, { minItems: 1, maxItems: 50 }) }, { title: 'TransferBooking' }),
    handler: async (request, reply) => {
      const { parts } = request.body
      return takeOnce(context, request, reply, (tx, id, details) => bookTransfer(tx, id, parts, details))
    },
  })

  operation(api, 'POST /incoming-transfers/:id/set-aside', {
    id: 'setIncomingTransferAside',
    summary: 'Set a transfer aside',
    ...asStep,
    description: 'It pays no order.',
    problems: ['wrong_transfer_state'],
    body: Type.Object(
      { note: Type.Optional(Type.String({ maxLength: 500, [TRIM]: 'words' })) },
      { title: 'TransferNote' },
    ),
    handler: async (request, reply) => {
      const note = request.body.note || undefined
      return takeOnce(context, request, reply, (tx, id, details) => setTransferAside(tx, id, note, details))
    },
  })
}

function correctionRoutes(api: App, context: AppContext): void {
  operation(api, 'POST /incoming-transfers/:id/same-as', {
    id: 'matchNotedTransfer',
    summary: 'Say that a transfer was noted before',
    ...asStep,
    description: 'Somebody has noted it by hand before the statement came, so it pays nothing once more.',
    problems: ['wrong_transfer_state'],
    body: Type.Object({ transferId: Uuid }, { title: 'NotedBefore' }),
    handler: async (request, reply) => {
      const { transferId } = request.body
      return takeOnce(context, request, reply, (tx, id, details) => markKnown(tx, id, transferId, details))
    },
  })

  operation(api, 'POST /incoming-transfers/:id/reopen', {
    id: 'reopenIncomingTransfer',
    summary: 'Look at a transfer again',
    ...asStep,
    description: 'One that was set aside, or that was said to be noted before.',
    problems: ['wrong_transfer_state'],
    handler: async (request, reply) => takeOnce(context, request, reply, reopenTransfer),
  })
}
