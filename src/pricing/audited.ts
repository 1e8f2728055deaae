import type { FastifyRequest } from 'fastify'
import { audit, visitOf } from '../accounts/audit-log.ts'
import { signedIn } from '../accounts/sessions/access.ts'
import type { AppContext } from '../context.ts'
import type { Tx } from '../database/schema.ts'

/** A line of the audit log: who of the staff changed what orders cost. */
export async function audited(
  tx: Tx,
  { clock }: AppContext,
  request: FastifyRequest,
  action: Parameters<typeof audit>[1],
  detail: Record<string, string>,
): Promise<void> {
  await audit(tx, action, { at: clock.now(), userId: signedIn(request).userId, visit: visitOf(request), detail })
}
