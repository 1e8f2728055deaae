/*
 * The response cache: JSON bodies of product requests, as bytes, by version, audience and URL. A process sends a kept body only
 * after the database has confirmed, later than the request arrived, that the catalogue has not changed since the body
 * was made. All requests of a moment share that question. docs/decisions/026 holds the figures.
 *
 * A body is kept under a generation of the catalogue that was seen before the body was read. If a change comes in
 * between, the body is newer than its generation; the next look-up sees a higher one and makes the body again.
 *
 * The cache runs after authentication, like any handler. It holds nothing that depends on the user, and what a
 * publishable key sees is kept apart. Each node that answers
 * reads has a cache of its own, because a generation belongs to the list index of one node.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isPublic } from '../accounts/sessions/access.ts'
import { registerCache } from '../database/caches.ts'
import { shareInFlight } from '../database/coalesce.ts'
import type { ReadRouter } from '../database/replicas/reader.ts'
import type { Db } from '../database/schema.ts'
import { MOST_LINKS } from '../http/paginated-list.ts'
import type { Compressible } from '../http/representation/compression.ts'
import { etagOf, sendTagged } from '../http/representation/entity-tags.ts'
import { listIndexOf } from './paging/list-index.ts'

type Response = Compressible & { etag: string; link: string | undefined; generation: number }

/** The oldest bodies are dropped above this size. */
const MAX_CACHE_BYTES = 32 * 1024 * 1024

type Make = (db: Db) => Promise<{ body: object; link?: string }>

/** @returns the one entry point: sends the kept response, or the one that `make` reads from the database */
export function openResponseCache(reader: ReadRouter) {
  const caches = new WeakMap<Db, ReturnType<typeof openCache>>()
  const cacheOf = (db: Db) => {
    const cache = caches.get(db) ?? openCache(db)
    caches.set(db, cache)
    return cache
  }
  return async (request: FastifyRequest, reply: FastifyReply, make: Make): Promise<never> => {
    const response = await reader.read(db => cacheOf(db)(request, reply, make))
    return send(request, reply, response)
  }
}

function openCache(db: Db) {
  const index = listIndexOf(db)
  const presentGeneration = shareInFlight(() => index.generation())
  const kept = new Map<string, Response>()
  let bytes = 0
  registerCache(db, {
    name: 'catalogue-answers',
    entries: () => kept.size,
    clear: () => {
      kept.clear()
      bytes = 0
    },
  })

  function drop(url: string): void {
    const response = kept.get(url)
    if (response && kept.delete(url)) bytes -= sizeOf(url, response)
  }

  function keep(url: string, response: Response): void {
    drop(url)
    kept.set(url, response)
    bytes += sizeOf(url, response)
    for (const oldest of kept.keys()) {
      if (bytes <= MAX_CACHE_BYTES) break
      drop(oldest)
    }
  }

  return async (request: FastifyRequest, reply: FastifyReply, make: Make): Promise<Response> => {
    const audience = isPublic(request.caller) ? 'public' : 'all'
    const url = `${request.version.name} ${audience} ${request.originalUrl}`
    let response = kept.get(url)
    if (!response || response.generation !== (await presentGeneration())) {
      const generation = index.lastGeneration ?? (await presentGeneration())
      const { body: object, link } = await make(db)
      const body = Buffer.from(reply.serialize(object) as string)
      response = { body, copies: new Map(), etag: etagOf(body), link, generation }
      keep(url, response)
    }
    return response
  }
}

function sizeOf(url: string, { body, link }: Response): number {
  // Compressed copies take up to half as much again.
  return 1.5 * body.length + 2 * (url.length + (link?.length ?? 0)) + 500
}

/** The client must ask each time, because only the server knows whether the token is still valid. */
function send(request: FastifyRequest, reply: FastifyReply, response: Response): Promise<never> {
  reply.header('cache-control', 'private, no-cache')
  if (response.link && response.link.length <= MOST_LINKS) reply.header('link', response.link)
  return sendTagged(request, reply, response)
}
