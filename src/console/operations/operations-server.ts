import Fastify from 'fastify'
import type { AppContext } from '../../context.ts'
import type { App } from '../../http/app.ts'
import { answerErrors } from '../../http/errors.ts'
import { Addresses } from '../../http/route-addresses.ts'
import { metricsRoute, probeRoutes } from './probes.ts'

/** Health and metrics on a port of their own, which the public does not reach. `semel work` has no other port. */
export function createOperationsServer(context: AppContext): App {
  const app: App = Fastify({ loggerInstance: context.log, return503OnClosing: false })
  const asItIs = (_: unknown, field: string) => field
  answerErrors(app, new Addresses(app), asItIs, () => undefined)
  probeRoutes(app, context)
  metricsRoute(app, context)
  return app
}
