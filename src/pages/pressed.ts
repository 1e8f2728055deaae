/**
 * Buttons that send a form to another address than its own. Browsers do that by `formaction`; text browsers (lynx, w3m, links) and
 * Dillo do not know it and send the form to its own address. All of them send name and value of the button, so these decide.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, InjectOptions } from 'fastify'
import { type Html, html } from '../html/html.ts'
import { localAddress } from '../html/site-address.ts'
import { prefixOf, withPrefix } from './language.ts'

/** The name of such a button. Its value is the address. */
const PRESSED = '_at'

type ButtonTo = {
  readonly look: string
  /** The id of a form that the button is not part of. */
  readonly form?: string
  /** The answer is another page, also with scripts. */
  readonly leaves?: boolean
}

export function buttonTo(address: string, words: Html | string, { look, form, leaves }: ButtonTo): Html {
  return html`<button type="submit" class="button ${look}"${form && html` form="${form}"`} formaction="${address}"${
    leaves && html` data-leaves`
  } name="${PRESSED}" value="${address}">${words}</button>`
}

/**
 * Answers with what the address on the pressed button answers. It gives no client more than a form with that address would:
 * headers, cookies and body are the same. Added before the routes.
 */
export function followPressed(app: FastifyInstance): void {
  app.addHook('preHandler', async (request, reply) => {
    const address = request.method === 'POST' ? pressedIn(request.body) : undefined
    if (!address || pathOf(address) === pathOf(request.url)) return
    const prefix = prefixOf(request)
    return relay(reply, await app.inject(sentTo(prefix ? withPrefix(address, prefix) : address, request)))
  })
}

function pressedIn(body: unknown): string | undefined {
  const value = body && typeof body === 'object' ? Object.getOwnPropertyDescriptor(body, PRESSED)?.value : undefined
  return typeof value === 'string' ? localAddress(value) : undefined
}

const pathOf = (address: string) => address.split(/[?#]/)[0]!.replace(/\/$/, '')

function sentTo(url: string, request: FastifyRequest): InjectOptions {
  const payload = new URLSearchParams()
  // The name of the button stays behind, so a request is followed once, whatever address it names.
  for (const [name, value] of Object.entries(request.body as Record<string, unknown>))
    if (name !== PRESSED) for (const each of [value].flat()) payload.append(name, typedText(each))
  const { remoteAddress } = request.socket
  const headers: InjectOptions['headers'] = { ...request.headers, 'content-type': 'application/x-www-form-urlencoded' }
  for (const name of OF_CONNECTION) delete headers[name]
  return { method: 'POST', url, headers, payload: payload.toString(), ...(remoteAddress && { remoteAddress }) }
}

/** Headers of the request about its bytes on the wire. The answer is compressed once, for the reader. */
const OF_CONNECTION = [
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'accept-encoding',
  'connection',
  'expect',
]

function relay(reply: FastifyReply, answer: Awaited<ReturnType<FastifyInstance['inject']>>): FastifyReply {
  for (const name of ['content-type', 'cache-control', 'location', 'retry-after', 'set-cookie'])
    if (answer.headers[name] !== undefined) reply.header(name, answer.headers[name])
  return reply.code(answer.statusCode).send(answer.rawPayload)
}

/** A program may send JSON in place of a form. A field has one text, so an object or a list in it is none, and is not read. */
export function typedText(value: unknown): string {
  return typeof value === 'object' && value !== null ? '' : String(value)
}
