/** Repeats of requests: which ones can do no harm, and how long to wait before each. */
import { retryAfterOf } from './problem.ts'

export type Retries = {
  /** Milliseconds for each attempt. Default: 30 seconds. A read of the event feed waits for up to 30 seconds more. */
  timeout: number
  /** Limits how often a request is repeated. Default: 3. */
  retries: number
}

type Send = (request: Request) => Promise<Response>

/** Statuses after which the same request can succeed. 409 only while the first request with the same key still runs. */
const TEMPORARY = [429, 502, 503, 504]
/** A longer pause is for the caller to decide. */
const LONGEST_PAUSE = 20_000

/**
 * Sends a request, and repeats it where a repeat cannot do harm: reads, PUT, and POST with an Idempotency-Key, which Semel
 * carries out once however often it arrives. Other requests are repeated after 429 alone, which is sent before any work.
 */
export async function sendWithRetries(request: Request, send: Send, { timeout, retries }: Retries): Promise<Response> {
  for (let attempt = 0; ; attempt++) {
    const last = attempt >= retries
    const outcome = await attemptOf(request, send, timeout + waitOf(request)).catch(error => {
      // The caller has given up, or must decide.
      if (request.signal.aborted || last || !isRepeatable(request)) throw error
      return undefined
    })
    if (outcome && (last || !(await isTemporary(outcome, request)))) return outcome
    const pause = pauseBefore(attempt, outcome)
    if (outcome && pause > LONGEST_PAUSE) return outcome
    await sleep(pause, request.signal)
  }
}

async function attemptOf(request: Request, send: Send, timeout: number): Promise<Response> {
  const attempt = new AbortController()
  const stop = () => attempt.abort(request.signal.reason)
  request.signal.addEventListener('abort', stop)
  const timer = setTimeout(() => attempt.abort(new DOMException('The attempt took too long.', 'TimeoutError')), timeout)
  // A fetch that ignores the signal must not hold up the caller.
  const aborted = new Promise<never>((_, reject) => {
    attempt.signal.addEventListener('abort', () => reject(attempt.signal.reason))
  })
  try {
    if (request.signal.aborted) stop()
    // A body can be read once, so each attempt sends a copy.
    return await Promise.race([aborted, complete(send(new Request(request.clone(), { signal: attempt.signal })))])
  } finally {
    clearTimeout(timer)
    request.signal.removeEventListener('abort', stop)
  }
}

/** A response whose body breaks off is as lost as one that never came, so its body is read here and not by the caller. */
async function complete(answer: Promise<Response>): Promise<Response> {
  const response = await answer
  await response.clone().arrayBuffer()
  return response
}

/** The milliseconds for which the server itself waits. */
function waitOf({ url }: Request): number {
  return Number(new URL(url).searchParams.get('wait') ?? 0) * 1000
}

function isRepeatable({ method, headers }: Request): boolean {
  return ['GET', 'HEAD', 'PUT'].includes(method) || headers.has('idempotency-key')
}

async function isTemporary(response: Response, request: Request): Promise<boolean> {
  if (response.status === 429) return true
  if (!isRepeatable(request)) return false
  if (response.status !== 409) return TEMPORARY.includes(response.status)
  const body = await response.clone().text()
  return body.includes('"idempotency_key_in_use"')
}

/**
 * The pause that the server asks for; else a quarter of a second, doubled each time up to half a minute, with jitter so that
 * clients do not march in step.
 */
function pauseBefore(attempt: number, response: Response | undefined): number {
  const seconds = response && retryAfterOf(response)
  if (seconds !== undefined) return seconds * 1000
  return Math.min(250 * 2 ** attempt, 30_000) * (0.5 + Math.random())
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(done, milliseconds)
    function done() {
      signal.removeEventListener('abort', stop)
      resolve()
    }
    function stop() {
      clearTimeout(timer)
      reject(signal.reason)
    }
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}
