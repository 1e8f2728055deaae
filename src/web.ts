/** The HTTP server: all routes and pages, and what surrounds every request. */
import { randomUUIDv7 } from 'node:crypto'
import { parse as parseFields } from 'node:querystring'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { preferenceRoutes } from './accounts/email-preferences.ts'
import { accountPages, accountRoutes } from './accounts/routes.ts'
import { actorIdOf, actsForShop, guard } from './accounts/sessions/access.ts'
import { refuseCrossSite } from './accounts/sessions/csrf.ts'
import { localeOfVisitor, visitorOf } from './accounts/sessions/visitor.ts'
import { productRoutes } from './catalogue/routes.ts'
import { turnsPrices } from './catalogue/sales/turn.ts'
import { trustOf } from './config/proxies.ts'
import { consoleProblem } from './console/layout.ts'
import { cacheRoutes } from './console/operations/cache-routes.ts'
import { probeRoutes, publicMetricsRoute } from './console/operations/probes.ts'
import { consolePages } from './console/pages.ts'
import { madeRoutes } from './console/people/made-routes.ts'
import { contactPages } from './contact/pages.ts'
import { replyRoutes } from './contact/reply-routes.ts'
import { contactRoutes } from './contact/routes.ts'
import type { AppContext } from './context.ts'
import { documentPages } from './documents/paper/page.ts'
import { documentRoutes } from './documents/routes.ts'
import { feedRoutes } from './feed/routes.ts'
import type { App } from './http/app.ts'
import { parseJson } from './http/bodies/json.ts'
import { limitLargeBodies } from './http/bodies/large-bodies.ts'
import { corsFor } from './http/cors.ts'
import { answerErrors } from './http/errors.ts'
import { tellUnknownNames } from './http/input/known-names.ts'
import { compileValidator } from './http/input/validation.ts'
import { readLeniently, refuseUnreadable, wrongHost } from './http/malformed-requests.ts'
import { requireDescriptions } from './http/operation.ts'
import { leaveOutPorts } from './http/rate-limits/clients.ts'
import { openDoor } from './http/rate-limits/door.ts'
import { countSilentProxies } from './http/rate-limits/silent-proxy.ts'
import { warnOfUnknownProxy } from './http/rate-limits/unknown-proxy.ts'
import { tagUpdates } from './http/representation/entity-tags.ts'
import { LONGEST_REQUEST, limitRequests, limitSlowBodies } from './http/request-deadline.ts'
import { Addresses } from './http/route-addresses.ts'
import { securityHeaders, setOnEveryResponse } from './http/security-headers.ts'
import { compileSerializer } from './http/serialization.ts'
import { metadataRoutes } from './metadata/routes.ts'
import { noteRoutes } from './notes/routes.ts'
import { announcementRoutes } from './notifications/announcements/routes.ts'
import { unsubscribePages } from './notifications/announcements/unsubscribe.ts'
import { deliveryLogRoutes } from './notifications/delivery-log-routes.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { suppressionRoutes } from './notifications/suppression/routes.ts'
import { emailTextRoutes } from './notifications/texts/routes.ts'
import { measureTraffic } from './observability/metrics.ts'
import { routeNameOf } from './observability/route-name.ts'
import { traceRequests } from './observability/telemetry.ts'
import { documentationPages } from './openapi/pages.ts'
import { describeApi } from './openapi/serve.ts'
import { orderAgainRoute } from './orders/cart/order-again.ts'
import { countInCart } from './orders/cart/owner.ts'
import { cartRoutes } from './orders/cart/routes.ts'
import { findWaiting } from './orders/payment.ts'
import { orderRoutes } from './orders/routes.ts'
import { cancelIfUnpaid, takeOrderStep } from './orders/transition.ts'
import { serveAssets } from './pages/assets.ts'
import { readDone } from './pages/done.ts'
import { nameForClients, speakToReaders, withoutPrefix } from './pages/language.ts'
import { followPressed } from './pages/pressed.ts'
import { showProblem } from './pages/problem-page.ts'
import { paymentPages } from './payments/pages.ts'
import { providerEventRoutes } from './payments/providers/events-in.ts'
import { paymentRoutes } from './payments/routes.ts'
import { privacyRoutes } from './privacy/routes.ts'
import { returnRoutes } from './returns/routes.ts'
import { withdrawalPages } from './returns/withdrawals/pages.ts'
import { withdrawalRoutes } from './returns/withdrawals/routes.ts'
import { readShop } from './shop/settings.ts'
import { cataloguePages } from './site/catalogue-pages.ts'
import { guestPages } from './site/guests/pages.ts'
import { guestRoutes } from './site/guests/routes.ts'
import { homePage } from './site/home-page.ts'
import { orderPages } from './site/order-pages.ts'
import { pageRoutes } from './site/page-routes.ts'
import { publicPages } from './site/public-pages.ts'
import { settingsRoutes } from './site/settings-routes.ts'
import { SECOND } from './time.ts'
import { negotiateVersions } from './versions/negotiate.ts'
import { versionRoutes } from './versions/routes.ts'
import { renameField, serveVersions } from './versions/serve-versions.ts'
import { CURRENT } from './versions/table.ts'
import { countUsage } from './versions/usage.ts'
import { webhookRoutes } from './webhooks/routes.ts'

/** The API of each feature, written for the current version. */
const FEATURE_ROUTES: ((api: App, context: AppContext) => void)[] = [
  accountRoutes,
  privacyRoutes,
  preferenceRoutes,
  productRoutes,
  orderRoutes,
  (api, context) => paymentRoutes(api, context, cancelIfUnpaid),
  documentRoutes,
  returnRoutes,
  (api, context) => withdrawalRoutes(api, context, (tx, id, details) => takeOrderStep(tx, id, 'cancel', details)),
  cartRoutes,
  orderAgainRoute,
  notificationRoutes,
  deliveryLogRoutes,
  suppressionRoutes,
  announcementRoutes,
  contactRoutes,
  replyRoutes,
  cacheRoutes,
  madeRoutes,
  settingsRoutes,
  guestRoutes,
  pageRoutes,
  emailTextRoutes,
  feedRoutes,
  webhookRoutes,
  metadataRoutes,
  (api, context) => noteRoutes(api, context, actorIdOf),
]

/** The pages of each feature. */
const FEATURE_PAGES: ((pages: App, context: AppContext) => void)[] = [
  accountPages,
  cataloguePages,
  orderPages,
  guestPages,
  (pages, context) => paymentPages(pages, context, cancelIfUnpaid),
  documentPages,
  contactPages,
  withdrawalPages,
  unsubscribePages,
  homePage,
  publicPages,
  consolePages,
  documentationPages,
]

/** Builds the HTTP server. It does not listen yet. */
export async function createWeb(context: AppContext): Promise<App> {
  const negotiation = negotiateVersions(context.clock)
  const always = securityHeaders(context)
  const cors = corsFor(context.config.corsOrigins)
  const app = createServer(context, negotiation, cors, always)
  app.setValidatorCompiler(compileValidator)
  app.setSerializerCompiler(compileSerializer)
  negotiation.choose(app)
  await app.register(cookie)
  setOnEveryResponse(app, always)
  openDoor(app)
  readLeniently(app)
  leaveOutPorts(app)
  countSilentProxies(app, context)
  parseJson(app)
  decorate(app, context)
  const addresses = new Addresses(app)
  answerErrors(
    app,
    addresses,
    (request, field) => renameField(request.version, field),
    (request, reply, problem, above) => showProblem(request, reply, problem, above, consoleProblem),
  )

  limitRequests(app, context)
  limitSlowBodies(app, context.bodyTimes)
  warnOfUnknownProxy(app, context)
  if (context.config.telemetry) traceRequests(app, context.config.trustedProxies)
  app.addHook('onRequest', (request, reply, done) => {
    const problem = negotiation.begin(request, reply.header('x-request-id', request.id))
    if (cors(request, reply)) return
    done(problem ?? wrongHost(request) ?? addresses.refusal(request))
  })
  // Pages have no caller. Their forms with files refuse everybody but staff before.
  limitLargeBodies(app, request => request.caller && actsForShop(request))
  app.addHook('onSend', (request, reply, payload, done) => {
    negotiation.end(request, reply)
    done(null, payload)
  })
  logResponses(app)

  measureTraffic(app, context.metrics)
  probeRoutes(app, context)
  publicMetricsRoute(app, context)
  await mountApi(app, context)
  await mountPages(app, context)
  providerEventRoutes(app, context)
  return app
}

type Negotiation = ReturnType<typeof negotiateVersions>

function createServer(
  context: AppContext,
  negotiation: Negotiation,
  cors: ReturnType<typeof corsFor>,
  always: Record<string, string>,
): App {
  const app: App = Fastify({
    loggerInstance: context.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUIDv7(),
    bodyLimit: 1024 * 1024,
    // Limits how long slow headers can hold a connection. Bodies have limits of their own (`limitSlowBodies`).
    requestTimeout: LONGEST_REQUEST,
    // Node would swap the two if the headers had more time (60 s by default) than the whole request.
    http: { headersTimeout: 30 * SECOND, connectionsCheckingInterval: 5 * SECOND, requireHostHeader: false },
    clientErrorHandler: refuseUnreadable({ ...always, 'semel-version': CURRENT.name }, context.config.corsOrigins),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    trustProxy: trustOf(context.config.trustedProxies),
    return503OnClosing: false,
    rewriteUrl: raw => withoutPrefix(raw, negotiation.rewriteUrl(raw)),
    frameworkErrors: (error, request, reply) => {
      negotiation.begin(request, reply.header('x-request-id', request.id))
      reply.headers(always)
      if (cors(request, reply)) return
      request.log.debug({ err: error }, 'refused before routing')
      return app.errorHandler(error, request, reply)
    },
  })
  return app
}

/** Pages that say that an order waits for its payment. */
const SAYS_WHAT_WAITS: ReadonlySet<string> = new Set(['/', '/cart'])

function decorate(app: App, context: AppContext): void {
  app.decorate('visitorOf', async (request, reply) => {
    const look = async (context: AppContext) => {
      const visitor = await visitorOf(context, request, reply)
      const shop = await readShop(context.db)
      const cartCount = await countInCart(context, request, visitor.user?.id)
      const waiting = SAYS_WHAT_WAITS.has(visitor.path) ? await findWaiting(context.db, visitor) : undefined
      return { ...visitor, shop, site: context.baseUrl(), cartCount, waiting, done: readDone(request) }
    }
    if (!request.routeOptions.config.staysReadable) return look(context)
    return context.reader.primaryFirst(db => look({ ...context, db }))
  })
  app.decorate('guestOf', async request => {
    const shop = await readShop(context.db).catch(() => undefined)
    return { path: request.url.split('?')[0]!, site: context.baseUrl(), ...(shop && { shop }) }
  })
  app.decorate('messageKey', context.serviceKey)
  app.decorateRequest('version')
  app.decorateRequest('caller')
  app.decorate('documents', new Map())
  app.decorate('accessOf', new Map())
}

function logResponses(app: App): void {
  app.addHook('onResponse', (request, reply, done) => {
    const ms = Math.round(reply.elapsedTime)
    const { method } = request
    request.log.info({ method, route: routeNameOf(request), status: reply.statusCode, ms }, 'answered')
    done()
  })
}

/** Mounts the API once. Its routes serve all versions. */
async function mountApi(app: App, context: AppContext): Promise<void> {
  const usage = countUsage(context)
  app.addHook('onClose', async () => {
    usage[Symbol.dispose]()
    await usage.write()
  })
  await app.register(
    async (api: FastifyInstance) => {
      guard(api, context)
      requireDescriptions(api)
      tellUnknownNames(api, { isCurrent: ({ version }) => version === CURRENT })
      serveVersions(api)
      describeApi(api)
      tagUpdates(api)
      api.addHook('onSend', async (_, reply) => {
        if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
      })
      usage.count(api)
      nameForClients(api, context)
      api.addHook('preHandler', turnsPrices(context))
      for (const routes of FEATURE_ROUTES) routes(api.withTypeProvider(), context)
      versionRoutes(api.withTypeProvider(), context, usage)
    },
    { prefix: `/api/${CURRENT.name}` },
  )
}

async function mountPages(app: App, context: AppContext): Promise<void> {
  await app.register(async (pages: FastifyInstance) => {
    // An API that parsed forms would take posts of other sites. The default parser needs half a second for a megabyte of fields.
    await pages.register(formbody, { parser: text => parseFields(text) })
    refuseCrossSite(pages, context)
    speakToReaders(pages, context, request => localeOfVisitor(context, request))
    followPressed(pages)
    serveAssets(pages)
    pages.addHook('preHandler', turnsPrices(context))
    for (const routes of FEATURE_PAGES) routes(pages.withTypeProvider(), context)
    context.development?.addPages(pages, context)
  })
}
