import { AsyncResource } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'
import { clientNetwork } from './clients.ts'

/** Requests of one network that begin in one turn of the event loop. */
const PER_TURN = 2
/** Requests of one network that wait for their turn. A client with more loses connections. */
const WAITING = 1000

/**
 * Networks take turns. A process does one thing at a time, and a request that reads the database comes back for about ten
 * turns of the event loop. If some hundred connections of one client began in each turn, every step of all other requests
 * would wait for them. While nobody else asks, turns follow each other at once.
 */
export function takeTurns(app: FastifyInstance): void {
  const begun = new Map<string, number>()
  const waiting = new Map<string, (() => void)[]>()
  let isNextDue = false
  const setNext = () => {
    if (isNextDue) return
    isNextDue = true
    setImmediate(nextTurn)
  }
  const nextTurn = () => {
    isNextDue = false
    begun.clear()
    if (waiting.size > 0) setNext()
    for (const [network, queue] of waiting) {
      const next = queue.splice(0, PER_TURN)
      if (queue.length === 0) waiting.delete(network)
      begun.set(network, next.length)
      for (const begin of next) begin()
    }
  }
  app.addHook('onRequest', (request, _, done) => {
    const { socket } = request.raw
    // A client that has gone has no address anymore, and is worth no turn.
    if (socket.remoteAddress === undefined) return void socket.destroy()
    const network = clientNetwork(request.ip)
    if (network === undefined) return done()
    setNext()
    const queue = waiting.get(network)
    const count = begun.get(network) ?? 0
    if (!queue && count < PER_TURN) {
      begun.set(network, count + 1)
      return done()
    }
    if (queue && queue.length >= WAITING) return void request.raw.destroy()
    // A page that calls the API is in the context of its own request.
    const begin = AsyncResource.bind(() => socket.destroyed || done())
    if (queue) queue.push(begin)
    else waiting.set(network, [begin])
  })
}
