import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../../problems.ts'
import { checkNetworks, isInside } from './networks.ts'

for (const [ip, networks, inside] of [
  ['203.0.113.7', [], true],
  ['203.0.113.7', ['203.0.113.0/24'], true],
  ['203.0.114.7', ['203.0.113.0/24'], false],
  ['::ffff:203.0.113.7', ['203.0.113.0/24'], true],
  ['203.0.113.7', ['203.0.113.7'], true],
  ['203.0.113.8', ['203.0.113.7'], false],
  ['2001:db8::1', ['10.0.0.0/8', '2001:db8::/32'], true],
  ['2001:db9::1', ['2001:db8::/32'], false],
  ['203.0.113.7', ['2001:db8::/32'], false],
  ['8.8.8.8', ['0.0.0.0/0'], true],
] as const) {
  test(`${ip} is ${inside ? 'inside' : 'outside'} ${networks.join(', ') || 'no networks'}`, () => {
    assert.equal(isInside(ip, networks), inside)
  })
}

for (const wrong of ['', 'here', '203.0.113.0/33', '2001:db8::/129', '203.0.113/24', '10.0.0.0/8/8', 'fe80::1%eth0']) {
  test(`"${wrong}" is no network`, () => {
    assert.throws(
      () => checkNetworks(['10.0.0.0/8', wrong]),
      error => error instanceof Problem && error.message.startsWith('networks.1 must be a network'),
    )
  })
}
