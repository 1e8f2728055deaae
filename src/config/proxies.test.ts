import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asProxies, doubtfulProxies, proxies, trustOf } from './proxies.ts'

/** @param path the peer, then what `X-Forwarded-For` says, from its end */
function clientOf(setting: string, ...path: string[]): string {
  const trusts = trustOf(asProxies(setting))
  return path.find((address, hop) => hop === path.length - 1 || !trusts(address, hop))!
}

test('a number of proxies → the walk ends behind them, whatever the address', () => {
  assert.equal(clientOf('1', '10.0.0.2', '10.0.0.5', '203.0.113.9'), '10.0.0.5')
  assert.equal(clientOf('2', '10.0.0.2', '10.0.0.3', '10.0.0.5', '203.0.113.9'), '10.0.0.5')
  assert.equal(clientOf('1', '127.0.0.1', '203.0.113.9'), '203.0.113.9')
  assert.equal(clientOf('1', '::ffff:172.18.0.1', '127.0.0.1', '203.0.113.9'), '127.0.0.1')
})

test('a number of proxies, a public peer → the peer is the client', () => {
  assert.equal(clientOf('1', '198.51.100.1', '203.0.113.9'), '198.51.100.1')
})

test('a name of private networks → believed for the peer, not for clients', () => {
  assert.equal(clientOf('uniquelocal', '172.18.0.1', '10.0.0.5', '203.0.113.9'), '10.0.0.5')
  assert.equal(clientOf('loopback, uniquelocal', '127.0.0.1', '10.0.0.5', '203.0.113.9'), '10.0.0.5')
})

test('addresses and networks of proxies → the walk passes each of them', () => {
  assert.equal(clientOf('10.1.0.0/16 10.2.0.1', '10.2.0.1', '10.1.2.3', '10.0.0.5', '203.0.113.9'), '10.0.0.5')
  assert.equal(clientOf('loopback', '127.0.0.1', '127.0.0.1', '203.0.113.9'), '203.0.113.9')
})

test('none, and nothing → nobody is believed', () => {
  assert.equal(clientOf('none', '127.0.0.1', '203.0.113.9'), '127.0.0.1')
  assert.deepEqual(asProxies(undefined), [])
})

test('a value that is neither → refused; a doubtful one → named', () => {
  for (const wrong of [
    '0',
    '10',
    '-1',
    '1, loopback',
    'none, loopback',
    'all',
    '0.0.0.0/0',
    ',',
    '1.2.3.4/33',
    'haproxy',
  ])
    assert.match(proxies(wrong)!, /^must be none, a number/, wrong)
  for (const right of ['none', '1', '9', 'loopback', '10.0.0.0/8, ::1']) assert.equal(proxies(right), undefined)
  assert.match(doubtfulProxies(['loopback', 'uniquelocal'])!, /TRUSTED_PROXIES=1/)
  for (const fine of [1, [], ['loopback', '10.0.0.0/8']]) assert.equal(doubtfulProxies(fine), undefined)
})
