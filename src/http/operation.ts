/** Adds an operation of a feature to the API: one call for each, so that all routes read alike. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
  FastifyContextConfig,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  RawServerDefault,
  RouteGenericInterface,
  RouteHandlerMethod,
} from 'fastify'
import { type TSchema, Type } from 'typebox'
import type { App } from './app.ts'
import { IDEMPOTENCY_HEADERS } from './idempotency/once.ts'
import { IF_MATCH_HEADERS } from './representation/entity-tags.ts'
import type { StepUp } from './step-up-reasons.ts'

type Answers = Record<number, TSchema>

type Operation<P, Q, B, A> = {
  /** The permanent name of the operation for clients and the reference: `placeOrder`. */
  id: string
  /** One line: "Place an order". */
  summary: string
  /** Anything else that a caller should know, in Markdown. */
  description?: string
  access: NonNullable<FastifyContextConfig['access']>
  /**
   * Says whether a session needs a recent second factor. Every operation of staff that changes something says yes, or
   * why not.
   */
  stepUp?: StepUp
  /** Problems that it may answer with, beyond those that its schemas and its access imply. */
  problems?: FastifySchema['problems']
  /** It takes an `Idempotency-Key`; the handler calls `once`. */
  once?: true
  /** It takes `If-Match`; the handler calls `ifMatch`. */
  ifMatch?: true
  params?: P
  query?: Q
  body?: B
  /** The schema of the answer of each status. */
  answers?: A
  /** Bytes. */
  bodyLimit?: number
  /** Settings of the route that hooks read. */
  config?: FastifyContextConfig
  /** Returns the body, or nothing if there are no `answers`. */
  handler: Handler<P, Q, B, A>
}

/** An operation without `answers` answers 204. */
const NO_CONTENT = { 204: Type.Null() }

type Handler<P, Q, B, A> = A extends Answers
  ? RouteHandlerMethod<
      RawServerDefault,
      IncomingMessage,
      ServerResponse,
      RouteGenericInterface,
      unknown,
      { params: P; querystring: Q; body: B; response: A },
      TypeBoxTypeProvider
    >
  : (
      request: FastifyRequest<
        RouteGenericInterface,
        RawServerDefault,
        IncomingMessage,
        { params: P; querystring: Q; body: B },
        TypeBoxTypeProvider
      >,
      reply: FastifyReply,
    ) => Promise<void> | void

/**
 * Adds an operation to the API.
 * @param address method and path below `/api/v3`: `POST /orders`
 */
export function operation<
  P extends TSchema | undefined = undefined,
  Q extends TSchema | undefined = undefined,
  B extends TSchema | undefined = undefined,
  A extends Answers | undefined = undefined,
>(
  api: App,
  address: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`,
  { id, access, stepUp, config, bodyLimit, once, ifMatch, query, answers, handler, ...schema }: Operation<P, Q, B, A>,
): void {
  const [method, url] = address.split(' ') as [string, string]
  const headers = { ...(once && IDEMPOTENCY_HEADERS), ...(ifMatch && IF_MATCH_HEADERS) }
  const handle = handler as (request: FastifyRequest, reply: FastifyReply) => unknown
  api.route({
    method,
    url,
    ...(bodyLimit && { bodyLimit }),
    config: { ...config, access, ...(stepUp && { stepUp }) },
    schema: {
      operationId: id,
      ...schema,
      ...(query && { querystring: query }),
      ...((once || ifMatch) && { headers: Type.Object(headers) }),
      response: answers ?? NO_CONTENT,
    } as FastifySchema,
    handler: (answers
      ? handle
      : async (request: FastifyRequest, reply: FastifyReply) => {
          await handle(request, reply)
          return reply.code(204).send(null)
        }) as RouteHandlerMethod,
  })
}

/** A response schema is also a filter: properties that it does not name are never sent. The documents need the others. */
export function requireDescriptions(api: App): void {
  api.addHook('onRoute', ({ method, url, schema }) => {
    const missing = (['response', 'operationId', 'summary'] as const).find(part => !schema?.[part])
    if (method !== 'HEAD' && missing) throw new Error(`${method} ${url} has no schema.${missing}`)
  })
}
