import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { operation } from '../http/operation.ts'
import { etagOf, sendTagged, Unchanged } from '../http/representation/entity-tags.ts'
import { VERSIONS, type Version } from '../versions/table.ts'
import { collectRoutes } from './collect-routes.ts'
import { describeVersion } from './document.ts'
import type { Document } from './types.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The document of each supported version, by name. It is made on first use, when all routes exist. */
    documents: Map<string, () => Document>
  }
}

/** Collects the routes that are added to `api` from now on, and serves the OpenAPI document of each version of them. */
export function describeApi(api: FastifyInstance): void {
  const routesOf = collectRoutes(api)
  const documents = new Map<Version, Document>()
  const sent = new Map<Version, Parameters<typeof sendTagged>[2]>()
  const describe = (version: Version) =>
    documents.getOrInsertComputed(version, () => describeVersion(version, routesOf(version)))
  for (const version of VERSIONS) api.documents.set(version.name, () => describe(version))
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
      const file = sent.getOrInsertComputed(request.version, version => {
        const body = Buffer.from(JSON.stringify(describe(version)))
        return { body, etag: etagOf(body), copies: new Map() }
      })
      return sendTagged(request, reply.header('cache-control', 'public, max-age=300'), file)
    },
  })
}
