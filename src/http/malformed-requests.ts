/**
 * Requests that Node refuses before any route or hook sees them. They get a problem as their response too.
 */
import { randomUUIDv7 } from 'node:crypto'
import { type IncomingMessage, type OutgoingHttpHeaders, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem, problemBody } from '../problems.ts'
import { corsOfUnreadable } from './cors.ts'

/**
 * Makes Fastify's `clientErrorHandler`, which answers requests that could not be parsed.
 * @param headers the headers of every response
 * @param origins of browser apps
 */
export function refuseUnreadable(headers: OutgoingHttpHeaders, origins: readonly string[]) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    // The client has closed the connection.
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const id = randomUUIDv7()
    const problem = asProblem(error.code)
    // The path is unknown, so the id names this occurrence.
    const body = JSON.stringify(problemBody(problem, `urn:uuid:${id}`, id))
    const head = {
      ...headers,
      ...corsOfUnreadable(origins),
      'x-request-id': id,
      'content-type': 'application/problem+json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    }
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${lines.join('')}\r\n${body}`)
    socket.destroySoon()
  }
}

function asProblem(code: string | undefined): Problem {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Problem('request_timeout')
  if (code === 'HPE_HEADER_OVERFLOW') return new Problem('headers_too_large')
  return new Problem('malformed_request', 'This is not a valid HTTP/1.1 request, or its method is unknown.')
}

/** Node would refuse this with an empty response. `requireHostHeader` must be false for the same reason. */
export function readLeniently(app: FastifyInstance): void {
  // The absolute form names a host (RFC 9112 §3.2.2), which may be another one than ours. No answer repeats it.
  app.server.prependListener('request', (request: IncomingMessage) => {
    if (request.url) request.url = request.url.replace(/^https?:\/\/[^/?]*\/?/i, '/')
  })
  // Expectations other than `100-continue` may be ignored (RFC 9110 §10.1.1).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
}

/**
 * RFC 9112 §3.2: an HTTP/1.1 request names its host exactly once. With two names, a proxy could route the request by one
 * of them and we could answer for the other.
 */
export function wrongHost({ raw }: FastifyRequest): Problem | undefined {
  const { host } = raw.headers
  if (host === undefined) {
    return raw.httpVersion === '1.1' ? new Problem('malformed_request', 'The Host header is required.') : undefined
  }
  let lines = 0
  for (let i = 0; i < raw.rawHeaders.length; i += 2) {
    const name = raw.rawHeaders[i]!
    if (name.length === 4 && name.toLowerCase() === 'host') lines++
  }
  if (lines > 1) return new Problem('malformed_request', 'The Host header is sent more than once. Send it once.')
  return HOST.test(host) ? undefined : new Problem('malformed_request', 'The Host header is not a host name.')
}

/** `uri-host [ ":" port ]` of RFC 9110 §7.2; it may be empty. */
const HOST = /^(?:\[[0-9a-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/i
