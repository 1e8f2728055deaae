import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestRelay } from '../../test/support/relay.ts'
import type { Config } from '../config.ts'
import { buildMessage } from './message.ts'
import { sizesOf } from './relay.ts'
import { SmtpPool } from './smtp-pool.ts'
import { relayOf } from './transport.ts'

const mail = buildMessage(
  {
    From: { name: 'Shop', address: 'shop@example.com' },
    To: { name: 'Ada', address: 'ada@example.com' },
    Subject: 'Hello',
  },
  { text: 'Hello', html: '<p>Hello</p>' },
)

for (const [parameters, opened] of [
  ['?connections=1', 3],
  ['?connections=1&messages=5', 5],
  ['?connections=1&messages=9999', 1],
] as const) {
  test(`25 emails with "${parameters}" → ${opened} connections, each email once`, async () => {
    await using relay = await openTestRelay()
    const pool = new SmtpPool(sizesOf({ smtpUrl: relay.url + parameters } as Config), async () => relayOf(relay.url))
    for (let sent = 0; sent < 25; sent++) await pool.use(connection => connection.send(mail, async () => true))
    await pool.close()
    assert.deepEqual([relay.mails.length, relay.opened], [25, opened])
  })
}
