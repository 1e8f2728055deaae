import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** Set from the moment when the process was asked to stop; `/readyz` then answers 503. */
    stopping?: boolean
  }
}

/**
 * Shuts HTTP down gracefully, in three steps:
 *
 *   stopping   for `delay` ms: /readyz answers 503 and every response closes its connection, so that load balancers move
 *              on; requests are served as before
 *   draining   no new connections; requests in flight are finished, for `timeout` ms
 *   closed     requests that still run are dropped
 *
 * Node itself would also wait for idle connections to time out, and for unused ones, which browsers open in advance.
 * Call it before the server listens.
 * @returns runs these steps
 */
export function drainable(
  app: FastifyInstance,
  { delay, timeout }: { delay: number; timeout: number },
): () => Promise<void> {
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

  app.addHook('onSend', async (_, reply) => {
    if (app.stopping) reply.header('connection', 'close')
  })

  return async () => {
    app.stopping = true
    // It could not listen, so nobody was sent here.
    if (!app.server.listening) return void (await app.close())
    await sleep(delay)
    draining = true
    const timer = setTimeout(() => app.server.closeAllConnections(), timeout)
    const closed = app.close()
    for (const [socket, requests] of inFlight) update(socket, requests)
    await closed
    clearTimeout(timer)
  }
}
