/** Tells the operator about a proxy that is not trusted. */
import type { FastifyInstance } from 'fastify'
import { couldBeProxy, trustOf } from '../../config/proxies.ts'
import type { AppContext } from '../../context.ts'
/** Everybody behind a proxy that is not in TRUSTED_PROXIES has its address, and rate limits take them for one client. */
export function warnOfUnknownProxy(app: FastifyInstance, { config, log }: AppContext): void {
  if (!config.production) return
  const trusts = trustOf(config.trustedProxies)
  let warned = false
  app.addHook('onRequest', ({ headers, socket: { remoteAddress } }, _, done) => {
    const isForwarded = !warned && headers['x-forwarded-for'] !== undefined
    if (isForwarded && couldBeProxy(remoteAddress) && !trusts(remoteAddress, 0)) {
      warned = true
      log.warn('forwarded addresses are ignored; name the proxy in TRUSTED_PROXIES')
    }
    done()
  })
}
