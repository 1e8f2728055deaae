/** Limits for large request bodies, so that they neither fill the memory nor hold everybody up. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../problems.ts'
import { SECOND } from '../../time.ts'
import { remoteNetwork48 } from '../rate-limits/clients.ts'

/** Bytes. Forms and almost all API requests are smaller, so strangers have no reason to send more. */
const LARGE = 16 * 1024
/** Number of requests with large bodies that may be in progress: from one network, and altogether. */
const BODIES_PER_NETWORK = 8
const BODIES_IN_ALL = 64

/**
 * A body is in memory from its first byte until the response, and a client may send it slowly. So few large bodies are
 * accepted at a time, or some hundred connections with a megabyte each would fill the memory. When all places are taken, a
 * client ends a request of the network that has most, so that slow ones from some networks do not shut out everybody.
 * @param isTrusted whether the request is one of the shop itself, which is not counted
 */
export function limitLargeBodies(app: FastifyInstance, isTrusted: (request: FastifyRequest) => boolean): void {
  const inProgress = new Map<string | undefined, Set<FastifyRequest>>()
  let all = 0
  const leave = (network: string | undefined, request: FastifyRequest) => {
    const own = inProgress.get(network)
    if (!own?.delete(request)) return
    all--
    if (own.size === 0) inProgress.delete(network)
  }
  /** Ends a request whose body still arrives, of a network with more than `size`. @returns whether there was one */
  const endOneOf = (size: number): boolean => {
    const [network, most] = [...inProgress].reduce((one, other) => (other[1].size > one[1].size ? other : one))
    const unread = [...most].find(({ raw }) => raw.complete === false)
    if (most.size <= size || !unread) return false
    leave(network, unread)
    unread.raw.destroy()
    return true
  }
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (!isLarge(request.headers) || isTrusted(request)) return done(null, payload)
    const network = remoteNetwork48(request.ip)
    const own = inProgress.get(network) ?? new Set()
    const isFull =
      (network !== undefined && own.size >= BODIES_PER_NETWORK) || (all >= BODIES_IN_ALL && !endOneOf(own.size + 1))
    if (isFull) return done(tooManyLarge(reply))
    all++
    inProgress.set(network, own.add(request))
    onceOver(reply, () => leave(network, request))
    done(null, payload)
  })
  app.addHook('preValidation', (request, _, done) => {
    if (isLarge(request.headers)) nextTurn().then(() => done(), done)
    else done()
  })
}

/** A body without a declared length may have any. */
function isLarge(headers: IncomingHttpHeaders): boolean {
  return Number(headers['content-length'] ?? 0) > LARGE || headers['transfer-encoding'] !== undefined
}

/**
 * A client that hangs up closes without a finish, and a request from inside this process finishes without a close. After a
 * client has hung up, while its session was looked up for example, there is neither.
 */
export function onceOver({ raw }: FastifyReply, leave: () => void): void {
  if (raw.destroyed) return void leave()
  const over = () => {
    raw.off('finish', over).off('close', over)
    leave()
  }
  raw.on('finish', over).on('close', over)
}

let lastTurn = Promise.resolve()

/**
 * Large bodies are worked on one after the other, each in a turn of the event loop of its own. One keeps the process busy for
 * up to 30 ms, and ten networks at once kept everybody waiting for a second.
 */
function nextTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => setImmediate())
  return lastTurn
}

/** The turn in which a body is parsed; undefined when it is not large. Its validation waits for another turn. */
export function turnToParse(body: Buffer): Promise<void> | undefined {
  return body.length > LARGE ? nextTurn() : undefined
}

/** Bytes, and the time in which they arrive. */
const DROPPED = 32 * 1024 * 1024
const DROP_TIME = 20 * SECOND

/**
 * Reads the rest of a body that is too large, up to a limit, and keeps nothing of it. Many clients write their whole body
 * before they read. Closed earlier, the connection would break under them, and they would never see the response.
 */
export function dropRest(raw: IncomingMessage): Promise<void> {
  // A request from inside this process has no connection.
  if (raw.complete !== false || raw.destroyed) return Promise.resolve()
  return new Promise(resolve => {
    let dropped = 0
    const count = (chunk: Buffer) => {
      dropped += chunk.length
      if (dropped > DROPPED) stop()
    }
    const stop = () => {
      clearTimeout(timer)
      raw.off('data', count).off('end', stop).off('close', stop).pause()
      resolve()
    }
    const timer = setTimeout(stop, DROP_TIME)
    raw.on('data', count).on('end', stop).on('close', stop).resume()
  })
}

/** The rest of the body is not awaited. */
function tooManyLarge(reply: FastifyReply): Problem {
  reply.header('connection', 'close')
  const detail = 'Too many large requests are being read. Try again in 5 seconds.'
  return new Problem('rate_limited', detail, { retryAfter: 5 })
}
