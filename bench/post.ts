import { type Agent, request } from 'node:http'

/**
 * Posts JSON with as little work as possible, because the client runs on the measured machine.
 * @returns the body as text, once it is complete
 * @throws Error for any status except 2xx
 */
export function post(agent: Agent, url: string, body: object, token?: string, key?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(key && { 'idempotency-key': key }),
    }
    const sent = request(url, { method: 'POST', agent, headers }, answer => {
      let text = ''
      answer.setEncoding('utf8').on('data', part => {
        text += part
      })
      answer.on('end', () => (answer.statusCode! < 300 ? resolve(text) : reject(new Error(text))))
    })
    sent.on('error', reject).end(JSON.stringify(body))
  })
}
