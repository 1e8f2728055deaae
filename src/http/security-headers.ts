import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../context.ts'

/** Nothing is loaded from elsewhere, nothing runs inline, and no other site can frame a page. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
]

/**
 * The headers that helmet 8 sets, written out. They are the same for every response, and helmet computes them for each:
 * about 10 µs, where a cached product list takes 70 µs in all.
 */
export function securityHeaders({ config }: AppContext): Record<string, string> {
  const https = config.baseUrl?.startsWith('https:')
  const policy = https ? [...CONTENT_SECURITY_POLICY, 'upgrade-insecure-requests'] : CONTENT_SECURITY_POLICY
  return {
    'content-security-policy': policy.join(';'),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'same-origin',
    ...(https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
  }
}

export function setOnEveryResponse(app: FastifyInstance, headers: Record<string, string>): void {
  const always = Object.entries(headers)
  app.addHook('onRequest', (_, reply, done) => {
    for (const [name, value] of always) reply.raw.setHeader(name, value)
    done()
  })
}
