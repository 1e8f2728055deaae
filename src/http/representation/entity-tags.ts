/** Entity tags (RFC 9110 §8.8.3): a client sends one back to save a download, or to change only what it has seen. */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import { type TObject, type TSchema, Type } from 'typebox'
import { Problem } from '../../problems.ts'
import { type Compressible, chooseCopy, copyOf } from './compression.ts'

/** A strong validator made of the bytes alone, so every process and every start gives the same one. */
export function etagOf(body: string | Buffer): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}

/**
 * Sends the body with its tag, or 304 to a client that has it (RFC 9110 §13.1.2). Each coding has a tag of its own, because
 * a strong tag represents certain bytes.
 */
export async function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, etag, copies }: { body: Buffer; etag: string; copies?: Compressible['copies'] },
): Promise<never> {
  const coding = copies && chooseCopy(reply, { body, copies })
  // The headers of 304 are those of the response that the client would get without its tag.
  reply.header('etag', coding ? etag.replace(/"$/, `-${coding}"`) : etag)
  if (names(request.headers['if-none-match'], etag)) return sent(reply.code(304).send())
  reply.type('application/json; charset=utf-8')
  if (!coding) return sent(reply.send(body))
  return sent(reply.header('content-encoding', coding).send(await copyOf({ body, copies }, coding)))
}

/** Casts the reply that a handler returns after it has sent. Fastify accepts it, but its types only know bodies. */
function sent(reply: FastifyReply): never {
  return reply as never
}

/**
 * The tag that we gave this body, without a coding and without the `W/` of a proxy that compressed it. Our tags are hashes
 * of the bytes, so a weak one of ours still names one state.
 */
function ownTagOf(tag: string): string {
  return tag
    .trim()
    .replace(/^W\//, '')
    .replace(/-(?:br|gzip)"$/, '"')
}

/** Compares weakly, as RFC 9110 requires for If-None-Match. @param etag without `W/` and coding */
export function names(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.trim() === '*' || header.split(',').some(tag => ownTagOf(tag) === etag)
}

/** The headers of every update that a client can make depend on the state it has seen. */
export const IF_MATCH_HEADERS = {
  'if-match': Type.Optional(
    Type.String({
      maxLength: 1000,
      description: 'The ETag that you read. If somebody has changed the resource since, the answer is 412.',
      examples: ['"x7Yd2kPq9mTz8uV2kD5hGw"'],
    }),
  ),
}

export function takesIfMatch(schema: FastifySchema | undefined): boolean {
  return 'if-match' in ((schema?.headers as TObject | undefined)?.properties ?? {})
}

/**
 * Compares a resource that a command has locked with `If-Match`. RFC 9110 §13.1.1 compares strongly, so that a weak tag
 * never matches. The weak form of our own tag is understood all the same: nginx and others make it when they compress, and
 * their clients could change nothing otherwise.
 * @param schema of the resource, if the response of this route is another one
 * @returns undefined when the client set no condition; else a function that throws Problem 412
 */
export function ifMatch(request: FastifyRequest, reply: FastifyReply, schema?: TSchema) {
  const header = request.headers['if-match']
  if (header === undefined || header.trim() === '*') return undefined
  return (resource: object) => {
    const etag = etagOf(representationOf(request, reply, resource, schema))
    if (header.split(',').some(tag => ownTagOf(tag) === etag)) return
    const detail = header.includes('"')
      ? 'Somebody has changed this since you read it. Read it again and repeat your change.'
      : 'If-Match must be the whole ETag, with its quotes.'
    throw new Problem('changed_meanwhile', detail)
  }
}

/** Gives the answers to such updates the ETag that GET gives from now on. */
export function tagUpdates(api: FastifyInstance): void {
  api.addHook('onSend', async (request, reply, payload) => {
    if (!takesIfMatch(request.routeOptions.schema) || reply.statusCode !== 200) return
    reply.header('etag', etagOf(payload as string))
  })
}

/** Sends a resource with its ETag, or 304. */
export function answerTagged(request: FastifyRequest, reply: FastifyReply, resource: object): Promise<never> {
  const body = Buffer.from(representationOf(request, reply, resource))
  return sendTagged(request, reply, { body, etag: etagOf(body) })
}

/** The bytes that GET sends, in the version of the request: each version has entity tags of its own. */
function representationOf(request: FastifyRequest, reply: FastifyReply, resource: object, schema?: TSchema) {
  const { responses, schema: own } = request.routeOptions.config.inVersion!(request.version)
  const shown = (responses.get(200)?.(resource) ?? resource) as Record<string, unknown>
  return reply.serializeInput(shown, (schema ?? own.response['200']!) as Record<string, unknown>)
}

/** The response to `If-None-Match` with the present ETag. */
export const Unchanged = Type.Null({ description: 'Unchanged since the response with this ETag.' })
