import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { readOneMail } from '../../src/dev/search-inbox.ts'
import { announce } from '../../src/events/announce.ts'
import { startWorker } from '../../src/worker.ts'
import { type Person, person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { untilDatabase } from '../support/until.ts'

test('relay down → no attempts, orders stay fast; all sent afterwards', async () => {
  const port = await freePort()
  await using semel = await startSemel({ smtpUrl: `smtp://127.0.0.1:${port}` })
  const owner = await person(semel)
  const productId = await stockProduct(semel.db)
  const started = performance.now()
  for (let n = 0; n < 5; n++) {
    const order = { items: [{ productId, quantity: 1 }] }
    assert.equal((await semel.client().post('/api/orders', order, { token: owner.token })).status, 201)
  }
  assert.ok(performance.now() - started < 10_000)
  await untilDatabase(semel, sql<boolean>`(select bool_or(relay_error is not null) from workers)`)
  assert.deepEqual(await states(semel), [{ state: 'pending', attempts: 0, count: 5 }])

  await using relay = await openRelay(port)
  await untilDatabase(semel, sql<boolean>`(select bool_and(state = 'sent') from deliveries)`)
  assert.equal(relay.mails.length, 5)
  assert.deepEqual(await states(semel), [{ state: 'sent', attempts: 1, count: 5 }])
  const [worker] = await semel.db.selectFrom('workers').selectAll().execute()
  assert.equal(worker!.relay_error, null)
})

test('a mailbox that is full delays its own emails only', async () => {
  await using semel = await startSemel()
  const [unlucky, lucky] = [await person(semel), await person(semel)]
  semel.inbox.faults.add({ at: 'recipient', to: unlucky.email, refuse: '452 4.3.1 Full', times: 2 })
  await tell(semel, unlucky)
  await tell(semel, lucky)
  await semel.mailTo(lucky.email)
  assert.equal((await semel.mailTo(unlucky.email)).length, 1)
})

test('eight workers that are woken a hundred times send a delivery once', async () => {
  await using semel = await startSemel({}, { worker: false })
  await using stack = new AsyncDisposableStack()
  for (let n = 0; n < 8; n++) stack.use(startWorker(semel, semel))
  await untilDatabase(semel, sql<boolean>`(select count(*) = 8 from workers)`)
  const reader = await person(semel)
  await Promise.all([
    tell(semel, reader),
    ...Array.from({ length: 100 }, () => sql`select pg_notify('semel_deliveries', '')`.execute(semel.db)),
  ])
  await untilDatabase(semel, sql<boolean>`(select bool_and(state = 'sent') from deliveries)`)
  assert.equal((await semel.mailTo(reader.email)).length, 1)
  assert.deepEqual(await states(semel), [{ state: 'sent', attempts: 1, count: 1 }])
})

test('a doubt is repeated to an idempotent relay, with the same key', async () => {
  const port = await freePort()
  await using relay = await openRelay(port)
  relay.hangUpOnce = true
  await using semel = await startSemel({ smtpUrl: `smtp://127.0.0.1:${port}?idempotencyHeader=Resend-Idempotency-Key` })
  await tell(semel, await person(semel))
  await untilDatabase(semel, sql<boolean>`(select bool_and(state = 'sent') from deliveries)`)
  const keys = await Promise.all(
    relay.mails.map(async mail => {
      const { headers } = await PostalMime.parse(mail)
      return headers.find(({ key }) => key === 'resend-idempotency-key')?.value
    }),
  )
  assert.equal(keys.length, 2)
  assert.ok(keys[0])
  assert.equal(keys[0], keys[1])
})

test('doubt at another relay → waits for the operator, with two workers too', async () => {
  const port = await freePort()
  await using relay = await openRelay(port)
  relay.hangUpOnce = true
  await using semel = await startSemel({ smtpUrl: `smtp://127.0.0.1:${port}` })
  await tell(semel, await person(semel))
  await untilDatabase(semel, sql<boolean>`(select bool_and(state = 'in_doubt') from deliveries)`)
  await using _second = startWorker(semel, semel)
  await untilDatabase(semel, sql<boolean>`(select count(*) = 2 from workers)`)
  await tell(semel, await person(semel))
  await untilDatabase(semel, sql<boolean>`(select bool_or(state = 'sent') from deliveries)`)
  assert.equal(relay.mails.length, 2)
  assert.deepEqual(
    (await states(semel)).map(({ state }) => state),
    ['in_doubt', 'sent'],
  )
})

test('the header naming the attempt goes only to the development inbox', async () => {
  const port = await freePort()
  await using relay = await openRelay(port)
  const headersOf = async (source: Buffer) => (await PostalMime.parse(source)).headers.map(({ key }) => key)
  {
    await using semel = await startSemel({ smtpUrl: `smtp://127.0.0.1:${port}` })
    await tell(semel, await person(semel))
    await untilDatabase(semel, sql<boolean>`(select bool_and(state = 'sent') from deliveries)`)
    assert.deepEqual(
      (await headersOf(relay.mails[0]!)).filter(name => /semel|attempt/.test(name)),
      [],
    )
  }
  await using semel = await startSemel()
  const reader = await person(semel)
  await tell(semel, reader)
  const [mail] = await semel.mailTo(reader.email)
  const { source } = (await readOneMail(semel.db, mail!.id))!
  assert.ok((await headersOf(source)).includes('semel-attempt'))
})

test('line breaks and tags in names → no header, recipient or markup', async () => {
  await using semel = await startSemel()
  const evil = 'Eve\r\nBcc: victim@example.test\r\n\r\n<script>alert(1)</script>'
  const reader = await person(semel)
  await semel.db.updateTable('users').set({ user_name: evil }).where('id', '=', reader.id).execute()
  await tell(semel, reader)
  const [mail] = await semel.mailTo(reader.email)
  const parsed = await PostalMime.parse((await readOneMail(semel.db, mail!.id))!.source)
  assert.equal(
    parsed.headers.some(({ key }) => key === 'bcc'),
    false,
  )
  assert.equal(parsed.to!.length, 1)
  assert.ok(!parsed.html!.includes('<script>'))

  await semel
    .client()
    .post('/api/contact-messages', { email: 'eve@example.com', name: evil, message: '<b>bold</b>\r\n.\r\nQUIT\r\n' })
  const [contact] = await semel.mailTo('support@semel.example')
  const received = await PostalMime.parse((await readOneMail(semel.db, contact!.id))!.source)
  assert.equal(
    received.headers.some(({ key }) => key === 'bcc'),
    false,
  )
  assert.deepEqual(
    received.replyTo!.map(({ address }) => address),
    ['eve@example.com'],
  )
  assert.ok(received.html!.includes('&lt;b&gt;bold&lt;/b&gt;'))
  assert.ok(received.text!.includes('> <b>bold</b>\n> .\n> QUIT'))
  assert.equal((await semel.client().get('/dev/mail?to=victim@example.test')).body.length, 0)
})

test('an email to a non-ASCII address arrives', async () => {
  await using semel = await startSemel()
  const reader = await person(semel)
  for (const email of ['jörg@exämple.test', 'δοκιμή@παράδειγμα.δοκιμή']) {
    await semel.db.updateTable('users').set({ email }).where('id', '=', reader.id).execute()
    await tell(semel, reader)
    await untilDatabase(semel, sql<boolean>`(select bool_and(state = 'sent') from deliveries)`)
  }
  const mails = await semel.client().get('/dev/mail')
  assert.equal(mails.body.length, 2, JSON.stringify(mails.body.map(({ to }: { to: string }) => to)))
})

async function tell({ db }: Semel, { id }: Person): Promise<void> {
  await db.transaction().execute(async tx => {
    await announce(tx, { type: 'user.email_changed', payload: { userId: id }, to: [{ userId: id }], at: new Date() })
  })
}

async function states({ db }: Semel) {
  const { rows } = await sql<{ state: string; attempts: number; count: number }>`
    select state, attempts, count(*)::int as count from deliveries group by state, attempts order by state
  `.execute(db)
  return rows
}

async function freePort(): Promise<number> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** A relay that cannot be asked. With `hangUpOnce` it accepts one email and closes the connection without a reply. */
async function openRelay(port: number) {
  const mails: Buffer[] = []
  const relay = {
    mails,
    hangUpOnce: false,
    [Symbol.asyncDispose]: () => new Promise<void>(resolve => server.close(resolve)),
  }
  const server: SMTPServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    closeTimeout: 1,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', chunk => chunks.push(chunk))
      stream.on('end', () => {
        mails.push(Buffer.concat(chunks))
        if (!relay.hangUpOnce) return done()
        relay.hangUpOnce = false
        for (const connection of server.connections) if (connection.session === session) connection._socket.destroy()
      })
    },
  })
  server.on('error', () => {})
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return relay
}
