import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type TcpProxy = {
  /** The same database through this proxy. */
  through(url: string): string
  /** From now on no byte passes, in either direction, on the connections that are open. Nothing is closed. */
  swallow(): void
  /** The same for connections that are opened later, until `heal`. */
  swallowNew(): void
  heal(): void
  /** Happens once: the request that contains this text arrives, and its connection breaks when the answer comes. */
  loseAnswerTo(text: string): void
  [Symbol.asyncDispose](): Promise<void>
}

/** A network between Semel and PostgreSQL that can lose packets. A lost connection stays lost after `heal`. */
export async function openProxy(target: string): Promise<TcpProxy> {
  const { hostname, port, searchParams } = new URL(target)
  const directory = searchParams.get('host')
  const sockets = new Set<Socket>()
  let swallowsNew = false
  let lost: string | undefined
  const server = createServer(client => {
    const upstream = directory
      ? connect(`${directory}/.s.PGSQL.${port || 5432}`)
      : connect(Number(port || 5432), hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    if (swallowsNew) return
    client.pipe(upstream)
    upstream.pipe(client)
    client.prependListener('data', (chunk: Buffer) => {
      if (lost === undefined || !chunk.includes(lost)) return
      lost = undefined
      upstream.unpipe()
      upstream.once('data', () => upstream.destroy()).resume()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    through(url) {
      const address = new URL(url)
      address.searchParams.delete('host')
      address.hostname = '127.0.0.1'
      address.port = String((server.address() as AddressInfo).port)
      return address.href
    },
    swallow() {
      for (const socket of sockets) {
        socket.unpipe()
        socket.pause()
      }
    },
    swallowNew() {
      swallowsNew = true
    },
    heal() {
      swallowsNew = false
    },
    loseAnswerTo(text) {
      lost = text
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
