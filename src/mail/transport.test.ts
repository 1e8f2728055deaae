import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { shutsUsOut } from './replies.ts'
import { connect, type Relay, relayOf, TIMEOUTS } from './transport.ts'

const MAIL = { from: 'a@example.test', to: 'b@example.test', source: Buffer.from('Subject: x\r\n\r\n.dot\r\nbody\r\n') }
const yes = async () => true
const FIXTURES = new URL('../../test/support/fixtures/', import.meta.url)
/** A certificate for "localhost", signed by itself. */
const CERTIFICATE = fileURLToPath(new URL('relay-certificate.pem', FIXTURES))

test('the dot is sent only after the release', async () => {
  await using relay = await script(['250 OK', '250 OK', '354 Go on', '250 Taken'])
  const connection = await connect(relay)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const sending = connection.send(MAIL, () => {
    relay.received.push('<released>')
    return promise
  })
  await relay.until('body')
  // The relay has everything except the end, until the release.
  assert.ok(!relay.text().includes('\r\n.\r\n'))
  resolve(true)
  assert.deepEqual(await sending, { result: 'accepted', reply: '250 Taken' })
  assert.match(relay.text(), /354|DATA\r\n.*<released>|\.\.dot\r\nbody/s)
  assert.ok(relay.text().endsWith('\r\n.\r\n'))
  assert.ok(connection.usable)
  connection.close()
})

test('release is not called before the relay replies 354', async () => {
  await using relay = await script(['250 OK', '550 No such user'])
  const connection = await connect(relay)
  let asked = false
  const sent = await connection.send(MAIL, async () => {
    asked = true
    return true
  })
  assert.deepEqual(sent, { result: 'refused', again: false, reply: '550 No such user', isRecipient: true })
  assert.equal(asked, false)
})

test('a message that is withheld ends without a dot', async () => {
  await using relay = await script(['250 OK', '250 OK', '354 Go on'])
  const connection = await connect(relay)
  assert.deepEqual(await connection.send(MAIL, async () => false), { result: 'withheld' })
  await relay.closed
  assert.ok(!relay.text().includes('\r\n.\r\n'))
  assert.equal(connection.usable, false)
})

test('a release that fails or takes too long sends no dot', async () => {
  for (const release of [
    async () => Promise.reject(new Error('the database is gone')),
    () => new Promise<boolean>(resolve => setTimeout(resolve, 60, true)),
  ]) {
    await using relay = await script(['250 OK', '250 OK', '354 Go on'])
    const connection = await connect(relay, { ...TIMEOUTS, commitToDot: 20 })
    assert.equal((await connection.send(MAIL, release)).result, 'unsent')
    await relay.closed
    assert.ok(!relay.text().includes('\r\n.\r\n'))
  }
})

test('each reply of the relay → accepted, refused, unsent or in doubt', async () => {
  for (const [replies, expected] of [
    [['452 4.3.1 Full'], { result: 'refused', again: true, reply: '452 4.3.1 Full' }],
    [['250 OK', '450 4.2.1 Later'], { result: 'refused', again: true, reply: '450 4.2.1 Later', isRecipient: true }],
    [['250 OK', '250 OK', '554 5.5.1 No'], { result: 'refused', again: false, reply: '554 5.5.1 No' }],
    [
      ['250 OK', '250 OK', '354 Go on', '451 4.3.0 Later'],
      { result: 'refused', again: true, reply: '451 4.3.0 Later' },
    ],
    [['250 OK', '250 OK', '354 Go on', '421 Closing'], { result: 'refused', again: true, reply: '421 Closing' }],
    [['250 OK', '250 OK', '354 Go on', '554 5.6.0 Spam'], { result: 'refused', again: false, reply: '554 5.6.0 Spam' }],
    [['250 OK', '250 OK', '354 Go on', '!!! garbage'], { result: 'doubt', reply: 'Message failed: !!! garbage' }],
    [
      ['250 OK', '250 OK', '354 Go on', '2 much'],
      { result: 'doubt', reply: 'The relay did not reply in SMTP: 2 much' },
    ],
    [['250 OK', '250 OK', '!!! garbage'], { result: 'unsent', reply: 'Data command failed: !!! garbage' }],
    [['250 OK', '250 OK', undefined], { result: 'unsent', reply: 'Connection closed unexpectedly' }],
    [['250 OK', '250 OK', '354 Go on', undefined], { result: 'doubt', reply: 'Connection closed unexpectedly' }],
  ] as const) {
    await using relay = await script([...replies])
    assert.deepEqual(await (await connect(relay)).send(MAIL, yes), expected)
  }
})

test('a relay is slow before the dot → unsent; silent after it → doubt', async () => {
  await using slow = await script(['250 OK', '250 OK'])
  const timeouts = { ...TIMEOUTS, beforeDot: 100, afterDot: 100 }
  assert.equal((await (await connect(slow, timeouts)).send(MAIL, yes)).result, 'unsent')
  await using silent = await script(['250 OK', '250 OK', '354 Go on'])
  assert.deepEqual(await (await connect(silent, timeouts)).send(MAIL, yes), {
    result: 'doubt',
    reply: 'No reply to the end of the message.',
  })
})

test('a relay sends its greeting byte by byte → the timeout ends it', async () => {
  await using trickling = await serve(socket => {
    const text = `220 ${'slow '.repeat(100)}\r\n`
    let sent = 0
    const drip = setInterval(() => socket.write(text[sent++]!), 5)
    socket.on('close', () => clearInterval(drip))
  })
  const started = performance.now()
  await assert.rejects(connect(trickling, { ...TIMEOUTS, beforeDot: 100 }))
  assert.ok(performance.now() - started < 2000)
})

test('an invalid address is refused instead of retried', async () => {
  await using relay = await script([])
  const sent = await (await connect(relay)).send({ ...MAIL, to: 'b@example.test>\r\nRCPT TO:<c@example.test' }, yes)
  assert.equal(sent.result, 'refused')
  assert.ok(!relay.text().includes('c@example.test'))
})

test('a password → sent only over TLS with a valid certificate', async () => {
  const users: string[] = []
  const options: SMTPServerOptions = {
    onAuth: ({ username, password }, _, done) => {
      users.push(`${username}:${password}`)
      done(null, password === 'p@ss' ? { user: username } : {})
    },
  }
  const relay = (port: number, password = 'p%40ss') => relayOf(`smtp://user:${password}@127.0.0.1:${port}`)
  await using starttls = await listen(options)
  await assert.rejects(connect(relay(starttls.port)), /certificate|self.signed|altnames/i)
  assert.deepEqual(users, [])

  const trusted = { tls: { rejectUnauthorized: false } }
  await assert.rejects(connect({ ...relay(starttls.port, 'wrong'), ...trusted }), { code: 'EAUTH' })
  const connection = await connect({ ...relay(starttls.port), ...trusted })
  assert.deepEqual(users.splice(0), ['user:wrong', 'user:p@ss'])
  assert.equal((await connection.send(MAIL, yes)).result, 'accepted')
  connection.close()

  await using plain = await listen({ ...options, disabledCommands: ['STARTTLS'], allowInsecureAuth: true })
  await assert.rejects(connect({ ...relay(plain.port), ...trusted }), { code: 'ETLS' })
  assert.deepEqual(users, [])
})

test('a self-signed relay certificate → accepted without a password, or named in ca', async () => {
  const secured: boolean[] = []
  const options: SMTPServerOptions = {
    cert: readFileSync(CERTIFICATE),
    key: readFileSync(new URL('relay-key.pem', FIXTURES)),
    authOptional: true,
    onAuth: ({ username }, _, done) => done(null, { user: username }),
    onData: (stream, { secure }, done) => {
      secured.push(secure)
      stream.resume().on('end', () => done())
    },
  }
  await using relay = await listen(options)
  const address = (parameters: string, user = '') => `smtp://${user}localhost:${relay.port}?${parameters}`
  const send = async (url: string) => (await (await connect(relayOf(url))).send(MAIL, yes)).result
  assert.equal(await send(address('')), 'accepted')
  assert.equal(await send(address('tls=off')), 'accepted')
  for (const [parameters, end] of [
    ['', '2126-10-28T23:44:48.000Z'],
    ['tls=off', undefined],
  ] as const) {
    const connection = await connect(relayOf(address(parameters)))
    assert.equal(connection.certificate?.end.toISOString(), end)
    connection.close()
  }
  assert.equal(await send(address(`ca=${CERTIFICATE}`)), 'accepted')
  assert.equal(await send(address(`ca=${CERTIFICATE}`, 'me:pass@')), 'accepted')
  assert.deepEqual(secured, [true, false, true, true])
  for (const url of [address('tls=required'), address('', 'me:pass@')]) {
    await assert.rejects(send(url), {
      message: /^The certificate of the relay cannot be verified: .*self.signed certificate.* ca=FILE in SMTP_URL/,
    })
  }
})

test('tls=required, a relay without TLS → refused, the message names the parameter', async () => {
  await using plain = await listen({ disabledCommands: ['STARTTLS'], authOptional: true })
  await assert.rejects(connect(relayOf(`smtp://127.0.0.1:${plain.port}?tls=required`)), {
    message: /^The connection to the relay cannot be encrypted: .* tls=off in SMTP_URL/,
  })
})

test('smtps:// to a port without immediate TLS → refused, saying what to write', async () => {
  await using plain = await listen({ authOptional: true })
  await assert.rejects(connect(relayOf(`smtps://127.0.0.1:${plain.port}`)), {
    message: /^The relay does not begin with TLS on this port\. Write smtp:\/\/ in SMTP_URL/,
  })
})

test('smtps:// uses TLS from the first byte', async () => {
  await using server = await listen({ secure: true, authOptional: true })
  const relay = relayOf(`smtps://127.0.0.1:${server.port}`)
  await assert.rejects(connect(relay), /certificate|self.signed|altnames/i)
  const connection = await connect({ ...relay, tls: { rejectUnauthorized: false } })
  assert.equal((await connection.send(MAIL, yes)).result, 'accepted')
  connection.close()
})

test('relayOf reads port, credentials and kind of TLS from the address', () => {
  assert.deepEqual(relayOf('smtp://relay.example'), {
    host: 'relay.example',
    port: 587,
    secure: false,
    opportunisticTLS: true,
    tls: { rejectUnauthorized: false },
  })
  assert.deepEqual(relayOf('smtps://a%40b:c%2Fd@relay.example'), {
    host: 'relay.example',
    port: 465,
    secure: true,
    auth: { user: 'a@b', pass: 'c/d' },
  })
  assert.equal(relayOf('smtp://[::1]:25').host, '::1')
})

type Relaying = Relay & AsyncDisposable & { port: number }

/** A relay that sends these replies in order; undefined closes the connection. After the last one it is silent. */
async function script(replies: (string | undefined)[]) {
  const received: string[] = []
  const news = new EventEmitter()
  const closed = Promise.withResolvers<void>()
  const server = await serve(socket => {
    socket.write('220 script\r\n')
    let inMessage = false
    let rest = ''
    socket.on('close', closed.resolve)
    socket.on('data', chunk => {
      received.push(chunk.toString('latin1'))
      news.emit('received')
      rest += chunk.toString('latin1')
      for (;;) {
        const end = rest.indexOf(inMessage ? '\r\n.\r\n' : '\r\n')
        if (end < 0) return
        const isHello = !inMessage && rest.startsWith('EHLO')
        rest = rest.slice(end + (inMessage ? 5 : 2))
        inMessage = false
        if (!isHello && replies.length === 0) return
        const reply = isHello ? '250 script' : replies.shift()
        if (reply === undefined) return socket.destroy()
        inMessage = reply.startsWith('354')
        socket.write(`${reply}\r\n`)
      }
    })
  })
  const text = () => received.join('')
  return {
    ...server,
    received,
    text,
    closed: closed.promise,
    until: async (part: string) => {
      while (!text().includes(part)) await once(news, 'received')
    },
  }
}

async function serve(onConnection: (socket: Socket) => void): Promise<Relaying> {
  const sockets = new Set<Socket>()
  const server: Server = createServer(socket => {
    sockets.add(socket.on('error', () => {}))
    onConnection(socket)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    ignoreTLS: true,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

async function listen(options: SMTPServerOptions): Promise<{ port: number } & AsyncDisposable> {
  const server = new SMTPServer({
    disableReverseLookup: true,
    closeTimeout: 1,
    onData: (stream, _, done) => void stream.resume().on('end', () => done()),
    ...options,
  })
  server.on('error', () => {})
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: () => new Promise(resolve => server.close(resolve)),
  }
}

test('replies that ask for a password, refuse sender or relaying → shut out', () => {
  for (const reply of [
    '530 5.7.0 Authentication required',
    '530 5.5.1 Authentication Required. Learn more at example.com',
    '535 5.7.8 Error: authentication failed',
    '554 5.7.1 <someone@example.com>: Relay access denied',
    '550 5.7.1 Unable to relay',
    '550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain',
    '550 relay not permitted',
    '454 4.7.1 <someone@example.com>: Relay access denied',
    '550-5.7.1 Relaying denied',
    '553 sorry, relaying denied from your location',
    '550 not allowed to relay through this machine',
    '554 5.7.1 Client host [192.0.2.1] blocked using a list',
    '550 5.7.1 Client was not authenticated: must authenticate before sending',
  ]) {
    assert.ok(shutsUsOut('RCPT TO', reply), reply)
  }
  for (const reply of ['550 5.1.8 Sender rejected', '553 5.1.7 Bad sender', '550 5.7.1 Not allowed', '501 Syntax']) {
    assert.ok(shutsUsOut('MAIL FROM', reply), reply)
  }
})

test('replies about recipient, message or moment → not shut out', () => {
  for (const reply of [
    '550 5.1.1 No such user',
    '554 5.7.1 Sender is blocked',
    '550 5.7.26 Unauthenticated email from example.com is not accepted due to its DMARC policy',
    '552 5.2.2 Mailbox full',
    '450 4.7.1 Greylisted, try again',
  ]) {
    assert.ok(!shutsUsOut('RCPT TO', reply), reply)
  }
  for (const reply of ['552 5.3.4 Message too big', '550 5.6.7 SMTPUTF8 required', '555 Parameters', '451 Later']) {
    assert.ok(!shutsUsOut('MAIL FROM', reply), reply)
  }
})
