import type { FastifyInstance } from 'fastify'
import { FairQueue } from '../../database/pooling/fair-queue.ts'
import { remoteNetwork48 } from './clients.ts'

/**
 * The door: in one turn of the event loop two requests of a network begin, and its others wait. A network with a thousand
 * that wait loses connections; until then it only waits, so an office behind one address never meets a limit.
 *
 * A process does one thing at a time, and a request that reads the database comes back for about ten turns. If some hundred
 * connections of one client began in each turn, every step of all other requests would wait for them. While nobody else
 * asks, turns follow each other at once. docs/decisions/018 says why the door does not count requests in progress.
 */
const BOUNDS = { perKey: 2, waitingPerKey: 1000 }

export function openDoor(app: FastifyInstance): void {
  const door = new FairQueue(BOUNDS)
  app.addHook('onRequest', (request, _, done) => {
    const { socket } = request.raw
    // A client that has gone has no address anymore, and is worth no turn.
    if (socket.remoteAddress === undefined) return void socket.destroy()
    const network = remoteNetwork48(request.ip)
    if (network === undefined) return done()
    const begin = (leave: () => void) => {
      // A place lasts until the end of the turn.
      setImmediate(leave)
      done()
    }
    door.enter(network, () => socket.destroyed).then(begin, () => request.raw.destroy())
  })
}
