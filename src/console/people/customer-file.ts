/** The file with which customers and their orders move to another shop. It has the hashes of passwords, so it is for admins alone. */
import type { FastifyInstance } from 'fastify'
import { audit, visitOf } from '../../accounts/audit-log.ts'
import type { AppContext } from '../../context.ts'
import { exportCustomers } from '../../orders/moving/export.ts'
import { staffFile } from '../layout.ts'

export const CUSTOMER_FILE = '/admin/customers.ndjson'

export function customerFile(app: FastifyInstance, { db, clock }: AppContext): void {
  staffFile(app, 'customers.ndjson', '/admin/users', async (request, { id }) => {
    await audit(db, 'customers_exported', { at: clock.now(), userId: id, visit: visitOf(request), detail: { by: id } })
    return { name: 'customers.ndjson', type: 'application/x-ndjson; charset=utf-8', parts: exportCustomers(db) }
  })
}
