/**
 * Scalar, the viewer of the API reference, from our own server. Its Fastify plugin carries the whole viewer as one string.
 * We take only this script from the plugin, because its page needs inline scripts.
 */
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'

const { version } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.resolve('@scalar/fastify-api-reference')), 'utf8'),
)

/** The version in the address lets browsers cache the script forever. */
export const SCALAR_SCRIPT = `/assets/scalar.${version}.js`

/** The first request loads and compresses the script, so no other process pays for it. */
export function serveScalar(app: FastifyInstance): void {
  let loaded: ReturnType<typeof load> | undefined
  app.get(SCALAR_SCRIPT, async (request, reply) => {
    loaded ??= load()
    const { script, compressed } = await loaded
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('vary', 'Accept-Encoding')
    if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return script
    return reply.header('content-encoding', 'br').send(compressed)
  })
}

async function load() {
  const { default: plugin } = await import('@scalar/fastify-api-reference')
  await using app = Fastify()
  await app.register(plugin, { routePrefix: '/reference', configuration: { url: '/openapi.json' } })
  const { rawPayload: script } = await app.inject('/reference/js/scalar.js')
  // Quality 9 takes a third of a second. The default takes ten and saves another tenth.
  const compressed = await promisify(brotliCompress)(script, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
  return { script, compressed }
}

/** Nothing is loaded from elsewhere and nothing is reported anywhere. `url` is the document to show. */
export function scalarConfiguration(url: string): string {
  return JSON.stringify({
    url,
    withDefaultFonts: false,
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    hideClientButton: true,
    showDeveloperTools: 'never',
    persistAuth: false,
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  })
}

/** Scalar sets its styles from its script. Only its page allows that, and scripts must still be our own files. */
export function allowInlineStyle(reply: FastifyReply): FastifyReply {
  const policy = String(reply.raw.getHeader('content-security-policy'))
  return reply.header('content-security-policy', policy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'"))
}
