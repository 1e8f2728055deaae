import { type AddressInfo, createServer, type Server } from 'node:net'

/** Ports of this machine that nobody uses, for programs that cannot choose one themselves. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, () => {
      const { promise, resolve } = Promise.withResolvers<Server>()
      const server = createServer().listen(0, '127.0.0.1', () => resolve(server))
      return promise
    }),
  )
  const ports = servers.map(server => (server.address() as AddressInfo).port)
  await Promise.all(servers.map(server => new Promise(resolve => server.close(resolve))))
  return ports
}
