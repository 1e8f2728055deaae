import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type Received = {
  headers: Record<string, string>
  body: string
  event: { type: string; id: string; position: number }
}

/** An HTTP server that receives webhooks. `answer` decides about each; by default 204. */
export async function openReceiver() {
  const requests: Received[] = []
  const receiver = {
    url: '',
    requests,
    /** The headers of each OPTIONS request. `consent` answers it; by default it agrees to nothing. */
    asked: [] as IncomingHttpHeaders[],
    consent: (response: ServerResponse): void => void response.writeHead(204, { allow: 'POST' }).end(),
    answer: (_request: Received, response: ServerResponse, _raw: IncomingMessage) => void response.writeHead(204).end(),
    /** Waits until so many requests have arrived. */
    async received(count: number): Promise<Received[]> {
      for (const until = Date.now() + 30_000; requests.length < count; await sleep(10)) {
        if (Date.now() > until) throw new Error(`${requests.length} of ${count} webhooks arrived`)
      }
      return requests
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
  const server = createServer(async (request, response) => {
    if (request.method === 'OPTIONS') {
      receiver.asked.push(request.headers)
      return receiver.consent(response)
    }
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const body = Buffer.concat(parts).toString()
    const received = { headers: request.headers as Record<string, string>, body, event: JSON.parse(body) }
    requests.push(received)
    receiver.answer(received, response, request)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`
  return receiver
}
