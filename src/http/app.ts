import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Begins what a route will need while it is still being found out who asks. It must not throw, nor show anything. */
    early?: (request: FastifyRequest) => void
  }
}

/** What a feature adds its routes to: Fastify with TypeBox schemas as types. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse<IncomingMessage>,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>
