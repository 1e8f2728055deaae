import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { cloneDatabase } from '../support/database.ts'
import { spawnSemel } from '../support/process.ts'

test('semel webhooks creates, lists, rotates, disables and enables; mistakes are explained', async () => {
  await using database = await cloneDatabase()
  const env = { DATABASE_URL: database.url, SECRET_KEY: 'test '.repeat(8) }
  const run = async (...args: string[]) => {
    await using semel = spawnSemel(['webhooks', ...args], env)
    const [code] = await once(semel.child, 'close')
    return { code, output: semel.output().trim() }
  }
  const made = await run('create', 'https://example.com/hooks', '--type', 'order.placed', 'user.updated')
  const [, id, secret] = /^([0-9a-f-]{36})\n(whsec_\S{44})$/.exec(made.output) ?? []
  assert.ok(id && secret, made.output)
  const rotated = await run('rotate', id, '--grace', '0')
  assert.match(rotated.output, /^whsec_\S{44}$/)
  assert.notEqual(rotated.output, secret)
  assert.match((await run('disable', id)).output, /^\S+ {2}disabled/)
  const [refused, list, unknown, again] = await Promise.all([
    run('test', id),
    run('list'),
    run('create', 'https://example.com', '--type', 'order.lost'),
    run('send-again', id, 'x'),
  ])
  assert.deepEqual([refused.code, refused.output], [1, 'This webhook is disabled. Enable it first.'])
  assert.match(
    list.output,
    /disabled .* 0 waiting {2}https:\/\/example\.com\/hooks {2}order\.placed,user\.updated\n1 in total$/,
  )
  assert.match(unknown.output, /It must be one of order\.placed/)
  assert.match(again.output, /It must be a whole number/)
  assert.match((await run('enable', id)).output, /^\S+ {2}active/)
})
