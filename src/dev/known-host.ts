import type { FastifyInstance } from 'fastify'
import { isLoopback } from '../config/local-address.ts'
import type { AppContext } from '../context.ts'
import { Problem } from '../problems.ts'

/**
 * Refuses host names that are not ours. By DNS rebinding a website gives its own name the address of this machine, and
 * then its script may read the inbox and the login codes as if they were its own pages.
 */
export function requireKnownHost(inbox: FastifyInstance, { config, baseUrl }: AppContext): void {
  inbox.addHook('onRequest', async ({ hostname }) => {
    const known = [config.host, new URL(baseUrl()).hostname]
    if (isLoopback(hostname) || known.some(name => name.toLowerCase() === hostname.toLowerCase())) return
    const detail = `The development inbox does not answer under ${hostname}. Use localhost, or set BASE_URL.`
    throw new Problem('untrusted_host', detail)
  })
}
