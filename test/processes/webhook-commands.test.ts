import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { createApiKey } from '../../src/accounts/sessions/api-keys.ts'
import { callSemel } from '../support/commands.ts'
import { cloneDatabase } from '../support/database.ts'
import { runSemel } from '../support/process.ts'
import { stockProduct } from '../support/products.ts'
import { openReceiver } from '../support/receiver.ts'
import { startSemel } from '../support/semel.ts'

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

test('semel listen forwards signed events; semel trigger sends made-up ones', async () => {
  await using semel = await startSemel({}, { worker: false })
  await using receiver = await openReceiver()
  const { key } = await createApiKey(semel, { name: 'Events', scopes: ['events:read', 'products:write'] })
  const product = await stockProduct(semel.db)
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const to = ['--forward', receiver.url, '--secret', secret]
  const listening = callSemel(
    ['listen', ...to, '--shop', semel.origin, '--key', key, '--type', 'product.*', '--once'],
    {},
  )
  // The command begins with what comes after its start, so the product changes until it has heard of it.
  for (let stock = 1; receiver.requests.length === 0; stock++) {
    await semel.client().patch(`/api/products/${product}`, { stock }, { headers: { 'x-api-key': key } })
  }
  const { code, output } = await listening
  assert.deepEqual([code, /product\.updated \S+ → 204/.test(output)], [0, true], output)
  const triggered = await callSemel(['trigger', 'order.shipped', ...to], {})
  assert.match(triggered.output, /^The secret is whsec_\S+\norder\.shipped \S+ → 204\n$/)
  const [updated, shipped] = await receiver.received(2)
  for (const { body, headers } of [updated!, shipped!]) new Webhook(secret).verify(body, headers)
  assert.deepEqual(JSON.parse(updated!.body).data.productId, product)
  assert.deepEqual(JSON.parse(shipped!.body).data, { orderId: 1001, status: 'shipped' })

  const lost = await callSemel(['trigger', 'order.lost', ...to], {})
  const noKey = await callSemel(['listen', ...to, '--shop', semel.origin], {})
  const wrongKey = await callSemel(['listen', ...to, '--shop', semel.origin, '--key', 'semel_made_up'], {})
  const nobody = await callSemel(['trigger', 'order.paid', '--forward', 'http://127.0.0.1:9/'], {})
  assert.match(lost.output, /It must be one of order\.placed/)
  assert.match(noKey.output, /Name an API key with the scope events:read/)
  assert.match(wrongKey.output, /The API key is unknown/)
  assert.match(nobody.output, /order\.paid \S+ → no answer/)
  assert.equal(nobody.code, 1, 'a script sees that the event did not arrive')
  const short = await callSemel(['trigger', 'order.paid', '--forward', receiver.url, '--secret', 'abc'], {})
  assert.match(short.output, /It must be whsec_ and base64/)
  assert.doesNotMatch(short.output, /\n +at /)
  assert.doesNotMatch((await callSemel(['listen', '--help'], {})).output, /whsec_/)
})

test('semel listen goes on where it was when the shop is back', async () => {
  await using semel = await startSemel({}, { worker: false })
  await using receiver = await openReceiver()
  const { key } = await createApiKey(semel, { name: 'Events', scopes: ['events:read', 'products:write'] })
  const product = await stockProduct(semel.db)
  let [reads, away] = [0, false]
  // The shop as a proxy shows it: away for one read, which happens once the listener has its place.
  const front = createServer(async (request, response) => {
    if (++reads === 3) {
      away = true
      const headers = { 'x-api-key': key }
      await semel.client().patch(`/api/products/${product}`, { description: 'Changed meanwhile' }, { headers })
      response.destroy()
      return
    }
    const answer = await fetch(semel.origin + request.url, { headers: { 'x-api-key': key } })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  })
  await once(front.listen(0, '127.0.0.1'), 'listening')
  await using _ = { [Symbol.asyncDispose]: async () => void front.close() }
  const shop = `http://127.0.0.1:${(front.address() as AddressInfo).port}`
  const args = ['--forward', receiver.url, '--shop', shop, '--key', key, '--type', 'product.*', '--once']
  const { code, output } = await callSemel(['listen', ...args], {})
  assert.deepEqual([code, away], [0, true], output)
  assert.match(output, /does not answer.*Trying again/)
  assert.match(output, /product\.updated \S+ → 204/)
})
