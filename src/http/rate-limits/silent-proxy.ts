/** Proxies on this machine that TRUSTED_PROXIES names, but that do not say for whom they ask. */
import type { FastifyInstance } from 'fastify'
import { trustOf } from '../../config/proxies.ts'
import type { AppContext } from '../../context.ts'
import { isThisMachine } from './clients.ts'

/** All clients of such a proxy together: RFC 6890 §2.2.2 gives this address to nobody else. */
export const UNKNOWN_CLIENT = '0.0.0.0'

const PROBES = /^\/(healthz|readyz)\b/

/**
 * Loopback spends no limit. Behind a proxy that sends no `X-Forwarded-For`, everybody would be loopback. So in production they are one
 * client, with the limits of one.
 */
export function countSilentProxies({ server }: FastifyInstance, { config, log }: AppContext): void {
  if (!config.production) return
  const trusts = trustOf(config.trustedProxies)
  let warned = false
  server.prependListener('request', ({ headers, socket: { remoteAddress = '' }, url = '' }) => {
    if (namesSomebody(headers['x-forwarded-for']) || !isThisMachine(remoteAddress) || !trusts(remoteAddress, 0)) return
    headers['x-forwarded-for'] = UNKNOWN_CLIENT
    // Proxies also ask whether Semel is well, and then for nobody.
    if (warned || PROBES.test(url)) return
    warned = true
    log.warn('a proxy on this machine sends no X-Forwarded-For; all its clients count as one')
  })
}

function namesSomebody(forwarded: string | string[] | undefined): boolean {
  return /[^\s,]/.test(String(forwarded ?? ''))
}
