/** The time that a request may take, and the connections to the database that it may use. */
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '../context.ts'
import { limitRequest, type RequestLimits } from '../database/limits.ts'
import { inboxOf } from '../mail/relay.ts'
import { MINUTE, SECOND } from '../time.ts'
import { type CurrentRequest, inRequest } from './current-request.ts'
import { remoteNetwork48 } from './rate-limits/clients.ts'
import { rateLimitHeaders } from './rate-limits/headers.ts'

/** A request is answered within 12 seconds: its statements get 11, and the last one a little more. */
const DATABASE_TIME = 11 * SECOND

declare module 'fastify' {
  interface FastifyRequest {
    limits: RequestLimits
    current: CurrentRequest
  }
  interface FastifyContextConfig {
    /** The route takes files, and a hook `onRequest` has refused everybody but staff. Its body may arrive slowly. */
    takesFile?: boolean
  }
}

/** Limits how long a request can wait for the database, and how many connections the requests of one area can hold. */
export function limitRequests(app: FastifyInstance, context: AppContext): void {
  const { databaseTime = DATABASE_TIME, config } = context
  const keepsEmails = !config.production && inboxOf(context) !== undefined
  app.decorateRequest('limits')
  app.decorateRequest('current')
  const enter = ({ limits, current }: FastifyRequest, done: () => void) =>
    inRequest(current, () => limitRequest(limits, done))
  app.addHook('onRequest', (request, reply, done) => {
    request.limits = {
      until: performance.now() + databaseTime,
      area: areaOf(request),
      network: remoteNetwork48(request.ip),
    }
    request.current = {
      isGone: () => reply.raw.destroyed,
      rates: new Map(),
      isLocal: !config.production && remoteNetwork48(request.ip) === undefined,
      keepsEmails,
    }
    enter(request, done)
  })
  // A body that is read from its socket loses the context of the hook before.
  app.addHook('preValidation', (request, _, done) => enter(request, done))
  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode < 400) reply.headers(rateLimitHeaders(request.current?.rates))
    done(null, payload)
  })
}

/** `orders` for /api/v3/orders/7 and for the page /orders. */
function areaOf({ routeOptions }: FastifyRequest): string {
  return (routeOptions.url ?? '/').replace(/^\/api\/v\d+/, '').split('/')[1] ?? ''
}

/** Time that a body may take after its headers. Eight megabytes in base64 in five minutes are 0.3 Mbit/s. */
const TIMES = { usual: 30 * SECOND, file: 5 * MINUTE }

/** Node's own limit is the same for all requests, so it is above this one. */
export const LONGEST_REQUEST = TIMES.file + MINUTE

/** Ends a request whose body arrives slowly, as Node does after its `requestTimeout`. */
export function limitSlowBodies(app: FastifyInstance, times = TIMES): void {
  const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>()
  const limit = (request: IncomingMessage, time: number) => {
    clearTimeout(timers.get(request))
    timers.set(request, setTimeout(() => end(request), time).unref())
  }
  const end = (request: IncomingMessage) => {
    if (request.complete || request.destroyed) return
    app.server.emit('clientError', Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), request.socket)
  }
  app.server.on('request', (request: IncomingMessage) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    if (encoding === undefined && !Number(length)) return
    limit(request, times.usual)
    request.once('close', () => clearTimeout(timers.get(request)))
  })
  app.addHook('preParsing', (request, _, payload, done) => {
    if (request.routeOptions.config.takesFile && timers.has(request.raw)) limit(request.raw, times.file)
    done(null, payload)
  })
}
