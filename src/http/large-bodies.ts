import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../problems.ts'
import { clientNetwork } from './rate-limits/clients.ts'

/** Bytes. Forms and almost all API requests are smaller, so strangers have no reason to send more. */
const LARGE = 16 * 1024
/** Requests with large bodies that are in progress: of one network, and of all together. */
const PER_CLIENT = 8
const IN_ALL = 64

/**
 * A body is in memory from its first byte until the response, and a client may send it slowly. So few large bodies are
 * accepted at a time, or some hundred connections with a megabyte each would fill the memory.
 * @param isTrusted whether the request is one of the shop itself, which is not counted
 */
export function limitLargeBodies(app: FastifyInstance, isTrusted: (request: FastifyRequest) => boolean): void {
  const inProgress = new Map<string, number>()
  const all = 'all'
  const count = (name: string, change: 1 | -1) => {
    const now = (inProgress.get(name) ?? 0) + change
    if (now === 0) inProgress.delete(name)
    else inProgress.set(name, now)
  }
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (!isLarge(request.headers) || isTrusted(request)) return done(null, payload)
    const network = clientNetwork(request.ip)
    const names = network === undefined ? [all] : [all, `network ${network}`]
    const isFull = names.some(name => (inProgress.get(name) ?? 0) >= (name === all ? IN_ALL : PER_CLIENT))
    if (isFull) return done(tooManyLarge(reply))
    for (const name of names) count(name, 1)
    onceOver(reply, () => {
      for (const name of names) count(name, -1)
    })
    done(null, payload)
  })
}

/** Without a length a body can have any. */
function isLarge(headers: IncomingHttpHeaders): boolean {
  return Number(headers['content-length'] ?? 0) > LARGE || headers['transfer-encoding'] !== undefined
}

/** A client that hangs up closes without a finish, and a request from inside this process finishes without a close. */
function onceOver({ raw }: FastifyReply, leave: () => void): void {
  const over = () => {
    raw.off('finish', over).off('close', over)
    leave()
  }
  raw.on('finish', over).on('close', over)
}

/** The rest of the body is not awaited. */
function tooManyLarge(reply: FastifyReply): Problem {
  reply.header('connection', 'close')
  const detail = 'Too many large requests are being read. Try again in 5 seconds.'
  return new Problem('rate_limited', detail, { headers: { 'retry-after': '5' } })
}
