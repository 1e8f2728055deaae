import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import { newToken } from '../secrets/crypto.ts'
import { createLog, withoutSecrets } from './log.ts'

test('addresses, phone numbers, tokens → removed from a line; ids and text stay', () => {
  const id = randomUUIDv7()
  for (let n = 0; n < 200; n++) assert.equal(withoutSecrets(`token=${newToken()}.`), 'token=(secret).')
  assert.equal(withoutSecrets(`semel_${newToken()}`), '(secret)')
  assert.equal(withoutSecrets("550 5.1.1 <jürgen.o'neil+x@sub.exämple.com>: no"), '550 5.1.1 <(address)>: no')
  assert.equal(withoutSecrets('Key (email_key)=(ada@example.com) exists'), 'Key (email_key)=((address)) exists')
  assert.equal(withoutSecrets(`"The 'To' number +491735838542 is not"`), `"The 'To' number (phone) is not"`)
  for (const kept of [
    '1.0+20260101',
    '2026-01-31T12:00:00+02:00',
    id,
    `${id}.12`,
    'at file:///srv/semel/node_modules/@fastify/cookie/plugin.js:12:3',
    '12 @ 3.5',
  ]) {
    assert.equal(withoutSecrets(kept), kept)
  }
})

test('an error → logged with type, message, code, stack, without values or recipients', () => {
  const lines: string[] = []
  const log = createLog({ logLevel: 'info' }, 'test', { write: line => void lines.push(line) })
  const error = Object.assign(new TypeError('duplicate key'), {
    code: '23505',
    detail: 'Key (user_name)=(Ada Lovelace) already exists.',
    rejected: ['Ada'],
    cause: undefined,
  })
  log.error({ err: error }, 'failed')
  const { err, msg, name } = JSON.parse(lines[0]!)
  assert.deepEqual(
    { ...err, stack: undefined, msg, name },
    {
      type: 'TypeError',
      message: 'duplicate key',
      code: '23505',
      stack: undefined,
      msg: 'failed',
      name: 'test',
    },
  )
  assert.match(err.stack, /^TypeError: duplicate key\n\s+at /)
})
