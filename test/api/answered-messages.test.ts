import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { MINUTE } from '../../src/time.ts'
import { person } from '../support/people.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
before(async () => {
  semel = await startSemel({}, { worker: false })
})
after(() => semel[Symbol.asyncDispose]())

test('staff mark a message answered and open → first answer stays on record', async () => {
  const staff = await person(semel, 'staff')
  const sent = await semel.client().post('/api/contact-messages', { email: 'ada@example.com', message: 'Hello?' })
  const address = `/api/admin/contact-messages/${sent.body.id}`
  const mark = (answered: unknown) => semel.client().patch(address, { answered }, staff)
  const listed = async (state: string) => {
    const { body } = await semel.client().get(`/api/admin/contact-messages?state=${state}`, staff)
    return body.items.map(({ id }: { id: string }) => id)
  }
  assert.deepEqual(await listed('open'), [sent.body.id])
  const first = await mark(true)
  assert.equal(first.status, 200, first.text)
  assert.equal(first.body.answeredAt, semel.clock.now().toISOString())
  semel.clock.advance(MINUTE)
  assert.equal((await mark(true)).body.answeredAt, first.body.answeredAt)
  assert.deepEqual([await listed('open'), await listed('answered')], [[], [sent.body.id]])
  assert.equal((await mark(false)).body.answeredAt, null)
  assert.equal((await mark('yes')).status, 422)
  assert.equal((await semel.client().get('/api/admin/contact-messages?state=odd', staff)).status, 400)
  const unknown = address.replace(/.{8}$/, '00000000')
  assert.equal((await semel.client().patch(unknown, { answered: true }, staff)).status, 404)
  const customer = await person(semel)
  assert.equal((await semel.client().patch(address, { answered: true }, customer)).status, 403)
})
