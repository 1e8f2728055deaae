import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A strong validator (RFC 9110 §8.8.3) made of the bytes alone: every process and every start gives the same. */
export function etagOf(body: Buffer): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}

/**
 * Sends the body, or 304 to a client that has it (RFC 9110 §13.1.2). A client may keep it, but has to ask each time:
 * whether the token still opens it is for us to say.
 */
export function sendFresh(request: FastifyRequest, reply: FastifyReply, body: Buffer, etag: string): FastifyReply {
  reply.header('etag', etag).header('cache-control', 'private, no-cache')
  if (names(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(body)
}

/** Compares weakly, as RFC 9110 asks for If-None-Match. */
function names(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.trim() === '*' || header.split(',').some(tag => tag.trim().replace(/^W\//, '') === etag)
}
