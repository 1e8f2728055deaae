import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sameSecret } from '../secrets.ts'

/**
 * The CSRF token of a browser: derived from a random cookie that only our pages receive (double submit). Whoever makes
 * a browser send a request from another site can neither read the cookie nor, because of `__Host-`, plant one.
 */
export function csrfTokenFor(cookie: string): string {
  return createHash('sha256').update(`semel csrf\0${cookie}`).digest('base64url')
}

/** True when `X-CSRF-Token` belongs to the CSRF cookie of the same request. */
export function csrfTokenFits(request: FastifyRequest): boolean {
  const token = request.headers['x-csrf-token']
  const cookie = request.cookies['__Host-semel_csrf'] ?? request.cookies.semel_csrf
  return typeof token === 'string' && cookie !== undefined && cookie !== '' && sameSecret(token, csrfTokenFor(cookie))
}

/** True when the browser itself says that another site made the request (Fetch Metadata; `Origin`, RFC 6454 §7). */
export function isCrossSite(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin, host } = request.headers
  return origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`
}
