import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Starts work for the route in parallel with authentication. It must not throw and not reveal anything. */
    early?: (request: FastifyRequest) => void
  }
}

/** Fastify with TypeBox schemas as types. Features add their routes to it. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse<IncomingMessage>,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>
