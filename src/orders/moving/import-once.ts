/** The common part of all imports from a former shop: limits, one report, and one line in the audit log. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { audit, visitOf } from '../../accounts/audit-log.ts'
import { actorIdOf } from '../../accounts/sessions/access.ts'
import type { AppContext } from '../../context.ts'
import type { Tx } from '../../database/schema.ts'
import { answerOnce } from '../../http/idempotency/once.ts'

/** Limits the operation to 50,000 JSON values and 2 MiB. */
export const asImport = { once: true, config: { mostValues: 50_000 }, bodyLimit: 2 * 1024 * 1024 } as const

export async function importOnce<Report extends { added: number }>(
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  action: 'customers_imported' | 'orders_imported',
  work: (tx: Tx) => Promise<Report>,
): Promise<Report> {
  return answerOnce(context, request, reply, async tx => {
    const report = await work(tx)
    const by = request.caller.kind === 'user' ? { userId: request.caller.userId } : {}
    const detail = { by: actorIdOf(request), added: report.added }
    await audit(tx, action, { at: context.clock.now(), visit: visitOf(request), detail, ...by })
    return report
  })
}
