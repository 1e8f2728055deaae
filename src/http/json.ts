import type { FastifyInstance } from 'fastify'
import { invalidInput, invalidQuery, Problem } from '../problems.ts'

/** JSON bodies of every media type that ends in json; what PostgreSQL cannot store is refused here, once for all. */
export function parseJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('text/plain')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser(/^application\/([\w.-]+\+)?json\s*(;|$)/i, { parseAs: 'string' }, (request, text, done) => {
    // An empty body is a body without fields: validation then names what is missing.
    if (text.length === 0) return done(null, undefined)
    void parse(request, text as string, (error, value) => {
      if (error) return done(new Problem('malformed_json', `The request body is not valid JSON: ${error.message}`))
      const field = /\\u0000/i.test(text as string) ? pathOfNul(value) : undefined
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

/** Where in a JSON value a NUL stands: PostgreSQL's text has no such character. */
function pathOfNul(value: unknown, path: string[] = []): string | undefined {
  if (typeof value === 'string') return value.includes('\0') ? path.join('.') || 'body' : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, inner] of Object.entries(value)) {
    if (name.includes('\0')) return path.join('.') || 'body'
    const found = pathOfNul(inner, [...path, name])
    if (found !== undefined) return found
  }
  return undefined
}
