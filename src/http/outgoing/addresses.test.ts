import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pauseAfter, readRetryAfter } from '../../webhooks/schedule.ts'
import { AddressRules, isPublic } from './addresses.ts'
import { Poster } from './post.ts'

const PRIVATE = [
  ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.16.0.1', '192.0.0.8', '192.0.2.1'],
  ...[
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.9',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
  ],
  ...[
    '::',
    '::1',
    '::7f00:1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    'fc00::1',
    'fd00:ec2::254',
  ],
  ...['fe80::1', 'fec0::1', 'ff02::1', '2001::1', '2001:10::1', '2001:db8::1', '2002:7f00:1::', '3fff::1', '5f00::1'],
]

test('private, reserved and translated addresses are not public', () => {
  for (const address of PRIVATE) assert.equal(isPublic(address), false, address)
  for (const address of ['8.8.8.8', '93.184.216.34', '2606:4700::1111', '2a00:1450:4001::1']) {
    assert.equal(isPublic(address), true, address)
  }
})

test('an address that cannot be a webhook is refused with its reason', () => {
  const rules = new AddressRules([])
  for (const [url, reason] of [
    ['nonsense', /must be an address like/],
    ['http://example.com/', /must begin with https/],
    ['ftp://example.com/', /must begin with https/],
    ['https:example.com', /must begin with https/],
    ['https://exa\nmple.com/', /must be an address like/],
    ['https://example.com\\@127.0.0.1/', /must be an address like/],
    ['https://me:secret@example.com/', /must not contain a user name/],
    ['https://example.com/#x', /must not contain a fragment/],
    ['https://localhost/', /must be a public address/],
    ['https://shop.localhost./', /must be a public address/],
    ['https://127.0.0.1/', /must be a public address/],
    ['https://2130706433/', /must be a public address/],
    ['https://0x7f.1/', /must be a public address/],
    ['https://0177.0.0.1/', /must be a public address/],
    ['https://[::1]/', /must be a public address/],
    ['https://[::127.0.0.1]/', /must be a public address/],
    ['https://[::ffff:10.0.0.1]/', /must be a public address/],
  ] as const) {
    assert.match(rules.mistakeIn(url)?.reason ?? 'none', reason, url)
  }
  assert.equal(rules.mistakeIn('https://example.com:8443/hooks?shop=1'), undefined)
})

test('exceptions allow networks of the operator, also without encryption, and no others', () => {
  const rules = new AddressRules(['loopback', '10.1.0.0/16'])
  assert.equal(rules.mistakeIn('http://127.0.0.1:3000/'), undefined)
  assert.equal(rules.mistakeIn('http://10.1.2.3/'), undefined)
  assert.match(rules.mistakeIn('http://10.2.0.1/')!.reason, /public address/)
  assert.throws(() => rules.check('8.8.8.8', { isEncrypted: false }), /must begin with https/)
})

test('a name resolves to a private address → the connection is refused', async () => {
  using poster = new Poster(new AddressRules([]))
  for (const host of ['localhost', 'shop.localhost', '127.0.0.1', '[::1]']) {
    const { status, reason } = await poster.post(`https://${host}:9/`, {}, '{}')
    assert.equal(status, undefined)
    assert.match(reason!, /is not a public address/, host)
  }
})

test('pauses → 75 hours, a tenth more at most, Retry-After within an hour', () => {
  const least = Array.from({ length: 9 }, (_, step) => pauseAfter(step, undefined, () => 0)!)
  assert.equal(
    least.reduce((a, b) => a + b),
    (75 * 3600 + 35 * 60 + 5) * 1000,
  )
  assert.equal(pauseAfter(9, undefined), undefined)
  assert.equal(
    pauseAfter(0, undefined, () => 1),
    5500,
  )
  assert.equal(
    pauseAfter(0, 60_000, () => 0),
    60_000,
  )
  assert.equal(
    pauseAfter(0, 10 * 365 * 86_400_000, () => 0),
    3_600_000,
  )
  assert.equal(
    pauseAfter(1, 1000, () => 0),
    300_000,
  )
  const now = new Date('2026-01-31T12:00:00Z')
  assert.equal(readRetryAfter('120', now), 120_000)
  assert.equal(readRetryAfter('Sat, 31 Jan 2026 12:01:00 GMT', now), 60_000)
  for (const wrong of [undefined, 'soon', '-5', '', '1e9']) assert.equal(readRetryAfter(wrong, now), undefined)
})
