import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { test } from 'node:test'
import { pino } from 'pino'
import type { AppContext } from '../context.ts'
import type { Problem } from '../problems.ts'
import { sendSms } from './transport.ts'

type Heard = { method: string; url: string; authorization: string; type: string; body: URLSearchParams }

/** Answers as Twilio documents it: `POST /2010-04-01/Accounts/{Sid}/Messages.json`, 201 or `{code, message, more_info, status}`. */
async function twilio(answer: { status: number; code?: number; message?: string } | 'hang up') {
  const heard: Heard[] = []
  const server = createServer(async (request, response) => {
    const body = new URLSearchParams(await readText(request))
    const { authorization = '', 'content-type': type = '' } = request.headers
    heard.push({ method: request.method!, url: request.url!, authorization, type, body })
    if (answer === 'hang up') return request.socket.destroy()
    const { status, code, message } = answer
    const more_info = `https://www.twilio.com/docs/errors/${code}`
    const said = status === 201 ? { sid: 'SM1', status: 'queued' } : { code, message, more_info, status }
    response.writeHead(status, { 'content-type': 'application/json', location: '/elsewhere' }).end(JSON.stringify(said))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { heard, port, [Symbol.dispose]: () => void server.close() }
}

const sms = { to: '+491701234567', text: '123456 is your Semel code.\n\n@shop #123456' }

function send(port: number, rest = '?From=%2B15005550006') {
  const config = { smsUrl: `http://AC123:to%20ken@127.0.0.1:${port}${rest}` }
  return sendSms({ config, log: pino({ level: 'silent' }) } as unknown as AppContext, sms)
}

test('a text message is posted as Twilio documents it', async () => {
  using provider = await twilio({ status: 201 })
  await send(provider.port)
  const [{ method, url, authorization, type, body }] = provider.heard as [Heard]
  assert.deepEqual([method, url], ['POST', '/2010-04-01/Accounts/AC123/Messages.json'])
  assert.equal(authorization, `Basic ${Buffer.from('AC123:to ken').toString('base64')}`)
  assert.match(type, /^application\/x-www-form-urlencoded/)
  assert.deepEqual(Object.fromEntries(body), { To: sms.to, Body: sms.text, From: '+15005550006' })
})

test('SMS_URL with a messaging service, an account or another path → used', async () => {
  using provider = await twilio({ status: 201 })
  await send(provider.port, '?MessagingServiceSid=MG1&Account=AC9')
  await send(provider.port, '/sms/send?From=Semel')
  const [first, second] = provider.heard as [Heard, Heard]
  assert.equal(first.url, '/2010-04-01/Accounts/AC9/Messages.json')
  assert.equal(first.body.get('MessagingServiceSid'), 'MG1')
  assert.equal(second.url, '/sms/send')
  assert.equal(second.body.get('From'), 'Semel')
})

test('a redirect is not followed, because its target would get the code', async () => {
  for (const status of [302, 307]) {
    using provider = await twilio({ status })
    await assert.rejects(send(provider.port), { code: 'sms_not_sent' })
    assert.equal(provider.heard.length, 1)
  }
})

const REFUSALS: [status: number, code: number | undefined, text: RegExp][] = [
  [400, 21211, /^phone is not a valid phone number/],
  [400, 21614, /^phone cannot receive text messages/],
  [400, 21610, /^phone has opted out/],
  [400, 21408, /^phone is in a country that we cannot send to/],
  [429, 20429, /too many are on their way/],
  [401, 20003, /could not be sent at the moment/],
  [400, 21606, /could not be sent at the moment/],
  [400, 99999, /could not be sent at the moment/],
  [502, undefined, /could not be sent at the moment/],
]
for (const [status, code, text] of REFUSALS) {
  test(`refusal ${status} ${code ?? ''} → a plain message without the provider's text`, async () => {
    using provider = await twilio({ status, ...(code && { code }), message: "secret detail of 'To' +491701234567" })
    await assert.rejects(send(provider.port), (problem: Problem) => {
      const expected = text.source.startsWith('^phone') ? ['invalid_input', 422] : ['sms_not_sent', 503]
      assert.deepEqual([problem.code, problem.status], expected)
      assert.match(problem.message, text)
      assert.doesNotMatch(problem.message, /secret detail|\+49/)
      return true
    })
  })
}

test('a provider that hangs up or cannot be reached gives sms_not_sent', async () => {
  using provider = await twilio('hang up')
  await assert.rejects(send(provider.port), { code: 'sms_not_sent' })
  assert.equal(provider.heard.length, 1)
  const gone = await twilio({ status: 201 })
  gone[Symbol.dispose]()
  await assert.rejects(send(gone.port), { code: 'sms_not_sent' })
})

test('of an answer that does not end, only the beginning is read', async context => {
  let sent = 0
  const server = createServer((_, response) => {
    response.writeHead(500)
    const piece = 'x'.repeat(16 * 1024)
    const more = () => {
      while (!response.destroyed && response.write(piece)) sent += piece.length
    }
    response.on('drain', more)
    more()
  })
  context.after(() => server.close().closeAllConnections())
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await assert.rejects(send(port), { code: 'sms_not_sent' })
  assert.ok(sent < 10_000_000, `${sent} bytes`)
})
