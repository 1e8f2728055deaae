/**
 * Downloads a picture from an address that is in a file. The author of the file chooses where Semel connects, so the rules of
 * webhooks apply: no private network, and only https, except where the operator allows it. Each redirect is checked like the
 * first address.
 */
import http from 'node:http'
import https from 'node:https'
import type { AddressRules } from '../../http/outgoing/addresses.ts'
import { reasonOf } from '../../http/outgoing/post.ts'
import { SECOND } from '../../time.ts'
import { MAX_IMAGE_BYTES } from '../images/encode.ts'

/** Over name, connection, headers and body of all redirects together. */
const DEADLINE = 20 * SECOND
const MOST_REDIRECTS = 3

/** `mayPass`: another try may succeed. */
export class DownloadFailure extends Error {
  readonly mayPass: boolean

  constructor(reason: string, mayPass: boolean) {
    super(reason)
    this.mayPass = mayPass
  }
}

/** @throws DownloadFailure */
export async function download(
  rules: AddressRules,
  url: string,
  stop: AbortSignal,
  deadline = DEADLINE,
): Promise<Buffer> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(deadline)])
  let address = url
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    const mistake = rules.mistakeIn(address)
    if (mistake) throw new DownloadFailure(`The address ${mistake.reason}.`, false)
    const answer = await get(rules, address, signal).catch((error: Error) => {
      if (error instanceof DownloadFailure) throw error
      throw new DownloadFailure(
        signal.aborted ? 'No answer in time.' : reasonOf(error),
        error.name !== 'ForbiddenAddress',
      )
    })
    if (Buffer.isBuffer(answer)) return answer
    address = URL.canParse(answer, address) ? new URL(answer, address).href : answer
  }
  throw new DownloadFailure('There are too many redirects.', false)
}

/** @param url an address that was checked: Node looks none up that is an IP address. @returns the body, or where it redirects to */
function get(rules: AddressRules, url: string, signal: AbortSignal): Promise<Buffer | string> {
  return new Promise((resolve, reject) => {
    const isEncrypted = new URL(url).protocol === 'https:'
    const request = (isEncrypted ? https : http).get(url, {
      agent: false,
      lookup: rules.lookup({ isEncrypted }),
      headers: { accept: 'image/webp,image/jpeg,image/png' },
      signal,
    })
    request.on('error', reject)
    request.on('close', () => reject(new Error('The connection was closed.')))
    request.on('response', response => readBody(response).then(resolve, reject))
  })
}

async function readBody(response: http.IncomingMessage): Promise<Buffer | string> {
  const { statusCode: status = 0, headers } = response
  try {
    if (status >= 300 && status < 400 && headers.location) return headers.location
    if (status !== 200)
      throw new DownloadFailure(`The server answered ${status}.`, status >= 500 || status === 408 || status === 429)
    const parts: Buffer[] = []
    let size = 0
    for await (const part of response as AsyncIterable<Buffer>) {
      size += part.length
      if (size > MAX_IMAGE_BYTES) throw new DownloadFailure('The picture is larger than 16 MB.', false)
      parts.push(part)
    }
    return Buffer.concat(parts)
  } finally {
    response.destroy()
  }
}
