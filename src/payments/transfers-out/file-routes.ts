/** The API of files of transfers, which banks read. */
import { Type } from 'typebox'
import { actorIdOf } from '../../accounts/sessions/access.ts'
import { MONEY_MOVERS } from '../../accounts/sessions/shop-callers.ts'
import type { AppContext } from '../../context.ts'
import type { App } from '../../http/app.ts'
import { uuidOf } from '../../http/filters.ts'
import { answerOnce, once } from '../../http/idempotency/once.ts'
import { operation } from '../../http/operation.ts'
import { Uuid } from '../../http/schemas.ts'
import { WITHOUT_STEP_UP } from '../../http/step-up-reasons.ts'
import { discardFile, keepFileSent, MOST_FILED, makeFile, readFile } from './file.ts'

const FileId = uuidOf('file')

const Xml = Type.Unsafe<string>({ type: 'string', format: 'binary', contentMediaType: 'application/xml' })

export function transferFileRoutes(api: App, context: AppContext): void {
  const { db, clock } = context

  operation(api, 'POST /admin/transfer-files', {
    id: 'createTransferFile',
    summary: 'Make a file of transfers for the bank',
    access: MONEY_MOVERS,
    stepUp: true,
    description:
      'A SEPA credit transfer file (pain.001.001.09) of the named refunds, or of all that are ready, at most ' +
      `${MOST_FILED}: in EUR, with an IBAN of the SEPA area, and in no file yet. Nothing is sent by it: upload ` +
      'it at the bank, and then mark it as sent.',
    problems: ['no_bank_account', 'not_for_a_file'],
    once: true,
    body: Type.Object(
      { refundIds: Type.Optional(Type.Array(Uuid, { minItems: 1, maxItems: MOST_FILED })) },
      { title: 'NewTransferFile' },
    ),
    answers: { 201: Type.Object({ id: Uuid }, { title: 'TransferFile' }) },
    handler: async (request, reply) => {
      const file = { refundIds: request.body.refundIds, by: actorIdOf(request), now: clock.now() }
      return once(context, request, reply, async tx => {
        const id = await makeFile(tx, file)
        return { body: { id }, location: `/api/admin/transfer-files/${id}.xml` }
      })
    },
  })

  operation(api, 'GET /admin/transfer-files/:id.xml', {
    id: 'getTransferFile',
    summary: 'Download a file of transfers',
    access: { role: 'staff', permission: 'money' },
    description: 'The same bytes each time, so a bank sees when it gets the same file twice.',
    params: FileId,
    answers: { 200: Xml },
    handler: async (request, reply) => {
      const { id } = request.params
      reply.type('application/xml').header('content-disposition', `attachment; filename="transfers-${id}.xml"`)
      return reply.send(await readFile(db, id))
    },
  })

  operation(api, 'DELETE /admin/transfer-files/:id', {
    id: 'discardTransferFile',
    summary: 'Discard a file of transfers',
    access: MONEY_MOVERS,
    stepUp: WITHOUT_STEP_UP.ends,
    description:
      'The bank has refused it, or it was never uploaded. What was not marked as sent can be put into another file.',
    problems: ['not_found'],
    params: FileId,
    handler: async request => {
      await db.transaction().execute(tx => discardFile(tx, request.params.id))
    },
  })

  operation(api, 'POST /admin/transfer-files/:id/sent', {
    id: 'markTransferFileSent',
    summary: 'Mark a file of transfers as sent',
    access: MONEY_MOVERS,
    stepUp: WITHOUT_STEP_UP.records,
    description: 'Every transfer of the file that was not marked yet, each with its email and its event.',
    problems: ['not_found', 'wrong_refund_state'],
    once: true,
    params: FileId,
    answers: { 200: Type.Object({ sent: Type.Integer() }, { title: 'TransferFileSent' }) },
    handler: async (request, reply) => {
      const sender = { by: actorIdOf(request), now: clock.now() }
      return answerOnce(context, request, reply, async tx => ({
        sent: await keepFileSent(tx, request.params.id, sender),
      }))
    },
  })
}
