import { Type } from 'typebox'
import type { AppContext } from '../context.ts'
import type { App } from '../http/app.ts'
import { Problem } from '../problems.ts'
import { currentCode } from './current-codes.ts'
import { emptyMail, readMail } from './search-inbox.ts'
import { readSms } from './sms-inbox.ts'

const Email = Type.Object({ email: Type.String({ minLength: 1 }) })
const To = Type.Object({ to: Type.Optional(Type.String()) })

/** A plus that was not written as %2B arrives as a space, which no address or number has. */
function withPlus<T extends string | undefined>(address: T): T {
  return address?.replaceAll(' ', '+') as T
}

/** The development inbox as JSON, for tests and for people with curl. */
export function devRoutes(app: App, context: AppContext): void {
  const { db } = context

  app.get('/dev/mail', { schema: { querystring: To } }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return readMail(db, withPlus(request.query.to))
  })

  app.delete('/dev/mail', async (_, reply) => {
    await emptyMail(db)
    return reply.status(204).send()
  })

  app.get('/dev/code', { schema: { querystring: Email } }, async (request, reply) => {
    const email = withPlus(request.query.email)
    const code = await currentCode(context, email)
    if (!code) throw new Problem('not_found', `There is no account ${email} with an authenticator.`)
    reply.header('cache-control', 'no-store')
    return code
  })

  app.get('/dev/sms', { schema: { querystring: To } }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return readSms(db, withPlus(request.query.to))
  })
}
