import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { invalidInput, invalidQuery, Problem } from '../problems.ts'

const JSON_TYPE = /^application\/([\w.-]+\+)?json\s*(;|$)/i

/** True for the content types that are read as JSON. A browser sends none of them to another site without asking. */
export function isJsonType(contentType: string | undefined): boolean {
  return contentType !== undefined && JSON_TYPE.test(contentType)
}

/** JSON bodies of every media type that ends in json; what PostgreSQL cannot store is refused here, once for all. */
export function parseJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('text/plain')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser(JSON_TYPE, { parseAs: 'buffer' }, (request, body, done) => {
    const unread = unreadable(request.headers)
    if (unread) return done(unread)
    // Decoding would put U+FFFD where it does not understand, and we would keep what nobody sent.
    if (!isUtf8(body as Buffer)) return done(new Problem('malformed_json', 'The request body is not valid UTF-8.'))
    const text = body.toString()
    // An empty body is a body without fields: validation then names what is missing.
    if (text.length === 0) return done(null, undefined)
    void parse(request, text, (error, value) => {
      if (error) return done(new Problem('malformed_json', 'The request body is not valid JSON.'))
      const field = /\\u0000/i.test(text) ? pathOfNul(value) : undefined
      if (field === undefined) return done(null, value)
      done(invalidInput({ field, reason: 'must not contain the character U+0000', code: 'invalid_character' }))
    })
  })
  app.addHook('preValidation', async request => {
    if (request.body === undefined && request.routeOptions.schema?.body) request.body = {}
    for (const [field, value] of Object.entries(request.query ?? {})) {
      if (String(value).includes('\0')) {
        throw invalidQuery({ field, reason: 'must not contain the character U+0000', code: 'invalid_character' })
      }
    }
  })
}

/** JSON is UTF-8 (RFC 8259 §8.1), and nothing here unpacks what is compressed (RFC 9110 §15.5.16). */
function unreadable(headers: IncomingHttpHeaders): Problem | undefined {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(headers['content-type'] ?? '')?.[1]
  if (charset !== undefined && !/^(utf-?8|us-ascii)$/i.test(charset)) {
    return new Problem('unsupported_media_type', 'Send the body as application/json in UTF-8.')
  }
  const coding = headers['content-encoding']
  if (coding === undefined || /^(identity)?$/i.test(coding.trim())) return undefined
  const detail = 'Send the body as it is, without Content-Encoding.'
  return new Problem('unsupported_media_type', detail, { headers: { 'accept-encoding': 'identity' } })
}

/** Where in a JSON value a NUL stands: PostgreSQL's text has no such character. Not recursive: nesting is the client's. */
function pathOfNul(body: unknown): string | undefined {
  const waiting: { value: unknown; path: string }[] = [{ value: body, path: '' }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, path } = next
    if (typeof value === 'string' && value.includes('\0')) return path || 'body'
    if (typeof value !== 'object' || value === null) continue
    for (const [name, inner] of Object.entries(value)) {
      if (name.includes('\0')) return path || 'body'
      // Deep paths would be quadratic to build, and say nothing to a person.
      waiting.push({ value: inner, path: path.length > 100 ? path : path ? `${path}.${name}` : name })
    }
  }
  return undefined
}
