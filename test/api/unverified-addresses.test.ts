import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { readOneMail } from '../../src/dev/search-inbox.ts'
import { announce } from '../../src/events/announce.ts'
import { EVENT_TYPES } from '../../src/notifications/tables.ts'
import { newPerson } from '../support/accounts.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { NOT_BY_STRANGERS, strangersEvents } from '../support/strangers-emails.ts'
import { untilDatabase } from '../support/until.ts'

/*
 * A free account on a stranger's address. Nobody has verified the address, so its owner may be somebody else, and gets
 * nothing that the account's owner wrote. `unverified-budgets.test.ts` is about the number of emails.
 */
let semel: Semel
before(async () => {
  semel = await startSemel()
})
after(() => semel[Symbol.asyncDispose]())

const LINK = 'http://evil.example/pay'

async function order(token: string, note?: string) {
  const productId = await stockProduct(semel.db, { stock: 1000 })
  return semel.client().post('/api/orders', { items: [{ productId, quantity: 1 }], note }, { token })
}

const confirmations = (mails: Awaited<ReturnType<Semel['mailTo']>>) =>
  mails.filter(({ subject }) => subject.startsWith('Order Confirmation'))

test('unverified address → emails without the note or a link from the name', async () => {
  const eve = await newPerson(semel, { userName: `URGENT: verify at ${LINK} or lose your account` })
  assert.equal((await order(eve.token, `Confirm your card at ${LINK}`)).status, 201)
  const mails = await semel.mailTo(eve.email, 2)
  for (const { id } of mails) {
    const { source } = (await readOneMail(semel.db, id))!
    assert.doesNotMatch(source.toString().replaceAll(/=\r?\n/g, ''), /evil|URGENT|Confirm your card/)
  }
  assert.match(confirmations(mails)[0]!.text, /^Hello,/m)
})

test('each email to an unverified address → no word of a stranger', async () => {
  const { stranger, events } = await strangersEvents(semel)
  assert.deepEqual([...Object.keys(events), ...Object.keys(NOT_BY_STRANGERS)].toSorted(), [...EVENT_TYPES].toSorted())
  await semel.db.transaction().execute(async tx => {
    for (const [type, payload] of Object.entries(events)) {
      // The worker announces this one, because the product is back.
      if (type === 'product.back_in_stock') continue
      await announce(tx, { type, payload, to: [{ userId: stranger.id }], at: new Date() } as Parameters<
        typeof announce
      >[1])
    }
  })
  const open = sql<number>`(select count(*) from deliveries where user_id = ${stranger.id} and ended_at is null)`
  await untilDatabase(semel, sql<boolean>`${open} = 0`)
  const sent = await semel.db
    .selectFrom('deliveries')
    .innerJoin('events', 'events.id', 'event_id')
    .select(['type', 'state', 'reply'])
    .where('user_id', '=', stranger.id)
    .execute()
  const unsent = Object.keys(events).filter(kind => !sent.some(({ type, state }) => type === kind && state === 'sent'))
  assert.deepEqual(unsent, [], JSON.stringify(sent.filter(({ type }) => unsent.includes(type))))
  for (const { id } of await semel.mailTo(stranger.email, Object.keys(events).length)) {
    const { source } = (await readOneMail(semel.db, id))!
    assert.doesNotMatch(source.toString().replaceAll(/=\r?\n/g, ''), /evil|URGENT|confirm your card/i)
  }
})

test('a plain name stays, and a verified address gets name and note', async () => {
  const ada = await newPerson(semel)
  assert.equal((await order(ada.token, 'Ring twice')).status, 201)
  const [confirmation] = confirmations(await semel.mailTo(ada.email, 2))
  assert.match(confirmation!.text, /Hello Ada Lovelace,/)
  assert.doesNotMatch(confirmation!.text, /Ring twice/)
  await semel.db.updateTable('users').set({ email_verified_at: new Date() }).where('id', '=', ada.id).execute()
  assert.equal((await order(ada.token, 'Ring twice')).status, 201)
  assert.match(confirmations(await semel.mailTo(ada.email, 3))[1]!.text, /Ring twice/)
})
