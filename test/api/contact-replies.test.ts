import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { readOneMail } from '../../src/dev/search-inbox.ts'
import { changeShop, forgetShop } from '../../src/shop/settings.ts'
import { startWorker } from '../../src/worker.ts'
import { newPerson } from '../support/accounts.ts'
import { fieldsOf } from '../support/forms.ts'
import { type Person, person } from '../support/people.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/* Staff answer messages from the contact page: one email for each answer, and the thread in the console. */

let semel: Semel
let staff: Person
before(async () => {
  // The test that needs one starts the worker, so that deliveries wait until then.
  semel = await startSemel({}, { worker: false })
  staff = await person(semel, 'staff')
  await changeShop(semel.db, { name: 'Tea & Co', languages: ['en', 'de', 'fr'], replyTo: 'hello@tea.example' })
  await forgetShop(semel.db)
})
after(() => semel[Symbol.asyncDispose]())

let writers = 0
async function write(more: object = {}): Promise<{ id: string; email: string; address: string }> {
  const email = `writer-${++writers}@example.com`
  const message = { email, message: 'Where is my order?\n\nFlavia', ...more }
  const { status, body, text } = await semel.client().post('/api/contact-messages', message)
  assert.equal(status, 201, text)
  return { id: body.id, email, address: `/api/admin/contact-messages/${body.id}` }
}

const answer = (address: string, message: unknown, key?: string) =>
  semel
    .client()
    .post(`${address}/replies`, { message }, { token: staff.token, headers: key ? { 'idempotency-key': key } : {} })

const answersIn = async (id: string) =>
  semel.db
    .selectFrom('deliveries')
    .selectAll()
    .where('kind', '=', 'contact.message_answered')
    .where('recipient', '=', `contact:${id}`)
    .execute()

test('answer sent twice at once → one answer, one email, message marked answered', async () => {
  const { id, address } = await write()
  const both = await Promise.all([1, 2].map(() => answer(address, 'Tomorrow.', 'the same press')))
  const created = both.filter(({ status }) => status === 201)
  assert.ok(created.length >= 1, both.map(({ text }) => text).join())
  assert.equal((await answer(address, 'Tomorrow.', 'the same press')).body.id, created[0]!.body.id)
  assert.equal((await answersIn(id)).length, 1)
  const { body } = await semel.client().get(address, { token: staff.token })
  assert.equal(body.answeredAt, semel.clock.now().toISOString())
  const { message, writtenBy, notificationId } = body.replies[0]
  assert.deepEqual([body.replies.length, message, writtenBy], [1, 'Tomorrow.', staff.userName])
  assert.equal(notificationId, (await answersIn(id))[0]!.id)
})

test('pending answers → sent once by a worker, in the language, with context', async () => {
  const german = await write({ locale: 'de', name: 'Anna' })
  const french = await write({ locale: 'fr', name: 'http://spam.example' })
  const other = await write()
  for (const { address } of [german, french, other]) await answer(address, 'It left us.\n\nYour shop')
  await answer(german.address, 'And arrived.')
  await using _ = startWorker(semel, { databaseUrl: semel.databaseUrl })
  const mails = await semel.mailTo(german.email, 2)
  const first = mails.find(({ text }) => text.includes('It left us.'))
  const { source } = (await readOneMail(semel.db, first!.id))!
  const threads = await Promise.all(mails.map(async ({ id }) => referencesIn(await readOneMail(semel.db, id))))
  assert.equal(first!.subject, 'Ihre Nachricht an Tea & Co')
  assert.match(
    first!.text,
    /^Unsere Antwort auf Ihre Nachricht\n=+\n\nGuten Tag Anna,\n\nIt left us\.\n\nYour shop\n\nSie schrieben am /,
  )
  assert.match(first!.text, /\n> Where is my order\?\n> *\n> Flavia\n/)
  assert.match(first!.html, /Where is my order\?/)
  assert.match(String(source), /^Reply-To: hello@tea\.example\r?$/m)
  assert.match(threads[0]!, new RegExp(`^<message-${german.id}@`))
  assert.equal(threads[0], threads[1])
  const [mail] = await semel.mailTo(french.email)
  assert.match(mail!.text, /^Notre réponse à votre message\n=+\n\nBonjour,\n/)
  assert.doesNotMatch(mail!.text, /spam\.example/)
  assert.match((await semel.mailTo(other.email))[0]!.text, /^Our answer to your message/)
  const sent = '/api/admin/deliveries?kind=contact.message_answered&state=sent'
  // The inbox has an email a moment before the ledger knows.
  for (let found = false; !found; ) {
    const { body } = await semel.client().get(sent, { token: staff.token })
    found = body.items.some(({ address }: { address: string }) => address === german.email)
  }
})

function referencesIn(mail: Awaited<ReturnType<typeof readOneMail>>): string {
  return /^References: (.*?)\r?$/m.exec(String(mail!.source))![1]!
}

test('answer empty, too long, without a message or by customers → refused', async () => {
  const { id, address } = await write()
  for (const wrong of ['', ' \n ', 'x'.repeat(5001), 7, undefined]) {
    const { status, body } = await answer(address, wrong)
    assert.deepEqual([status, body.code, body.errors[0].field], [422, 'invalid_input', 'message'])
  }
  const unknown = address.replace(/.{8}$/, '00000000')
  assert.equal((await answer(unknown, 'Hello')).status, 404)
  assert.equal((await semel.client().get(unknown, { token: staff.token })).status, 404)
  const { token } = await person(semel)
  assert.equal((await semel.client().post(`${address}/replies`, { message: 'Hello' }, { token })).status, 403)
  assert.equal(
    (await semel.client().post('/api/contact-messages', { email: 'a@b.example', message: 'x', locale: 'it' })).status,
    422,
  )
  assert.deepEqual(await answersIn(id), [])
})

test('answers → in the copy of all data; deleted unsent with the account', async () => {
  const writer = await newPerson(semel)
  const sent = await semel
    .client()
    .post('/api/contact-messages', { email: writer.email, message: 'Hi' }, { token: writer.token })
  await answer(`/api/admin/contact-messages/${sent.body.id}`, 'Hello back')
  const copy = await semel.client().get('/api/users/me/export', { token: writer.token })
  assert.deepEqual(
    copy.body.contactMessages.map(({ replies }: { replies: { message: string }[] }) =>
      replies.map(({ message }) => message),
    ),
    [['Hello back']],
  )
  assert.equal((await semel.client().delete('/api/users/me', { token: writer.token })).status, 204)
  const replies = semel.db.selectFrom('contact_replies').selectAll().where('message_id', '=', sent.body.id)
  assert.deepEqual(await replies.execute(), [])
  await using _ = startWorker(semel, { databaseUrl: semel.databaseUrl })
  await semel.mailTo(writer.email)
  const [delivery] = await answersIn(sent.body.id)
  assert.ok(
    delivery!.state === 'skipped' || delivery!.state === 'pending' || delivery!.state === 'claimed',
    delivery!.state,
  )
  assert.equal(delivery!.address, null)
})

test('console without scripts → shows the thread, sends an answer once per form', async () => {
  const HTML = { accept: 'text/html' }
  const browser = semel.client()
  browser.cookies.set(cookieNames(semel).session, staff.token)
  const { id } = await write({ name: 'Flavia <b>' })
  const list = await browser.get('/admin/contact-messages', { headers: HTML })
  assert.ok(list.text.includes(`href="/admin/contact-messages/${id}"`), list.text)
  assert.ok(fieldsOf(list.text, `/admin/contact-messages/${id}/reply`), 'it can be answered in the list too')
  const page = `/admin/contact-messages/${id}`
  const shown = await browser.get(page, { headers: HTML })
  assert.match(shown.text, /<h1>Message from <bdi>Flavia &lt;b&gt;<\/bdi><\/h1>/)
  const send = (values: Record<string, string>) =>
    browser.request('POST', `${page}/reply`, {
      body: new URLSearchParams(values).toString(),
      headers: { ...HTML, 'content-type': 'application/x-www-form-urlencoded' },
    })
  const form = fieldsOf(shown.text, `${page}/reply`)
  const empty = await send({ ...form, message: '' })
  assert.match(empty.text, /Your answer is required/)
  const pressedTwice = [
    await send({ ...form, message: 'Tomorrow <i>' }),
    await send({ ...form, message: 'Tomorrow <i>' }),
  ]
  const places = pressedTwice.map(({ status, headers }) => `${status} ${headers.get('location')}`)
  assert.match(places[0]!, new RegExp(`^303 ${page}\\?reply=`))
  assert.equal(places[1], places[0])
  const after = await browser.get(page, { headers: HTML })
  assert.match(after.text, /Tomorrow &lt;i&gt;/)
  assert.match(after.text, /Answer again/)
  assert.equal((await answersIn(id)).length, 1)
})
