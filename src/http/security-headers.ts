import type { OutgoingHttpHeaders } from 'node:http'
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'
import type { AppContext } from '../context.ts'

/** The headers that helmet would set. It works them out anew for every request, and always finds the same. */
export async function securityHeaders(context: AppContext): Promise<OutgoingHttpHeaders> {
  const probe = Fastify()
  await probe.register(helmet, policy(context))
  probe.get('/', (_, reply) => reply.send())
  const { headers } = await probe.inject('/')
  await probe.close()
  const always = Object.entries(headers).filter(([name]) => !['content-length', 'date', 'connection'].includes(name))
  return Object.fromEntries(always)
}

export function setOnEveryAnswer(app: FastifyInstance, headers: OutgoingHttpHeaders): void {
  const always = Object.entries(headers)
  app.addHook('onRequest', (_, reply, done) => {
    for (const [name, value] of always) reply.raw.setHeader(name, value!)
    done()
  })
}

/** Nothing is loaded from elsewhere and nothing inline runs; pages are framed by nobody. */
function policy(context: AppContext): FastifyHelmetOptions {
  const https = (context.config.baseUrl ?? '').startsWith('https:')
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        formAction: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        ...(https && { upgradeInsecureRequests: [] }),
      },
    },
    hsts: https && { maxAge: 365 * 24 * 60 * 60 },
    referrerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  }
}
