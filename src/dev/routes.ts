import { Type } from 'typebox'
import type { Ground } from '../ground.ts'
import type { App } from '../http/app.ts'
import { emptyMail, readMail } from '../mail/mailbox.ts'
import { readSms } from '../sms/inbox.ts'

const To = Type.Object({ to: Type.Optional(Type.String()) })

/** The development inbox as JSON, for tests and for people with curl. There is none in production or with a real relay. */
export function devRoutes(app: App, { db, config }: Ground): void {
  if (config.production) return

  app.get('/dev/mail', { schema: { querystring: To } }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return readMail(db, request.query.to)
  })

  app.delete('/dev/mail', async (_, reply) => {
    await emptyMail(db)
    return reply.status(204).send()
  })

  app.get('/dev/sms', { schema: { querystring: To } }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return readSms(db, request.query.to)
  })
}
