import type { FastifyInstance } from 'fastify'

/** Headers beyond the simple ones that a browser app needs to read. */
const EXPOSED = [
  ...['Deprecation', 'ETag', 'Idempotent-Replayed', 'Link', 'Location', 'RateLimit', 'RateLimit-Policy', 'Retry-After'],
  ...['Semel-Version', 'Sunset', 'X-Request-Id'],
]

/** The preflight answer of an API that takes JSON and names its credentials in headers. Browsers keep it for two hours. */
const ALLOWED = {
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'Accept, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-API-Key, X-CSRF-Token',
  'access-control-max-age': '7200',
}

/**
 * Lets browser apps of these origins call the API (the CORS protocol of the Fetch standard). Credentials are not allowed,
 * so a browser sends no cookie: an app signs in with a token of its own, and cookies stay with our own pages.
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  app.addHook('onRequest', (request, reply, done) => {
    if (!/^\/api\//.test(request.url)) return done()
    reply.header('vary', [reply.getHeader('vary'), 'Origin'].filter(Boolean).join(', '))
    const { origin, 'access-control-request-method': preflight } = request.headers
    if (origin === undefined || !origins.includes(origin)) return done()
    reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', EXPOSED.join(', '))
    if (request.method !== 'OPTIONS' || preflight === undefined) return done()
    // Sent here, because a route for OPTIONS at every address would turn each 404 into 405.
    reply.headers(ALLOWED).code(204).send()
  })
}
