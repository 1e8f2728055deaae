import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isUnavailable } from '../database/open.ts'
import { Problem, problemBody } from '../problems.ts'
import { type Addresses, methodNotAllowed, pathOf } from './route-addresses.ts'

/** Turns whatever was thrown into a problem: the client's mistakes into 4xx, ours into a logged 500 that tells nothing. */
export function answerErrors(
  app: FastifyInstance,
  addresses: Addresses,
  translate: Translate,
  showPage: ShowPage,
): void {
  const sendProblem = (reply: FastifyReply, request: FastifyRequest, problem: Problem) => {
    const goesAbove = problem.code === 'method_not_allowed' && request.method === 'GET'
    const above = goesAbove ? nearestAbove(pathOf(request), addresses) : undefined
    return showPage(request, reply, problem, above) ?? send(reply, request, problem, text => translate(request, text))
  }
  app.setErrorHandler((error: FastifyError | Problem, request, reply) => {
    const problem = asProblem(error)
    if (problem.status >= 500) request.log.error({ err: error }, 'request failed')
    return sendProblem(reply, request, problem)
  })
  app.setNotFoundHandler((request, reply) => {
    const allowed = addresses.methodsOf(pathOf(request))
    const problem =
      allowed.length === 0
        ? new Problem('not_found', 'There is nothing at this address.')
        : methodNotAllowed(request.method, allowed)
    return sendProblem(reply, request, problem)
  })
}

/** The nearest address above this one that can be read; `/` at the latest. */
function nearestAbove(path: string, addresses: Addresses): string {
  const above = path.slice(0, path.lastIndexOf('/')) || '/'
  return above === '/' || addresses.methodsOf(above).includes('GET') ? above : nearestAbove(above, addresses)
}

/** How the version that the client speaks spells the fields that an error names. */
type Translate = (request: FastifyRequest, text: string) => string

/**
 * Answers with a page when the client is a person's browser; undefined otherwise.
 * @param above where to look for the page, when this address only takes what a form posts
 */
type ShowPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  problem: Problem,
  above?: string,
) => FastifyReply | Promise<FastifyReply> | undefined

function send(reply: FastifyReply, request: FastifyRequest, problem: Problem, say: (text: string) => string) {
  const body = problemBody(problem, writtenPath(request), request.id)
  const detail = say(body.detail)
  return reply
    .status(problem.status)
    .headers(problem.headers)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({
      ...body,
      detail,
      message: detail,
      ...(body.errors && { errors: body.errors.map(e => ({ ...e, field: say(e.field), reason: say(e.reason) })) }),
    })
}

/** As the client wrote it, without scheme and host (RFC 9112 §3.2.2) and without the query, which may be personal. */
function writtenPath({ originalUrl }: FastifyRequest): string {
  return originalUrl.split('?')[0]!.replace(/^https?:\/\/[^/]*/i, '') || '/'
}

/** What Fastify itself refuses, in our words. */
const FASTIFY: Record<string, () => Problem> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new Problem('unsupported_media_type', 'Send the body as application/json.'),
  FST_ERR_CTP_BODY_TOO_LARGE: () => new Problem('body_too_large', 'The request body is larger than 1 MiB.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => new Problem('malformed_request', 'Content-Length does not fit the body.'),
  FST_ERR_BAD_URL: () => new Problem('malformed_request', 'The address is not a valid URL.'),
  FST_ERR_MAX_PARAM_LENGTH: () => new Problem('not_found', 'There is nothing at this address.'),
}

export function asProblem(error: FastifyError | Problem): Problem {
  if (error instanceof Problem) return error
  // A client that hung up in the middle of its body; nobody reads the answer, and it is no failure of ours.
  if (error.code === 'ECONNRESET' && error.message === 'aborted') {
    return new Problem('malformed_request', 'The request ended before its body did.')
  }
  const known = FASTIFY[error.code]
  if (known) return known()
  if (isUnavailable(error)) {
    const detail =
      'The service cannot reach its database at the moment. Try again, with the same Idempotency-Key if there was one.'
    return new Problem('database_unavailable', detail, { headers: { 'retry-after': '2' }, cause: error })
  }
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new Problem('malformed_request', error.message)
  }
  return new Problem('internal_error', 'Something went wrong on our side. The request id helps us to find it.', {
    cause: error,
  })
}
