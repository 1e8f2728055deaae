import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { Ground } from '../ground.ts'

/** Nothing is loaded from elsewhere and nothing inline runs; pages are framed by nobody. */
export function securityHeaders(ground: Ground): FastifyHelmetOptions {
  const https = (ground.config.baseUrl ?? '').startsWith('https:')
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
