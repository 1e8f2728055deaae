import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Shuts HTTP down gracefully: it stops accepting connections and finishes requests in flight. Node itself would also
 * wait for idle connections to time out, and for unused ones, which browsers open in advance.
 *
 * Call it before the server listens.
 * @returns closes the server; after `timeout` milliseconds it drops the remaining requests
 */
export function drainable(app: FastifyInstance, timeout: number): () => Promise<void> {
  const inFlight = new Map<Socket, number>()
  let draining = false

  const update = (socket: Socket, requests: number) => {
    inFlight.set(socket, requests)
    if (draining && requests === 0) socket.destroySoon()
  }
  app.server.on('connection', (socket: Socket) => {
    update(socket, 0)
    socket.once('close', () => inFlight.delete(socket))
  })
  app.server.on('request', ({ socket }, response) => {
    update(socket, (inFlight.get(socket) ?? 0) + 1)
    response.once('close', () => inFlight.has(socket) && update(socket, inFlight.get(socket)! - 1))
  })

  return async () => {
    draining = true
    const timer = setTimeout(() => app.server.closeAllConnections(), timeout)
    const closed = app.close()
    for (const [socket, requests] of inFlight) update(socket, requests)
    await closed
    clearTimeout(timer)
  }
}
