import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { wantsAnnouncements } from '../../src/accounts/email-preferences.ts'
import { readOneMail } from '../../src/dev/search-inbox.ts'
import { unsubscribeAddress } from '../../src/notifications/announcements/unsubscribe.ts'
import { PASSWORD } from '../support/accounts.ts'
import { type Person, person, verifyEmail } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
let staff: Person
let customers: Person[]
before(async () => {
  semel = await startSemel()
  staff = await person(semel, 'staff')
  customers = await Promise.all([person(semel), person(semel), person(semel)])
})
after(() => semel[Symbol.asyncDispose]())

const publish = (body: object, who = staff) =>
  semel.client().post('/api/admin/announcements', body, { token: who.token })

test('announcement → once to each active, confirmed customer only, with progress', async () => {
  // Such an account owns the orders of those who have deleted theirs.
  const disabled = await person(semel)
  await semel.db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', disabled.id).execute()
  const typed = { email: 'typed@example.com', password: PASSWORD, userName: 'Nobody yet' }
  assert.equal((await semel.client().post('/api/auth/register', typed)).status, 201)
  const { status, headers, body } = await publish({ subject: 'Summer hours', message: 'We close early.\n\nIn July.' })
  assert.equal(status, 201, JSON.stringify(body))
  for (const { email } of customers) {
    const mails = await semel.mailTo(email)
    assert.equal(mails.length, 1)
    assert.equal(mails[0]!.subject, 'Summer hours')
    assert.match(mails[0]!.text, /We close early\.\n\nIn July\./)
  }
  assert.deepEqual(
    await semel
      .client()
      .get(`/dev/mail?to=${staff.email}`)
      .then(answer => answer.body),
    [],
  )
  const progress = await finished(headers.get('location')!)
  assert.deepEqual(progress, {
    allRecipientsFound: true,
    recipients: 3,
    pending: 0,
    sent: 3,
    failed: 0,
    skipped: 0,
    inDoubt: 0,
  })
})

test('an announcement to buyers of a period goes only to them', async () => {
  const [buyer] = customers as [Person]
  const product = await stockProduct(semel.db)
  await semel.client().post('/api/orders', { items: [{ productId: product, quantity: 1 }] }, { token: buyer.token })
  const now = semel.clock.now()
  const period = { orderedFrom: new Date(now.getTime() - 1000), orderedBefore: new Date(now.getTime() + 1000) }
  const { headers } = await publish({ subject: 'To buyers', message: 'Thank you.', ...period })
  assert.equal((await finished(headers.get('location')!)).sent, 1)
  assert.ok((await semel.mailTo(buyer.email)).some(({ subject }) => subject === 'To buyers'))
})

test('the unsubscribe link and one-click unsubscribe end announcements', async () => {
  const reader = await person(semel)
  await publish({ subject: 'First', message: 'One.' })
  const [mail] = await semel.mailTo(reader.email)
  const { headers } = await PostalMime.parse((await readOneMail(semel.db, mail!.id))!.source)
  const header = (name: string) => headers.find(({ key }) => key === name)?.value
  const address = /^<(.+)>$/.exec(header('list-unsubscribe')!)![1]!
  assert.equal(header('list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
  assert.ok(mail!.text.includes(address))
  const path = address.slice(semel.origin.length)

  // Mail scanners follow links, so a GET must change nothing.
  assert.equal((await semel.client().get(path)).status, 200)
  for (const broken of [path.replace('token=', 'token=x'), path.replace(/&.*/, ''), '/unsubscribe']) {
    const { status, text } = await semel.client().get(broken, { headers: { accept: 'text/html' } })
    assert.equal(status, 404, broken)
    assert.match(text, /Copy the whole link from the email/)
  }
  const { status } = await semel.client().post(path, 'List-Unsubscribe=One-Click', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  assert.equal(status, 200)
  const second = await publish({ subject: 'Second', message: 'Two.' })
  assert.equal((await finished(second.headers.get('location')!)).recipients, 3)
  assert.deepEqual(
    (await semel.mailTo(reader.email)).map(({ subject }) => subject),
    ['First'],
  )
})

test('one-click unsubscribing → works with any type, body and origin, never by GET', async () => {
  const reader = await person(semel)
  const path = unsubscribeAddress(semel, reader.id).slice(semel.origin.length)
  assert.equal((await semel.client().get(`${path}.`)).status, 200, 'a full stop stood behind the link')
  const isOut = async () => !(await wantsAnnouncements(semel.db, reader.id))
  for (const method of ['GET', 'HEAD']) {
    await fetch(semel.origin + path, { method, headers: { 'sec-fetch-site': 'cross-site' } })
    assert.equal(await isOut(), false)
  }
  const multipart = '--xyz\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--xyz--\r\n'
  for (const [headers, body] of [
    [{ 'content-type': 'multipart/form-data; boundary=xyz' }, multipart],
    [{ 'content-type': 'multipart/form-data' }, 'no parts'],
    [{ 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' }, 'List-Unsubscribe=One-Click'],
    [{ 'content-type': 'text/plain' }, 'List-Unsubscribe=One-Click'],
    [{ 'content-type': 'application/json' }, '{'],
    [{ 'content-type': 'nonsense' }, 'x'],
    [{}, undefined],
    [{ origin: 'null' }, ''],
    [{ origin: 'https://mail.example.org', 'sec-fetch-site': 'cross-site' }, undefined],
  ] as const) {
    const { status } = await fetch(semel.origin + path, {
      method: 'POST',
      headers,
      ...(body !== undefined && { body }),
    })
    assert.deepEqual([status, await isOut()], [200, true], JSON.stringify(headers))
    await semel.db.deleteFrom('unsubscriptions').execute()
  }
  // Only the link permits it, and only on this page.
  assert.equal((await fetch(`${semel.origin}${path}x`, { method: 'POST' })).status, 404)
  const headers = { origin: 'https://mail.example.org', 'sec-fetch-site': 'cross-site' }
  assert.equal((await fetch(`${semel.origin}/contact`, { method: 'POST', headers, body: '' })).status, 403)
})

test('news → only to subscribers with verified addresses; unsubscribing ends news only', async () => {
  const [reader, unverified, never, another] = (await Promise.all([1, 2, 3, 4].map(() => person(semel)))) as [
    Person,
    Person,
    Person,
    Person,
  ]
  for (const one of [reader, never, another]) await verifyEmail(semel, one.id)
  const choose = (who: Person, news?: boolean) =>
    semel
      .client()
      .put(
        '/api/users/me/email-preferences',
        { announcements: true, ...(news !== undefined && { news }) },
        { token: who.token },
      )
  const asked = await choose(reader, true)
  const newsSince = semel.clock.now().toISOString()
  assert.deepEqual(asked.body, { announcements: true, news: true, newsSince })
  for (const one of [unverified, another]) await choose(one, true)
  // Asking again, or leaving it out, keeps the time of the first request.
  semel.clock.advance(1000)
  for (const news of [true, undefined]) assert.equal((await choose(reader, news)).body.newsSince, newsSince)
  assert.deepEqual((await choose(another, false)).body, { announcements: true, news: false, newsSince: null })
  const { rows } = await sql`select withdrawn_at from news_consents where user_id = ${another.id}`.execute(semel.db)
  assert.deepEqual(rows, [{ withdrawn_at: semel.clock.now() }])

  const draft = { subject: 'Sale', message: 'Cheap teapots.', kind: 'news' }
  const counted = await semel.client().post('/api/admin/announcement-drafts', draft, { token: staff.token })
  assert.equal(counted.body.recipients, 1)
  const { headers, body } = await publish(draft)
  assert.equal(body.kind, 'news')
  assert.equal((await finished(headers.get('location')!)).sent, 1)
  const [mail] = await semel.mailTo(reader.email)
  assert.match(mail!.text, /because you asked us for news/)

  const path = /https?:\/\/\S+(\/unsubscribe\?\S+)/.exec(mail!.text)![1]!
  assert.match((await semel.client().get(path)).text, /Unsubscribe from news\?/)
  const click = { headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  assert.equal((await semel.client().post(path, 'List-Unsubscribe=One-Click', click)).status, 200)
  const after = await semel.client().get('/api/users/me/email-preferences', { token: reader.token })
  assert.deepEqual(after.body, { announcements: true, news: false, newsSince: null })
  const none = await publish(draft)
  assert.equal((await finished(none.headers.get('location')!)).recipients, 0)
  assert.equal((await publish({ ...draft, kind: 'spam' })).body.errors[0].field, 'kind')
})

test('registration → asks for news only when the initially empty box is ticked', async () => {
  const page = await semel.client().get('/register')
  assert.match(page.text, /<input type="checkbox"[^>]*name="news"[^>]*>/)
  assert.doesNotMatch(page.text, /name="news"[^>]* checked/)
  const consents = async (more: object) => {
    const email = `${randomUUID()}@example.com`
    const { body } = await semel
      .client()
      .post('/api/auth/register', { email, password: PASSWORD, userName: 'Ada', ...more })
    const { rows } = await sql`select from news_consents where user_id = ${body.user.id}`.execute(semel.db)
    return rows.length
  }
  assert.deepEqual([await consents({}), await consents({ news: false }), await consents({ news: true })], [0, 0, 1])
})

test('invalid announcement → refused with field and reason; customers cannot publish', async () => {
  for (const [body, field] of [
    [{ message: 'x' }, 'subject'],
    [{ subject: 'a\r\nBcc: all@example.test', message: 'x' }, 'subject'],
    [{ subject: 'a', message: ' ' }, 'message'],
    [{ subject: 'a', message: 'x', orderedFrom: 'yesterday' }, 'orderedFrom'],
    [
      { subject: 'a', message: 'x', orderedFrom: '2026-02-01T00:00:00Z', orderedBefore: '2026-01-01T00:00:00Z' },
      'orderedBefore',
    ],
  ] as const) {
    const answer = await publish(body)
    assert.equal(answer.status, 422, JSON.stringify(body))
    assert.equal(answer.body.errors[0].field, field)
  }
  assert.equal((await publish({ subject: 'a', message: 'x' }, customers[0])).status, 403)
})

/** @returns the progress once all its emails are finished */
test('texts by language → one email for each person, in their language', async () => {
  const readers = await Promise.all(
    ['de', 'fr', null].map(async locale => {
      const reader = await person(semel)
      await semel.db.updateTable('users').set({ locale }).where('id', '=', reader.id).execute()
      return reader
    }),
  )
  await semel.client().patch('/api/admin/settings', { languages: ['en', 'de', 'fr'] }, await person(semel, 'admin'))
  const german = { subject: 'Sommerzeit', message: 'Wir schließen früh.' }
  const main = { subject: 'Summer time', message: 'We close early.' }
  const draft = await semel.client().post('/api/admin/announcement-drafts', { ...main, texts: { de: german } }, staff)
  assert.deepEqual(draft.body.texts, { de: german })
  const { id, version } = draft.body
  const change = { ...main, texts: { de: { ...german, subject: 'Sommer' } } }
  const changed = await semel.client().put(`/api/admin/announcement-drafts/${id}`, change, staff)
  // A draft whose German text was changed is another one.
  const path = `/api/admin/announcement-drafts/${id}/publish`
  assert.equal((await semel.client().post(path, { version }, staff)).status, 409)
  const published = await semel.client().post(path, { version: changed.body.version }, staff)
  const { body } = await semel.client().get(published.headers.get('location')!, staff)
  assert.deepEqual(body.texts, change.texts)
  const subjects = []
  for (const { email } of readers) subjects.push((await semel.mailTo(email)).map(({ subject }) => subject))
  assert.deepEqual(subjects, [['Sommer'], ['Summer time'], ['Summer time']])
})

for (const texts of [{ de: { subject: 'Nur das' } }, { de: { subject: 'a\r\nBcc: x', message: 'm' } }, { xx: {} }]) {
  test(`texts ${JSON.stringify(texts)} are refused`, async () => {
    const { status, body } = await publish({ subject: 'Hello', message: 'You.', texts })
    assert.equal(status, 422, JSON.stringify(body))
    assert.match(body.errors[0].field, /^texts\./)
  })
}

async function finished(location: string) {
  for (;;) {
    const { body } = await semel.client().get(location, { token: staff.token })
    if (body.progress.allRecipientsFound && body.progress.pending === 0) return body.progress
  }
}
