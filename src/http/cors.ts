import type { FastifyReply, FastifyRequest } from 'fastify'

/** Headers beyond the simple ones that a browser app needs to read. */
const EXPOSED = [
  ...['Allow', 'Content-Disposition', 'Date', 'Deprecation', 'ETag', 'Idempotent-Replayed', 'Link', 'Location'],
  ...[
    'Preference-Applied',
    'RateLimit',
    'RateLimit-Policy',
    'Retry-After',
    'Semel-Ignored',
    'Semel-Version',
    'Sunset',
    'WWW-Authenticate',
  ],
  'X-Request-Id',
]

/** The preflight answer of an API that takes JSON and names its credentials in headers. Browsers keep it for two hours. */
const ALLOWED = {
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': [
    ...['Accept', 'Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match', 'If-None-Match', 'Prefer'],
    ...['X-API-Key', 'X-CSRF-Token'],
    // Telemetry in a browser adds these to each request (W3C Trace Context and Baggage), and every vendor has its own. A
    // star covers all but Authorization, as no credentials are allowed; old browsers need the names.
    ...['Traceparent', 'Tracestate', 'Baggage', 'Sentry-Trace', '*'],
  ].join(', '),
  'access-control-max-age': '7200',
}

/**
 * CORS headers for a request refused before its headers were parsed. It is the same for everybody.
 */
export function corsOfUnreadable(origins: readonly string[]): Record<string, string> {
  if (origins.length === 0) return {}
  return { 'access-control-allow-origin': '*', 'access-control-expose-headers': EXPOSED.join(', ') }
}

/**
 * Lets browser apps of these origins call the API (the CORS protocol of the Fetch standard). Credentials are not allowed,
 * so a browser sends no cookie: an app signs in with a token of its own, and cookies stay with our own pages.
 * @returns a function that must see each request before anything refuses it, because an app cannot read a refusal without
 * these headers. It is true when the request was a preflight, which is answered then.
 */
export function corsFor(origins: readonly string[]): (request: FastifyRequest, reply: FastifyReply) => boolean {
  if (origins.length === 0) return () => false
  return (request, reply) => {
    if (!/^\/api\//.test(request.url)) return false
    reply.header('vary', [reply.getHeader('vary'), 'Origin'].filter(Boolean).join(', '))
    const { origin, 'access-control-request-method': preflight } = request.headers
    if (origin === undefined || !origins.includes(origin)) return false
    reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', EXPOSED.join(', '))
    if (request.method !== 'OPTIONS' || preflight === undefined) return false
    // Sent here, because a route for OPTIONS at every address would turn each 404 into 405. A preflight asks about the
    // origin and the headers alone, so the address need not exist.
    reply.headers(ALLOWED).code(204).send()
    return true
  }
}
