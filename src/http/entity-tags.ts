/** Entity tags (RFC 9110 §8.8.3): a client sends one back to save a download, or to change only what it has seen. */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A strong validator made of the bytes alone, so every process and every start gives the same one. */
export function etagOf(body: string | Buffer): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}

/** Sends the body with its tag, or 304 to a client that has it (RFC 9110 §13.1.2). */
export function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, etag }: { body: string | Buffer; etag: string },
): FastifyReply {
  reply.header('etag', etag)
  if (names(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(body)
}

/** Compares weakly, as RFC 9110 requires for If-None-Match. */
function names(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.trim() === '*' || header.split(',').some(tag => tag.trim().replace(/^W\//, '') === etag)
}
