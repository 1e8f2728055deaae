/** Parses JSON bodies, and refuses what Semel could not store. */
import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalidInput, invalidQuery, Problem } from '../../problems.ts'
import { turnToParse } from './large-bodies.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route stores no text of its body as it came, so it refuses U+0000 in its own words. */
    takesNul?: boolean
    /** Number of values that a body may have, if the operation needs more than others. */
    mostValues?: number
  }
}

const JSON_TYPE = /^application\/([\w.-]+\+)?json\s*(;|$)/i

/**
 * Tests whether a body of this type is read as JSON. Browsers send none of these types to another site without a
 * preflight.
 */
export function isJsonType(contentType: string | undefined): boolean {
  return contentType !== undefined && JSON_TYPE.test(contentType)
}

type Done = (error: Error | null, body?: unknown) => void

/** Parses bodies of all JSON media types, and refuses text that PostgreSQL cannot store. */
export function parseJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('text/plain')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser(JSON_TYPE, { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    const unread = unreadable(request.headers)
    if (unread) return done(unread)
    const turn = turnToParse(body)
    if (turn) turn.then(() => read(request, body, done)).catch(done)
    else read(request, body, done)
  })
  const read = (request: FastifyRequest, body: Buffer, done: Done) => {
    // Decoding would replace invalid bytes by U+FFFD, and we would store text that nobody sent.
    if (!isUtf8(body)) return done(new Problem('malformed_json', 'The request body is not valid UTF-8.'))
    const { mostValues = MOST_VALUES } = request.routeOptions.config
    if (countValues(body) > mostValues) return done(new Problem('malformed_json', tooMany(mostValues)))
    const text = body.toString()
    // An empty body has no fields; validation names the missing ones.
    if (text.length === 0) return done(null, undefined)
    void parse(request, text, (error, value) => {
      if (error) return done(new Problem('malformed_json'))
      const problem = problemIn(value, text, request.routeOptions.config.takesNul)
      if (problem) return done(problem)
      done(null, /\\ud[89a-f]/i.test(text) ? wellFormed(value) : value)
    })
  }
  app.addHook('preValidation', async request => {
    if (request.body === undefined && request.routeOptions.schema?.body) request.body = {}
    for (const [field, value] of Object.entries(request.query ?? {})) {
      if (String(value).includes('\0')) {
        throw invalidQuery({ field, reason: 'must not contain the character U+0000', code: 'invalid_character' })
      }
    }
    // Nothing that PostgreSQL stores has such a name.
    if (Object.values(request.params ?? {}).some(part => String(part).includes('\0'))) throw new Problem('not_found')
  })
}

function problemIn(value: unknown, text: string, takesNul: boolean | undefined): Problem | undefined {
  if (isTooDeep(value)) {
    return new Problem('malformed_json', `The request body is nested deeper than ${DEEPEST} levels.`)
  }
  const field = !takesNul && /\\u0000/i.test(text) ? pathOfNul(value) : undefined
  if (field === undefined) return undefined
  return invalidInput({ field, reason: 'must not contain the character U+0000', code: 'invalid_character' })
}

/** JSON must be UTF-8 (RFC 8259 §8.1), and compressed bodies are not supported (RFC 9110 §15.5.16). */
function unreadable(headers: IncomingHttpHeaders): Problem | undefined {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(headers['content-type'] ?? '')?.[1]
  if (charset !== undefined && !/^(utf-?8|us-ascii)$/i.test(charset)) {
    return new Problem('unsupported_media_type', 'Send the body as application/json in UTF-8.')
  }
  const coding = headers['content-encoding']
  if (coding === undefined || /^(identity)?$/i.test(coding.trim())) return undefined
  const detail = 'Send the body uncompressed, without Content-Encoding.'
  return new Problem('unsupported_media_type', detail, { headers: { 'accept-encoding': 'identity' } })
}

/** Far deeper than any operation needs. Code that walks a body by recursion could run out of stack. */
const DEEPEST = 64

/** Ten times as many as any operation needs. A megabyte of small ones would keep the process busy for half a second. */
const MOST_VALUES = 10_000
const tooMany = (most: number) => `The request body has more than ${most.toLocaleString('en')} values.`

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const OPENING = [0x5b, 0x7b]
const CLOSING = [0x5d, 0x7d]

/** Far cheaper than parsing. Those that are nested too deep are not counted. In malformed JSON the number means nothing. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: a scanner in one loop, because a call for each byte would cost too much
function countValues(body: Buffer): number {
  if (body.length < MOST_VALUES) return 0
  let count = 1
  let depth = 0
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]!
    if (byte === COMMA) count++
    else if (OPENING.includes(byte) && ++depth <= DEEPEST) count++
    else if (CLOSING.includes(byte)) depth--
    else if (byte === QUOTE) {
      while (++at < body.length && body[at] !== QUOTE) if (body[at] === BACKSLASH) at++
    }
  }
  return count
}

function isTooDeep(body: unknown): boolean {
  let level = [body]
  for (let depth = 0; depth < DEEPEST && level.length > 0; depth++) {
    level = level.flatMap(value => (typeof value === 'object' && value !== null ? Object.values(value) : []))
  }
  return level.length > 0
}

/**
 * Replaces halves of surrogate pairs by U+FFFD, as writing them in UTF-8 does. PostgreSQL refuses them in `jsonb`.
 * Recursive: the body was found not to be deep.
 */
function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(wellFormed)
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name.toWellFormed(), wellFormed(inner)]))
}

/** The path of a NUL character, which PostgreSQL text cannot hold. Not recursive, because clients choose the nesting. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: a walk with its own stack, where recursion would be shorter
function pathOfNul(body: unknown): string | undefined {
  const waiting: { value: unknown; path: string }[] = [{ value: body, path: '' }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, path } = next
    if (typeof value === 'string' && value.includes('\0')) return path || 'body'
    if (typeof value !== 'object' || value === null) continue
    for (const [name, inner] of Object.entries(value)) {
      if (name.includes('\0')) return path || 'body'
      // Long paths would take quadratic time to build and help nobody.
      waiting.push({ value: inner, path: path.length > 100 ? path : path ? `${path}.${name}` : name })
    }
  }
  return undefined
}
