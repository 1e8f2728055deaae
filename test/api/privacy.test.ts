import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { lockUser } from '../../src/accounts/users/user.ts'
import { verify } from '../../src/cli/verify.ts'
import { announce } from '../../src/events/announce.ts'
import { deleteFormerUsers } from '../../src/privacy/former-users.ts'
import { MINUTE, SECOND } from '../../src/time.ts'
import { referencesToUsers } from '../repository/personal-columns.ts'
import { enterPassword, newPerson, PASSWORD, type Person } from '../support/accounts.ts'
import { lockedOut } from '../support/locks.ts'
import { person as shortcut } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { tablesWith } from '../support/tables-with.ts'

/* The rights of a person: a copy of the data, its deletion, and no announcements. */
let semel: Semel
let staff: { id: string; token: string }
before(async () => {
  semel = await startSemel()
  staff = await shortcut(semel, 'staff')
})
after(() => semel[Symbol.asyncDispose]())

const get = (path: string, token: string) => semel.client().get(path, { token })
const passwords = { currentPassword: PASSWORD, password: 'a completely different phrase' }
const remove = ({ token }: Person) => semel.client().delete('/api/users/me', { token })

async function order({ token }: Person): Promise<number> {
  const body = {
    items: [{ productId: await stockProduct(semel.db), quantity: 1 }],
    note: 'Ring twice',
    deliveryAddress: { name: 'Ada', line1: '1 Road', postcode: '1', city: 'London', country: 'GB' },
  }
  const headers = { 'idempotency-key': randomUUID() }
  const placed = await semel.client().post('/api/orders', body, { token, headers })
  assert.equal(placed.status, 201, placed.text)
  return placed.body.id
}

async function finish(id: number): Promise<void> {
  for (const step of ['process', 'ship', 'deliver', 'mark-paid']) {
    const { status, text } = await semel.client().post(`/api/orders/${id}/${step}`, {}, { token: staff.token })
    assert.equal(status, 200, text)
  }
}

async function confirmAddress({ id }: Person): Promise<void> {
  await semel.db.updateTable('users').set({ email_verified_at: semel.clock.now() }).where('id', '=', id).execute()
}

test('export → everything about the person, in the request’s version, and no secret', async () => {
  const ada = await newPerson(semel, { phone: '+441632960001' })
  const id = await order(ada)
  await semel.client().post('/api/contact-messages', { email: ada.email.toUpperCase(), message: 'Hello' })
  const before = await get('/api/users/me/export', ada.token)
  assert.deepEqual(before.body.contactMessages, [], 'a stranger may have entered an address that is not verified')
  await confirmAddress(ada)
  const { status, body, text, headers } = await get('/api/users/me/export', ada.token)
  assert.equal(status, 200)
  assert.match(headers.get('content-disposition')!, /^attachment; filename=/)
  assert.equal(body.user.email, ada.email)
  assert.deepEqual(
    body.orders.map((order: { id: number; note: string }) => [order.id, order.note]),
    [[id, 'Ring twice']],
  )
  assert.ok(body.emails.some(({ type }: { type: string }) => type === 'order.placed'))
  assert.deepEqual(body.secondFactors.map(({ kind }: { kind: string }) => kind).sort(), ['sms', 'totp'])
  assert.equal(body.contactMessages[0].message, 'Hello')
  assert.equal(body.sessions.length, 1)
  assert.ok(body.activity.some(({ action }: { action: string }) => action === 'signed_in'))
  assert.doesNotMatch(text, /password_?hash|"secret"|"token/i)
  assert.equal((await get('/api/v1/users/me/export', ada.token)).body.user.user_name, 'Ada Lovelace')
  assert.equal((await semel.client().get('/api/users/me/export')).status, 401)
})

test('account with an open order → kept; afterwards personal data goes, order stays', async () => {
  const ada = await newPerson(semel)
  await confirmAddress(ada)
  await semel.client().post('/api/contact-messages', { email: ada.email, message: 'Delete me too' })
  const id = await order(ada)
  const statement = { name: 'Ada of the Receipt', email: ada.email, order: String(id) }
  assert.equal((await semel.client().post('/api/withdrawals', statement)).status, 201)
  await mailsUntil(ada.email, 'We have received your withdrawal')
  const refused = await remove(ada)
  assert.deepEqual([refused.status, refused.body.code, refused.body.orderIds], [409, 'open_orders', [id]])
  await finish(id)
  await sql`
    update incoming_transfers set payer = 'Ada of the Bank', payer_account = 'Ada of the Bank', reference = 'Ada of the Bank'
    where id in (select transfer_id from incoming_transfer_parts where order_id = ${id})
  `.execute(semel.db)
  assert.deepEqual(await tablesWith(semel.db, 'Ada of the Bank'), ['incoming_transfers'])
  semel.clock.advance(11 * MINUTE)
  assert.equal((await remove(ada)).body.code, 'reauthentication_required')
  const again = { ...ada, token: await signIn(ada) }
  const gone = await remove(again)
  assert.equal(gone.status, 204, gone.text)

  for (const version of ['v1', 'v2', 'v3']) {
    assert.equal((await get(`/api/${version}/users/me`, again.token)).status, 401)
    assert.equal((await get(`/api/${version}/users/${ada.id}`, staff.token)).status, 404)
    const { body } = await get(`/api/${version}/orders/${id}`, staff.token)
    assert.equal(body.owner[version === 'v1' ? 'user_name' : 'userName'], 'Deleted user')
    assert.deepEqual([body.note, body.deliveryAddress, body.total], [null, null, body.items[0].lineTotal])
    assert.equal(body.steps[0].by, 'owner')
  }
  const login = await semel.client().post('/api/auth/login', { email: ada.email, password: PASSWORD })
  assert.deepEqual([login.status, login.body.code], [401, 'invalid_credentials'])

  // Nothing else is sent, and the address is free.
  const mails = await mailsUntil(ada.email, 'Your account was deleted')
  assert.equal(mails.at(-1)!.subject, 'Your account was deleted')
  const feed = await get('/api/events?types=user.deleted', staff.token)
  assert.deepEqual(feed.body.items.at(-1).data, { userId: ada.id })
  assert.equal(feed.body.items.at(-1).user, null)
  const taken = { email: ada.email, password: PASSWORD, userName: 'Someone else' }
  assert.equal((await semel.client().post('/api/auth/register', taken)).status, 201)

  await semel.db.deleteFrom('users').where('email', '=', ada.email).execute()
  await sql`update former_users set deleted_at = now() - interval '3 days'`.execute(semel.db)
  await deleteFormerUsers(semel.db)
  for (const words of [ada.email, statement.name]) assert.deepEqual(await tablesWith(semel.db, words), ['dev_mail'])
  assert.deepEqual(await tablesWith(semel.db, 'Ada of the Bank'), [])
  const { rows: kept } = await sql`
    select from orders where id = ${id} and num_nulls(note, delivery_address, billing_address, network, vat_id, buyer_reference) < 6
    union all select from audit_log where user_id = ${ada.id} and (num_nulls(ip, user_agent) < 2 or detail <> '{}')
  `.execute(semel.db)
  assert.equal(kept.length, 0)
  const broken: string[] = []
  for await (const { subject, findings } of verify(semel))
    if (/order|email|feed/.test(subject)) broken.push(...findings)
  assert.deepEqual(broken, [], 'the promises still hold')
})

test('reference to a user → goes, forgets, or is handed over', async () => {
  const { rows } = await sql<{ column: string; onDelete: string }>`
    select conrelid::regclass || '.' || attname as column, confdeltype as "onDelete"
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = 'users'::regclass
  `.execute(semel.db)
  assert.deepEqual(rows.map(({ column }) => column).toSorted(), referencesToUsers())
  const kept = rows.filter(({ onDelete }) => onDelete !== 'c' && onDelete !== 'n')
  // The database keeps these from being lost: `handOverOrders` gives them to nobody.
  assert.deepEqual(kept.map(({ column }) => column).toSorted(), ['discount_uses.user_id', 'orders.owner_id'])
})

test('staff are not deleted before an admin has made them customers', async () => {
  const sam = await newPerson(semel, { role: 'staff' })
  const { status, body } = await remove(sam)
  assert.deepEqual([status, body.code], [403, 'forbidden'])
})

test('account deleted while its order waits → order rolled back, no stock taken', async () => {
  const productId = await stockProduct(semel.db, { stock: 5 })
  for (const headers of [{}, { 'idempotency-key': 'once' }] as Record<string, string>[]) {
    const buyer = await newPerson(semel)
    const { placing } = await semel.db.transaction().execute(async tx => {
      await tx.selectFrom('products').select('id').where('id', '=', productId).forUpdate().execute()
      const body = { items: [{ productId, quantity: 1 }] }
      const placing = semel.client().post('/api/orders', body, { token: buyer.token, headers })
      await lockedOut(semel.db)
      assert.equal((await remove(buyer)).status, 204)
      return { placing }
    })
    const answer = await placing
    assert.deepEqual([answer.status, answer.body.code], [401, 'unauthenticated'], answer.text)
  }
  const { stock } = await semel.db
    .selectFrom('products')
    .select('stock')
    .where('id', '=', productId)
    .executeTakeFirstOrThrow()
  assert.equal(stock, 5)
})

test('delivered order that costs nothing → does not keep the account from deletion', async () => {
  const ada = await newPerson(semel)
  const items = [{ productId: await stockProduct(semel.db, { price: 0 }), quantity: 1 }]
  const { id } = (await semel.client().post('/api/orders', { items }, { token: ada.token })).body
  assert.equal((await remove(ada)).body.code, 'open_orders')
  for (const step of ['process', 'ship', 'deliver']) {
    await semel.client().post(`/api/orders/${id}/${step}`, {}, { token: staff.token })
  }
  assert.equal((await remove(ada)).status, 204)
})

test('order is being committed → deletion waits, and is then refused', async () => {
  const ada = await newPerson(semel)
  const { removing } = await semel.db.transaction().execute(async tx => {
    await sql`
      insert into orders (owner_id, total, currency, placed_at) values (${ada.id}, 1, 'EUR', now())
    `.execute(tx)
    const removing = remove(ada)
    await lockedOut(semel.db)
    return { removing }
  })
  assert.equal((await removing).body.code, 'open_orders')
})

test('orders, sign-ins, resets, changes during deletion → before or after it, never 5xx', async () => {
  const productId = await stockProduct(semel.db, { stock: 1000 })
  for (let round = 0; round < 8; round++) {
    const ada = await newPerson(semel)
    const client = semel.client()
    const partial = await enterPassword(client, ada.email)
    const { csrfToken } = (await client.get('/api/auth/csrf')).body
    const asAda = { token: ada.token }
    const answers = await Promise.all([
      remove(ada),
      client.post('/api/orders', { items: [{ productId, quantity: 1 }] }, asAda),
      semel.client().post('/api/auth/mfa', { code: ada.code() }, { token: partial }),
      client.post('/api/auth/forgot-password', { email: ada.email }, { headers: { 'x-csrf-token': csrfToken } }),
      client.patch('/api/users/me', { userName: 'New name' }, asAda),
      client.post('/api/users/me/second-factors', { kind: 'totp' }, asAda),
      client.put('/api/users/me/email-preferences', { announcements: false }, asAda),
      client.post('/api/users/me/verification-email', undefined, asAda),
      remove(ada),
    ])
    for (const { status, text } of answers) assert.ok(status < 500 && status !== 404, text)
    const [deletion, placing] = answers
    const isGone = [deletion, answers.at(-1)].some(answer => answer!.status === 204)
    assert.equal(placing!.status === 201, !isGone, `${deletion!.text} ${placing!.text}`)
    const { rows } = await sql<{ count: number }>`
      select (select count(*) from users where id = ${ada.id}) + (select count(*) from sessions where user_id = ${ada.id})
        + (select count(*) from orders where owner_id = ${ada.id}) as count
    `.execute(semel.db)
    if (isGone) assert.equal(rows[0]!.count, 0)
  }
})

test('requests that read the account during deletion → 401, or a guest page', async () => {
  const requests: [lockedTable: string, ask: (person: Person) => Promise<{ status: number }>, status: number][] = [
    ['budgets', ({ client, token }) => client.post('/api/users/me/password', passwords, { token }), 401],
    ['second_factors', ({ client, token }) => client.post('/api/users/me/passkeys/options', undefined, { token }), 401],
    ['second_factors', ({ client }) => client.get('/checkout'), 200],
  ]
  const line = { productId: await stockProduct(semel.db), quantity: 1 }
  for (const [table, ask, status] of requests) {
    const person = await newPerson(semel)
    await person.client.post('/api/cart/items', line)
    const { asking } = await semel.db.transaction().execute(async tx => {
      await sql`lock table ${sql.table(table)}`.execute(tx)
      const asking = ask(person)
      await lockedOut(semel.db)
      await tx.deleteFrom('users').where('id', '=', person.id).execute()
      return { asking }
    })
    assert.equal((await asking).status, status, table)
  }
})

test('a session that is ended while it changes the password changes nothing', async () => {
  const person = await newPerson(semel)
  const { asking } = await semel.db.transaction().execute(async tx => {
    await lockUser(tx, person.id)
    const asking = semel.client().post('/api/users/me/password', passwords, { token: person.token })
    await lockedOut(semel.db)
    await tx.deleteFrom('sessions').where('user_id', '=', person.id).execute()
    return { asking }
  })
  assert.equal((await asking).status, 401)
  await enterPassword(semel.client(), person.email)
})

test('an email that was due before the deletion is skipped afterwards', async () => {
  const ada = await newPerson(semel)
  const { db } = semel
  const to = [{ userId: ada.id }]
  const event = { type: 'user.factors_reset', payload: { userId: ada.id }, to, at: semel.clock.now() } as const
  const eventId = await db.transaction().execute(tx => announce(tx, { ...event, delay: 60 * SECOND }))
  assert.equal((await remove(ada)).status, 204)
  await db.updateTable('deliveries').set({ due_at: sql`now()` }).where('event_id', '=', eventId).execute()
  await mailsUntil(ada.email, 'Your account was deleted')
  for (;;) {
    const { state, reply } = await db
      .selectFrom('deliveries')
      .select(['state', 'reply'])
      .where('event_id', '=', eventId)
      .executeTakeFirstOrThrow()
    if (state === 'pending' || state === 'claimed') continue
    assert.deepEqual([state, reply], ['skipped', 'The user no longer exists.'])
    break
  }
})

test('a customer turns announcements off and on; other emails still come', async () => {
  const ada = await newPerson(semel)
  const address = '/api/users/me/email-preferences'
  assert.deepEqual((await get(address, ada.token)).body, { announcements: true, news: false, newsSince: null })
  for (const announcements of [false, false, true]) {
    const set = await semel.client().put(address, { announcements }, { token: ada.token })
    const shown = { announcements, news: false, newsSince: null }
    assert.deepEqual([set.status, set.body], [200, shown])
    assert.deepEqual((await get(address, ada.token)).body, shown)
  }
  const wrong = await semel.client().put(address, { announcements: 'maybe' }, { token: ada.token })
  assert.deepEqual([wrong.status, wrong.body.errors[0].field], [422, 'announcements'])
})

test('unverified address → its link is sent again until it is verified', async () => {
  const ada = await newPerson(semel)
  const resend = () => semel.client().post('/api/users/me/verification-email', undefined, { token: ada.token })
  assert.equal((await resend()).status, 200)
  const mail = (await mailsUntil(ada.email, 'Confirm your email address')).at(-1)!
  const [, token] = /verify-email\?token=(\S+)/.exec(mail.text)!
  assert.equal((await semel.client().post('/api/auth/verify-email', { token })).status, 200)
  assert.match((await resend()).body.message, /confirmed already/)
})

test('account page and last email say that unconfirmed addresses’ messages are kept', async () => {
  const [ada, grace] = [await newPerson(semel), await newPerson(semel)]
  await confirmAddress(grace)
  const PAGE =
    /Your address is not confirmed\. Messages that you send us from this address without signing in, before you\s+confirm it, are neither in the copy nor deleted/
  const EMAIL = /was not confirmed, so we have kept the messages/
  for (const [person, isKept] of [
    [ada, true],
    [grace, false],
  ] as const) {
    await semel.client().post('/api/contact-messages', { email: person.email, message: 'Where is it?' })
    const page = await semel.client().get('/account', { headers: { cookie: `semel_session=${person.token}` } })
    assert.equal(PAGE.test(page.text), isKept)
    assert.equal((await remove(person)).status, 204)
    const mails = await mailsUntil(person.email, 'Your account was deleted')
    assert.equal(EMAIL.test(mails.at(-1)!.text.replace(/\s+/g, ' ')), isKept)
    const kept = await semel.db.selectFrom('contact_messages').select('id').where('email', '=', person.email).execute()
    assert.equal(kept.length, Number(isKept))
  }
})

test('messages belong to who signed in, otherwise to the address once verified', async () => {
  const [owner, other] = [await newPerson(semel), await newPerson(semel)]
  const { email } = owner
  const send = (message: string, token?: string) =>
    semel.client().post('/api/contact-messages', { email, message }, token ? { token } : {})
  const exported = async ({ token }: Person) =>
    (await get('/api/users/me/export', token)).body.contactMessages.map(({ message }: { message: string }) => message)
  await send('before')
  await send('before, signed in', owner.token)
  assert.deepEqual(await exported(owner), ['before, signed in'])
  semel.clock.advance(SECOND)
  await confirmAddress(owner)
  assert.deepEqual(await exported(owner), ['before, signed in'])
  await send('after')
  await send('of another user', other.token)
  await send('with a session that ended', 'x'.repeat(43))
  assert.deepEqual(await exported(owner), ['with a session that ended', 'after', 'before, signed in'])
  assert.deepEqual(await exported(other), ['of another user'])
  assert.equal((await remove(owner)).status, 204)
  const kept = await semel.db.selectFrom('contact_messages').select('message').where('email', '=', email).execute()
  assert.deepEqual(kept.map(({ message }) => message).sort(), ['before', 'of another user'])
})

test('messages from an earlier address → said to be neither copied nor deleted', async () => {
  const ada = await newPerson(semel)
  const page = await semel.client().get('/account', { headers: { cookie: `semel_session=${ada.token}` } })
  const text = page.text.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ')
  assert.match(
    text,
    /It has the messages that you sent us while signed in, and those from your current address since you confirmed it\. For others, write to us\./,
  )
  assert.match(text, /We delete your profile, your sign-in methods and those messages\./)
})

test('orders of a deleted account → console offers no email or access', async () => {
  const admin = await shortcut(semel, 'admin')
  const page = async (path: string) =>
    (await semel.client().get(path, { headers: { cookie: `semel_session=${admin.token}` } })).text
  const ada = await newPerson(semel)
  const [delivered, cancelled] = [await order(ada), await order(ada)]
  assert.match(await page(`/admin/orders/${delivered}`), /Send the confirmation again/)
  assert.doesNotMatch(await page(`/admin/orders/${cancelled}/packing-slip`), /cancelled/)
  await finish(delivered)
  assert.equal((await semel.client().post(`/api/orders/${cancelled}/cancel`, {}, { token: ada.token })).status, 200)
  assert.match(await page(`/admin/orders/${cancelled}/packing-slip`), /This order is cancelled\. Do not send it\./)
  assert.equal((await remove(ada)).status, 204)
  assert.doesNotMatch(await page(`/admin/orders/${delivered}`), /Send the confirmation again/)
  const slip = await page(`/admin/orders/${delivered}/packing-slip`)
  assert.match(slip, /The customer has deleted the account, and with it the address\./)
  assert.doesNotMatch(slip, /No delivery address was given/)
  const { owner } = (await get(`/api/orders/${delivered}`, staff.token)).body
  const placeholder = await page(`/admin/users/${owner.id}`)
  assert.match(placeholder, /This is not a person/)
  assert.doesNotMatch(placeholder, /Enable the account/)
})

/** Waits for an email with this subject. @returns all emails to the address, oldest first */
async function mailsUntil(address: string, subject: string) {
  for (let count = 1; ; count++) {
    const mails = await semel.mailTo(address, count)
    if (mails.some(mail => mail.subject === subject)) return mails
  }
}

async function signIn(person: Person): Promise<string> {
  const partial = await enterPassword(semel.client(), person.email)
  const { body, text } = await semel.client().post('/api/auth/mfa', { code: person.code() }, { token: partial })
  assert.ok(body.token, text)
  return body.token
}
