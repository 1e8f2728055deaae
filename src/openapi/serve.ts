import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { operation } from '../http/operation.ts'
import { etagOf, sendTagged, Unchanged } from '../http/representation/entity-tags.ts'
import type { Version } from '../versions/table.ts'
import { collectRoutes } from './collect-routes.ts'
import { describeVersion } from './document.ts'
import type { Document } from './types.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The document of each supported version, by name. It is made on first use, when all routes exist. */
    documents: Map<string, () => Document>
  }
}

/** Collects the routes that are added to `api` from now on, and serves the OpenAPI document of them. */
export function describeApi(api: FastifyInstance, version: Version): void {
  const routes = collectRoutes(api)
  let document: Document | undefined
  let sent: Parameters<typeof sendTagged>[2] | undefined
  const describe = () => (document ??= describeVersion(version, routes))
  api.documents.set(version.name, describe)
  operation(api, 'GET /openapi.json', {
    id: 'getOpenApi',
    summary: 'Get the OpenAPI document',
    access: 'public',
    description: 'This document, in OpenAPI 3.1.',
    answers: {
      200: Type.Object({}, { additionalProperties: true, description: 'An OpenAPI document.' }),
      304: Unchanged,
    },
    handler: (request, reply) => {
      if (!sent) {
        const body = Buffer.from(JSON.stringify(describe()))
        sent = { body, etag: etagOf(body), copies: new Map() }
      }
      return sendTagged(request, reply.header('cache-control', 'public, max-age=300'), sent)
    },
  })
}
