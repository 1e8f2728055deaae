/** Protection against requests that other sites make with a visitor's cookie (CSRF). */
import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { isJsonType } from '../../http/bodies/json.ts'
import { Problem } from '../../problems.ts'
import { sameSecret } from '../../secrets/crypto.ts'
import { cookieNames } from './cookies.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A page whose link alone permits what it does, so that it does not matter who sends the form, or from where. */
    takesOtherSites?: true
  }
}

/**
 * The CSRF token of a browser, derived from a random cookie that only our pages receive (double submit). An attacker on
 * another site can neither read the cookie nor, because of `__Host-`, set one.
 */
export function csrfTokenFor(cookie: string): string {
  return createHash('sha256').update(`semel csrf\0${cookie}`).digest('base64url')
}

/**
 * Masks the token of a page: each page has another text for the same token. Pages of the catalogue are compressed, and
 * the length of a compressed page would tell a text that stayed the same, letter by letter (BREACH).
 */
export function maskedToken(token: string): string {
  const mask = randomBytes(TOKEN_BYTES)
  return Buffer.concat([mask, combined(mask, Buffer.from(token, 'base64url'))]).toString('base64url')
}

const TOKEN_BYTES = 32

function unmasked(text: string): string {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length !== 2 * TOKEN_BYTES) return text
  return combined(bytes.subarray(0, TOKEN_BYTES), bytes.subarray(TOKEN_BYTES)).toString('base64url')
}

function combined(mask: Buffer, bytes: Buffer): Buffer {
  return Buffer.from(bytes.map((byte, place) => byte ^ mask[place]!))
}

/**
 * True when `X-CSRF-Token` belongs to the CSRF cookie of the same request. Under https only the cookie with `__Host-`
 * counts: a sibling domain, or anybody on a plain http connection, can set one without it.
 */
export function csrfTokenFits(request: FastifyRequest, context: AppContext): boolean {
  const token = request.headers['x-csrf-token']
  const cookie = request.cookies[cookieNames(context).csrf]
  if (typeof token !== 'string' || cookie === undefined || cookie === '') return false
  return sameSecret(unmasked(token), csrfTokenFor(cookie))
}

/**
 * True when a cookie is enough for this request: it only reads, it carries the CSRF token, or no other site can have made
 * it. A browser sends a cookie with requests from every site. But it sends a CORS preflight before JSON to another site,
 * and we never allow that. Requests without a JSON content type need no preflight, so they must come from our own pages.
 */
export function mayUseCookie(request: FastifyRequest, context: AppContext): boolean {
  if (READING.includes(request.method)) return true
  // The server forwards forms as JSON, always with this header, so a form without its token is not mistaken for JSON.
  if (request.headers['x-csrf-token'] !== undefined)
    return csrfTokenFits(request, context) && !isCrossSite(request, context)
  const { origin, 'sec-fetch-site': site, 'content-type': type } = request.headers
  if (origin !== undefined && !isOwnOrigin(origin, request, context)) return false
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  return isJsonType(type) || origin !== undefined || site === 'same-origin'
}

/**
 * Refuses forms of other sites on every page. Without this check another site could sign a visitor in to an account of
 * its own, and make visitors register or write to support from their own networks.
 */
export function refuseCrossSite(pages: FastifyInstance, context: AppContext): void {
  pages.addHook('onRequest', async request => {
    if (request.routeOptions.config.takesOtherSites || READING.includes(request.method)) return
    if (isCrossSite(request, context)) throw new Problem('cross_site_request')
  })
}

const READING = ['GET', 'HEAD', 'OPTIONS']

/** True when the browser itself says that another site made the request (Fetch Metadata; `Origin`, RFC 6454 §7). */
export function isCrossSite(request: FastifyRequest, context: AppContext): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  return origin !== undefined && !isOwnOrigin(origin, request, context)
}

/**
 * A POST without a body needs no preflight, so any site could make one, and change the cart of a visitor. Those of CORS_ORIGINS
 * may call everything public.
 */
export function isBareRequestOfOtherSite(request: FastifyRequest, context: AppContext): boolean {
  const { origin, 'content-type': type } = request.headers
  if (request.method !== 'POST' || type !== undefined || !isCrossSite(request, context)) return false
  return origin === undefined || !context.config.corsOrigins.includes(origin)
}

/** Our own origins: BASE_URL, and the host in the request. */
function isOwnOrigin(origin: string, { headers: { host } }: FastifyRequest, context: AppContext): boolean {
  const base = context.baseUrl()
  const schemes = base.startsWith('https:') ? ['https'] : ['http', 'https']
  return [base, ...schemes.map(scheme => `${scheme}://${host}`)].some(
    address => URL.canParse(address) && new URL(address).origin === origin.toLowerCase(),
  )
}

/** Explains why a cookie alone did not admit a request. */
export function csrfRequired(): Problem {
  return new Problem(
    'csrf_required',
    'With a cookie alone, only JSON from our own pages or from a program is accepted. Send a CSRF token from GET ' +
      '/api/auth/csrf as X-CSRF-Token.',
  )
}
