import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import type { AppContext } from '../../context.ts'
import { isBreached } from './breached.ts'

/** A service that knows two passwords, one of them as padding only. */
const known = new Map([
  ['correct horse battery staple', 42],
  ['only padding in this answer', 0],
])
const asked: string[] = []
let status = 200
const service = createServer((request, response) => {
  asked.push(`${request.method} ${request.url} ${request.headers['add-padding']}`)
  const lines = [...known].map(([password, count]) => `${sha1(password).slice(5)}:${count}`)
  response.writeHead(status).end(lines.join('\r\n'))
})
const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase()
let ask: (password: string) => Promise<boolean>
before(async () => {
  await once(service.listen(0, '127.0.0.1'), 'listening')
  const { port } = service.address() as AddressInfo
  const context = {
    config: { breachedPasswordsUrl: `http://127.0.0.1:${port}/range/` },
    log: pino({ level: 'silent' }),
  }
  ask = password => isBreached(context as unknown as AppContext, password)
})
after(() => service.close())

test('a breached password → recognized by its hash, of which five digits leave', async () => {
  assert.equal(await ask('correct horse battery staple'), true)
  assert.equal(await ask('only padding in this answer'), false)
  assert.equal(await ask('another good password'), false)
  assert.deepEqual(asked[0], `GET /range/${sha1('correct horse battery staple').slice(0, 5)} true`)
})

test('a service that fails or is gone refuses no password', async () => {
  status = 503
  assert.equal(await ask('correct horse battery staple'), false)
  service.closeAllConnections()
  service.close()
  assert.equal(await ask('correct horse battery staple'), false)
})

test('without the setting nothing is asked', async () => {
  assert.equal(await isBreached({ config: {} } as AppContext, 'correct horse battery staple'), false)
})
