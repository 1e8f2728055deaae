import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Lets HTTP end in order: nothing new is taken, what is in hand is answered. Node itself would also wait for connections
 * on which nothing was ever asked, which browsers open in advance, and for idle ones to time out.
 *
 * To be called before the server listens.
 * @returns closes; after `patience` milliseconds also what is still not answered
 */
export function drainable(app: FastifyInstance, patience: number): () => Promise<void> {
  const inHand = new Map<Socket, number>()
  let draining = false

  const settle = (socket: Socket, requests: number) => {
    inHand.set(socket, requests)
    if (draining && requests === 0) socket.destroySoon()
  }
  app.server.on('connection', (socket: Socket) => {
    settle(socket, 0)
    socket.once('close', () => inHand.delete(socket))
  })
  app.server.on('request', ({ socket }, response) => {
    settle(socket, (inHand.get(socket) ?? 0) + 1)
    response.once('close', () => inHand.has(socket) && settle(socket, inHand.get(socket)! - 1))
  })

  return async () => {
    draining = true
    const enough = setTimeout(() => app.server.closeAllConnections(), patience)
    const closed = app.close()
    for (const [socket, requests] of inHand) settle(socket, requests)
    await closed
    clearTimeout(enough)
  }
}
