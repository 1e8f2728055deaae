/** Sends the request of a webhook. */
import http from 'node:http'
import https from 'node:https'
import { performance } from 'node:perf_hooks'
import { brotliDecompressSync, constants, gunzipSync, inflateSync } from 'node:zlib'
import { SECOND } from '../../time.ts'
import { type AddressRules, literalIn } from './addresses.ts'

/** One time limit over name, connection, TLS, headers and body. */
const DEADLINE = 15 * SECOND
/** Some receivers answer with long policies. Node takes 16 KiB by default. */
const MOST_HEADERS = 64 * 1024
/** Limits how much of a response is read, how long, and how much the log keeps. */
const READ = 16 * 1024
const READ_TIME = 1 * SECOND
const KEPT = 500

export type WebhookResponse = {
  /** Undefined when there was no response; `reason` says why. */
  status?: number
  reason?: string
  retryAfter?: string
  /** The header `WebHook-Allowed-Origin` (src/webhooks/handshake.ts). */
  allowedOrigin?: string
  /** The beginning of the body. */
  response?: string
  milliseconds: number
}

type Outgoing = { method: 'POST' | 'OPTIONS'; url: string; headers: Record<string, string>; body: string }

/**
 * Sends webhooks. Connections are kept and used again. Redirects are not followed: their target would be another address
 * than the one that was checked.
 */
export class Poster implements Disposable {
  #rules: AddressRules
  #deadline: number
  #agents = {
    'http:': new http.Agent({ keepAlive: true, maxFreeSockets: 4, timeout: 60 * SECOND }),
    'https:': new https.Agent({ keepAlive: true, maxFreeSockets: 4, timeout: 60 * SECOND }),
  }

  constructor(rules: AddressRules, deadline = DEADLINE) {
    this.#rules = rules
    this.#deadline = deadline
  }

  /** Never throws: whatever goes wrong is the reason in the result. */
  post(url: string, headers: Record<string, string>, body: string): Promise<WebhookResponse> {
    return this.#answerTo({ method: 'POST', url, headers, body })
  }

  /** Sends OPTIONS in place of POST, by the same rules. */
  ask(url: string, headers: Record<string, string>): Promise<WebhookResponse> {
    return this.#answerTo({ method: 'OPTIONS', url, headers, body: '' })
  }

  async #answerTo(outgoing: Outgoing): Promise<WebhookResponse> {
    const began = performance.now()
    const signal = AbortSignal.timeout(this.#deadline)
    const result = await this.#attempt(outgoing, signal).catch((error: Error) => {
      const status = signal.aborted ? undefined : statusIn(error)
      if (status !== undefined) return { status, reason: `The rest of the response is not HTTP: ${reasonOf(error)}` }
      return { reason: signal.aborted ? `No response within ${this.#deadline / SECOND} seconds.` : reasonOf(error) }
    })
    return { ...result, milliseconds: Math.round(performance.now() - began) }
  }

  async #attempt(outgoing: Outgoing, signal: AbortSignal) {
    try {
      return await this.#request(outgoing, signal)
    } catch (error) {
      // The receiver closed a kept connection at the moment when we used it. That says nothing about the receiver.
      if (!(error instanceof StaleConnection)) throw error
      return this.#request(outgoing, signal)
    }
  }

  #request({ method, url, headers, body }: Outgoing, signal: AbortSignal) {
    return new Promise<Omit<WebhookResponse, 'milliseconds'>>((resolve, reject) => {
      const { protocol, hostname } = new URL(url)
      const isEncrypted = protocol === 'https:'
      // Node looks no address up that is an IP address already.
      const literal = literalIn(hostname)
      if (literal) this.#rules.check(literal, { isEncrypted })
      const request = (isEncrypted ? https : http).request(url, {
        method,
        agent: this.#agents[protocol as 'http:' | 'https:'],
        lookup: this.#rules.lookup({ isEncrypted }),
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        maxHeaderSize: MOST_HEADERS,
        signal,
      })
      let isAnswered = false
      const fail = (error: Error) => isAnswered || reject(error)
      request.on('error', error => fail(isStale(request, error) ? new StaleConnection() : error))
      // A response to an upgrade that nobody asked for (101) ends with neither a response nor an error.
      request.on('close', () => fail(new Error('The connection was closed without a response.')))
      // Status and headers are the answer. What is wrong with the body says nothing about what the receiver has done.
      request.on('response', response => {
        isAnswered = true
        const status = response.statusCode!
        const retryAfter = response.headers['retry-after']
        const allowed = response.headers['webhook-allowed-origin']
        const rest = {
          ...(retryAfter && { retryAfter }),
          ...(allowed !== undefined && { allowedOrigin: String(allowed) }),
        }
        readBeginning(response, text => resolve({ status, response: text, ...rest }))
      })
      request.end(body)
    })
  }

  [Symbol.dispose](): void {
    for (const agent of Object.values(this.#agents)) agent.destroy()
  }
}

function readBeginning(response: http.IncomingMessage, done: (text: string) => void): void {
  const parts: Buffer[] = []
  let size = 0
  const finish = () => {
    clearTimeout(limit)
    const text = unpacked(Buffer.concat(parts), response.headers['content-encoding'])
    done(text.slice(0, KEPT).toWellFormed().replaceAll('\0', ''))
    if (!response.complete) response.destroy()
  }
  const limit = setTimeout(finish, READ_TIME)
  response.on('data', (part: Buffer) => {
    if (size < READ) parts.push(part)
    size += part.length
    if (size >= READ) finish()
  })
  response.on('end', finish)
  response.on('error', finish)
  response.on('close', finish)
}

const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = constants
/** Decompresses whatever was read of the body. */
const BEGINNING = { finishFlush: Z_SYNC_FLUSH, maxOutputLength: 1024 * 1024 }
const CODINGS = new Map<string, (bytes: Buffer) => Buffer>([
  ['identity', bytes => bytes],
  ['gzip', bytes => gunzipSync(bytes, BEGINNING)],
  ['x-gzip', bytes => gunzipSync(bytes, BEGINNING)],
  ['deflate', bytes => inflateSync(bytes, BEGINNING)],
  ['br', bytes => brotliDecompressSync(bytes, { ...BEGINNING, finishFlush: BROTLI_OPERATION_FLUSH })],
])

/** Some receivers compress, though nobody has asked them to. */
function unpacked(bytes: Buffer, coding = 'identity'): string {
  try {
    return CODINGS.get(coding.toLowerCase())!(bytes).toString('utf8')
  } catch {
    return `(${coding}, not unpacked)`
  }
}

/**
 * The status of a response whose headers are not HTTP, such as one with a control character in a header. The parser gives
 * the bytes that it could not read; they are those of the answer if they begin with a status line.
 */
function statusIn(error: Error): number | undefined {
  const { rawPacket } = error as { rawPacket?: Buffer }
  const [, status] = /^HTTP\/1\.[01] (\d{3})[ \r\n]/.exec(rawPacket?.toString('latin1', 0, 20) ?? '') ?? []
  return status === undefined ? undefined : Number(status)
}

class StaleConnection extends Error {}

function isStale(request: http.ClientRequest, error: Error): boolean {
  return request.reusedSocket && /^(ECONNRESET|EPIPE)$/.test((error as NodeJS.ErrnoException).code ?? '')
}

/** Explains why a request got no answer. */
export function reasonOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException
  // A socket that tried several addresses fails with all their errors and no message.
  const [first] = error instanceof AggregateError ? (error.errors as Error[]) : []
  return (error.message || first?.message || code || 'The request failed.').slice(0, KEPT)
}
