/** Answers errors: as a problem for programs, and as a page for people. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isUserGone, loggedError, type Trouble, troubleOf } from '../database/errors.ts'
import { type FieldError, Problem, problemBody } from '../problems.ts'
import { dropRest } from './bodies/large-bodies.ts'
import { type Addresses, methodNotAllowed, requestPathOf } from './route-addresses.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The field that is too large when the body is. */
    tooLarge?: FieldError
  }
  interface FastifyRequest {
    /** The trouble of the database that refused this request. */
    trouble: Trouble | undefined
  }
}

/** Turns every thrown error into a problem: a client's mistake into a 4xx, ours into a logged 500 that reveals nothing. */
export function answerErrors(
  app: FastifyInstance,
  addresses: Addresses,
  renameField: RenameField,
  showPage: ShowPage,
): void {
  const sendProblem = (reply: FastifyReply, request: FastifyRequest, problem: Problem) => {
    const isFormAddress = problem.code === 'method_not_allowed' && request.method === 'GET'
    const above = isFormAddress ? nearestAbove(requestPathOf(request), addresses) : undefined
    return showPage(request, reply, problem, above) ?? send(reply, request, problem, renameField)
  }
  app.decorateRequest('trouble', undefined)
  app.setErrorHandler((error: FastifyError | Problem, request, reply) => {
    const problem = tooLarge(error, request) ?? asProblem(error)
    request.trouble = troubleOf(problem.cause)
    if (problem.status >= 500) request.log.error(loggedError(request.trouble ? problem.cause : error), 'request failed')
    if (problem.code !== 'body_too_large') return sendProblem(reply, request, problem)
    return dropRest(request.raw).then(() => sendProblem(reply, request, problem))
  })
  app.setNotFoundHandler((request, reply) => {
    const allowed = addresses.methodsOf(requestPathOf(request))
    const problem = allowed.length === 0 ? new Problem('not_found') : methodNotAllowed(request.method, allowed)
    return sendProblem(reply, request, problem)
  })
}

/** A route that takes files says how large a file may be. `body_too_large` speaks of the limit of all others. */
function tooLarge(error: FastifyError | Problem, { routeOptions }: FastifyRequest): Problem | undefined {
  const file = routeOptions.config.tooLarge
  if (!file || error.code !== 'FST_ERR_CTP_BODY_TOO_LARGE') return undefined
  return new Problem('body_too_large', `${file.field} ${file.reason}`, { errors: [file] })
}

/** The nearest address above this one that takes GET; `/` if no other does. */
function nearestAbove(path: string, addresses: Addresses): string {
  const above = path.slice(0, path.lastIndexOf('/')) || '/'
  return above === '/' || addresses.methodsOf(above).includes('GET') ? above : nearestAbove(above, addresses)
}

/** Spells a field of an error as the version of the request does. */
type RenameField = (request: FastifyRequest, field: string) => string

/**
 * Answers a browser with a page; returns undefined for other clients.
 * @param above the address of the page, when this address only takes form posts
 */
type ShowPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  problem: Problem,
  above?: string,
) => FastifyReply | Promise<FastifyReply> | undefined

function send(reply: FastifyReply, request: FastifyRequest, problem: Problem, renameField: RenameField) {
  return reply
    .status(problem.status)
    .headers(problem.headers)
    .header('content-type', `${problemType(request.headers.accept)}; charset=utf-8`)
    .serializer(JSON.stringify)
    .send(problemBody(problem, writtenPath(request), request.id, field => renameField(request, field)))
}

/** A client that names the plain type and not the special one gets what it asked for (RFC 9110 §12.5.1). */
function problemType(accept = ''): string {
  const named = accept.split(',').flatMap(range => {
    const [type = '', ...parameters] = range.split(';').map(part => part.trim().toLowerCase())
    return parameters.some(parameter => /^q=0(\.0*)?$/.test(parameter)) ? [] : [type]
  })
  const isPlain = named.includes('application/json') && !named.includes('application/problem+json')
  return isPlain ? 'application/json' : 'application/problem+json'
}

/** The path as the client wrote it, without the query, which may hold personal data. */
function writtenPath({ originalUrl }: FastifyRequest): string {
  return originalUrl.split('?')[0]!
}

/** Errors that Fastify itself raises. */
const FASTIFY: Record<string, () => Problem> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new Problem('unsupported_media_type'),
  FST_ERR_CTP_BODY_TOO_LARGE: () => new Problem('body_too_large'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => new Problem('malformed_request', 'Content-Length does not match the body.'),
  FST_ERR_BAD_URL: () => new Problem('malformed_request'),
  FST_ERR_MAX_PARAM_LENGTH: () => new Problem('not_found'),
}

/** The sentence for the client about each trouble; by default the sentence of the problem. It says so where nothing was done. */
const TROUBLE_TEXTS: Partial<Record<Trouble, string>> = {
  disk_full: 'The service has no room to store anything at the moment. Nothing was changed. Try again later.',
  locked:
    'Another operation holds the data that this request needs. Try again, with the same Idempotency-Key if there was one.',
  read_only: 'The service is read-only at the moment. Nothing was changed. Try again later.',
  connections: 'The service has no free connection to its database at the moment. Try again soon.',
  resources: 'The service is overloaded at the moment. Try again soon.',
  timeout:
    'The database did not answer in time, so your request may have been carried out. Try again, with the same Idempotency-Key if there was one.',
}

export function unavailable(trouble: Trouble, cause?: unknown): Problem {
  return new Problem('database_unavailable', TROUBLE_TEXTS[trouble], { retryAfter: 2, cause })
}

function asProblem(error: FastifyError | Problem): Problem {
  if (error instanceof Problem) return error
  // The client hung up in the middle of its body. That is no failure of ours, and nobody reads the response.
  if (error.code === 'ECONNRESET' && error.message === 'aborted') {
    return new Problem('malformed_request', 'The request ended before its body did.')
  }
  if (isUserGone(error)) return new Problem('unauthenticated', 'This account has been deleted.')
  const known = FASTIFY[error.code]
  if (known) return known()
  const trouble = troubleOf(error)
  if (trouble) return unavailable(trouble, error)
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new Problem('malformed_request', error.message)
  }
  return new Problem('internal_error', undefined, { cause: error })
}
