import { randomUUIDv7 } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { guard } from './accounts/access.ts'
import { accountRoutes } from './accounts/routes.ts'
import { visitorOf } from './accounts/visitor.ts'
import { productRoutes } from './catalogue/routes.ts'
import { contactPages } from './contact/pages.ts'
import { contactRoutes } from './contact/routes.ts'
import { devRoutes } from './dev/routes.ts'
import type { Ground } from './ground.ts'
import type { App } from './http/app.ts'
import { answerErrors } from './http/errors.ts'
import { healthRoutes } from './http/health.ts'
import { parseJson } from './http/json.ts'
import { securityHeaders } from './http/security-headers.ts'
import { orderRoutes } from './orders/routes.ts'
import { serveAssets } from './pages/assets.ts'
import { showProblem } from './pages/problem-page.ts'
import { compileValidator } from './validation.ts'
import { type Selection, selectVersion } from './versions/select.ts'
import { inWordsOf, speak } from './versions/speak.ts'
import { CURRENT, VERSIONS, type Version } from './versions/table.ts'

/** Each feature's API, written for the current version and mounted once for every version that lives. */
const API: ((api: App, ground: Ground) => void)[] = [accountRoutes, productRoutes, orderRoutes, contactRoutes]

/** Each feature's pages. */
const PAGES: ((pages: App, ground: Ground) => void)[] = [contactPages, devRoutes]

declare module 'fastify' {
  interface FastifyRequest {
    /** The version of the API that answers. */
    version: Version
  }
}

/** Builds the HTTP side of Semel; it does not listen yet. */
export async function createWeb(ground: Ground): Promise<App> {
  const selections = new WeakMap<IncomingMessage, Selection>()
  const app: App = Fastify({
    loggerInstance: ground.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUIDv7(),
    bodyLimit: 1024 * 1024,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    trustProxy: ground.config.production ? 'loopback, linklocal, uniquelocal' : false,
    return503OnClosing: false,
    rewriteUrl: raw => {
      const selection = selectVersion(raw.url ?? '/', raw.headers.accept)
      if (!selection) return raw.url ?? '/'
      selections.set(raw, selection)
      return selection.url
    },
    frameworkErrors: (error, request, reply) => {
      request.version ??= CURRENT
      request.log.debug({ err: error }, 'refused before routing')
      return app.errorHandler(error, request, reply)
    },
  })
  app.setValidatorCompiler(compileValidator)
  await app.register(cookie)
  await app.register(helmet, securityHeaders(ground))
  parseJson(app)
  app.decorate('visitorOf', (request, reply) => visitorOf(ground, request, reply))
  answerErrors(app, (request, text) => inWordsOf(request.version, text), showProblem)

  app.decorateRequest('version')
  app.decorateRequest('caller')
  app.addHook('onRequest', async (request, reply) => {
    const selection = selections.get(request.raw)
    request.version = selection?.version ?? CURRENT
    reply.header('x-request-id', request.id).header('semel-version', request.version.name)
    if (!selection) return
    reply.header('vary', 'Accept')
    announceDeprecation(request.version, request.originalUrl, name => reply.header(...name))
    if (selection.problem) throw selection.problem
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, id } = request
    const ms = Math.round(reply.elapsedTime)
    request.log.info({ requestId: id, method, route: routeOptions.url, status: reply.statusCode, ms }, 'answered')
  })

  healthRoutes(app, ground)
  for (const version of VERSIONS) {
    await app.register(
      async (api: FastifyInstance) => {
        guard(api, ground)
        requireResponseSchemas(api)
        speak(api, version)
        api.addHook('onSend', async (_, reply) => {
          if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
        })
        for (const routes of API) routes(api.withTypeProvider(), ground)
      },
      { prefix: `/api/${version.name}` },
    )
  }
  await app.register(async (pages: FastifyInstance) => {
    // Forms are understood by pages only: an API that took them could be posted to from any other site.
    await pages.register(formbody)
    serveAssets(pages)
    for (const routes of PAGES) routes(pages.withTypeProvider(), ground)
  })
  return app
}

/** A response schema is also the filter that keeps what it does not name from leaking. */
function requireResponseSchemas(api: FastifyInstance): void {
  api.addHook('onRoute', route => {
    if (route.method !== 'HEAD' && !route.schema?.response)
      throw new Error(`${route.method} ${route.url} has no response schema`)
  })
}

/** `Deprecation` (RFC 9745 §2), `Sunset` (RFC 8594 §3) and where the successor is (RFC 5829 §3.3). */
function announceDeprecation(version: Version, url: string, set: (header: [string, string]) => void): void {
  const successor = VERSIONS[VERSIONS.indexOf(version) + 1]
  if (!version.deprecated || !successor) return
  const path = url.split('?')[0]!.replace(/^(\/api)?(\/v\d+)?(\/api)?/, `/api/${successor.name}`)
  set(['deprecation', `@${version.deprecated.getTime() / 1000}`])
  set(['link', `<${path}>; rel="successor-version"`])
  if (version.sunset) set(['sunset', version.sunset.toUTCString()])
}
