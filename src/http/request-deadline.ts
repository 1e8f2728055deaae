import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limitRequest, type RequestLimits } from '../database/limits.ts'
import { SECOND } from '../time.ts'
import { clientNetwork } from './rate-limits/clients.ts'
import { rateLimitHeaders } from './rate-limits/headers.ts'

/** A request is answered within 12 seconds: its statements get 11, and the last one a little more. */
const DATABASE_TIME = 11 * SECOND

declare module 'fastify' {
  interface FastifyRequest {
    limits: RequestLimits
  }
}

/** Limits how long a request can wait for the database, and how many connections the requests of one area can hold. */
export function limitRequests(app: FastifyInstance, milliseconds = DATABASE_TIME): void {
  app.decorateRequest('limits')
  app.addHook('onRequest', (request, reply, done) => {
    request.limits = {
      until: performance.now() + milliseconds,
      area: areaOf(request),
      client: clientNetwork(request.ip),
      isGone: () => reply.raw.destroyed,
      rates: new Map(),
    }
    limitRequest(request.limits, done)
  })
  // A body that is read from its socket loses the context of the hook before.
  app.addHook('preValidation', (request, _, done) => limitRequest(request.limits, done))
  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode < 400) reply.headers(rateLimitHeaders(request.limits?.rates))
    done(null, payload)
  })
}

/** `orders` for /api/v3/orders/7 and for the page /orders. */
function areaOf({ routeOptions }: FastifyRequest): string {
  return (routeOptions.url ?? '/').replace(/^\/api\/v\d+/, '').split('/')[1] ?? ''
}
