import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callSemel } from '../support/commands.ts'
import { cloneDatabase } from '../support/database.ts'
import { runSemel } from '../support/process.ts'

test('semel webhooks creates, lists, rotates, disables and enables; mistakes are explained', async () => {
  await using database = await cloneDatabase()
  const env = { DATABASE_URL: database.url, SECRET_KEY: 'test '.repeat(8) }
  const run = async (...args: string[]) => {
    const { code, output } = await callSemel(['webhooks', ...args], env)
    return { code, output: output.trim() }
  }
  const types = ['--type', 'order.placed', 'user.updated']
  const made = await runSemel(['webhooks', 'create', 'https://example.com/hooks', ...types], env)
  const [, id, secret] = /^([0-9a-f-]{36})\n(whsec_\S{44})\n$/.exec(made.output) ?? []
  assert.ok(id && secret, made.output)
  const rotated = await run('rotate', id, '--grace', '0')
  assert.match(rotated.output, /^whsec_\S{44}$/)
  assert.notEqual(rotated.output, secret)
  assert.match((await run('disable', id)).output, /^\S+ {2}disabled/)
  const refused = await run('test', id)
  const list = await run('list')
  const unknown = await run('create', 'https://example.com', '--type', 'order.lost')
  const again = await run('send-again', id, 'x')
  assert.deepEqual([refused.code, refused.output], [1, 'This webhook is disabled. Enable it first.'])
  assert.match(
    list.output,
    /disabled .* 0 waiting {2}https:\/\/example\.com\/hooks {2}order\.placed,user\.updated\n1 in total$/,
  )
  assert.match(unknown.output, /It must be one of order\.placed/)
  assert.match(again.output, /It must be a whole number/)
  assert.match((await run('enable', id)).output, /^\S+ {2}active/)
})
