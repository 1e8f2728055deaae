import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { codeOf, fromBase32, stepAt } from '../../src/accounts/second-factors/totp.ts'
import { createApiKey } from '../../src/accounts/sessions/api-keys.ts'
import { PASSWORD } from '../support/accounts.ts'
import { stockProduct } from '../support/products.ts'
import { startSemel } from '../support/semel.ts'

test('log of registrations, sign-ins, orders, errors → no secret, address or body', async () => {
  const lines: string[] = []
  const secrets = new Map<string, string>()
  {
    await using semel = await startSemel({ logLevel: 'debug' }, { logTo: { write: line => void lines.push(line) } })
    const client = semel.client()
    const email = 'ada.lovelace@example.com'
    const code = (seed: Buffer, later = 0) => codeOf(seed, stepAt(semel.clock.now()) + later)
    const { key } = await createApiKey(semel, { name: 'log', scopes: ['products:read'] })
    secrets.set('API key', key).set('password', PASSWORD).set('address', email).set('name', 'Ada Lovelace')

    const registered = await client.post('/api/auth/register', { email, password: PASSWORD, userName: 'Ada Lovelace' })
    const seed = fromBase32(registered.body.totp.secret)!
    const partial = { token: registered.body.partialToken as string }
    secrets.set('partial token', partial.token).set('seed', registered.body.totp.secret)
    await client.post('/api/auth/mfa', { code: '000000' }, partial)
    await client.post('/api/auth/mfa', { code: code(seed, -1) }, partial)
    const login = await client.post('/api/auth/login', { email, password: PASSWORD })
    await client.post('/api/auth/login', { email, password: `not ${PASSWORD}` })
    const signedIn = await client.post('/api/auth/mfa', { code: code(seed) }, { token: login.body.partialToken })
    assert.equal(signedIn.status, 200, signedIn.text)
    const { token } = signedIn.body
    secrets.set('session', token).set('second partial token', login.body.partialToken)
    secrets.set('code', `"${code(seed)}"`)
    for (const [name, value] of client.cookies) secrets.set(name, value)

    const productId = await stockProduct(semel.db)
    const order = { items: [{ productId, quantity: 1 }], note: 'Beware of the dog Cerberus' }
    // The relay defers the first email and refuses the second permanently. Both replies repeat the address.
    semel.inbox.faults.add(
      { at: 'recipient', to: email, refuse: `451 4.7.1 <${email}> is greylisted` },
      { at: 'recipient', to: email, refuse: `550 5.7.1 <${email}> gets no such email` },
    )
    await client.post('/api/orders', order, { token })
    await client.post('/api/orders', order, { token, headers: { 'idempotency-key': 'a key of a client' } })
    const csrf = (await client.get('/api/auth/csrf')).body.csrfToken
    secrets.set('CSRF token', csrf).set('note', 'Cerberus').set('message', 'my cousin Penelope')
    await client.post('/api/auth/forgot-password', { email }, { headers: { 'x-csrf-token': csrf } })
    await client.post('/api/contact-messages', { email, message: 'Ask my cousin Penelope' })
    await client.post('/api/contact-messages', { email: 'Penelope', message: '' })
    await client.post('/api/auth/login', '{"password": "my cousin Penelope')
    await client.get(`/api/products?q=Penelope&token=${token}`, { headers: { 'x-api-key': key } })
    await client.get(`/reset-password?token=${token}`, { headers: { accept: 'text/html' } })
    await client.get('/api/users/me', { token: `${token}x` })
    await client.patch('/api/users/me', { phone: '+43 660 1234567' }, { token })
    secrets.set('phone', '1234567')

    // Errors of the database name a row, and errors of Semel can name any value.
    semel.app.log.error({ err: Object.assign(new Error(`Key (email)=(${email})`), { detail: email }) }, 'made up')
    const reset = (await semel.mailTo(email)).find(({ subject }) => subject === 'Reset your password')
    const link = /token=([\w-]+)/.exec(reset?.text ?? '')?.[1]
    if (link) secrets.set('reset token', link)
  }
  const log = lines.join('')
  assert.ok(lines.length > 20, `${lines.length} lines`)
  for (const line of lines) assert.doesNotThrow(() => JSON.parse(line), line)
  for (const words of ['"route":"/api/v3/auth/mfa"', '"status":401', 'made up', 'not delivered']) {
    assert.ok(log.includes(words), words)
  }
  for (const [what, secret] of secrets) {
    const found = lines.find(line => line.includes(secret))
    assert.equal(found, undefined, `${what} is in the log`)
  }
})

test('docs/logging.md lists exactly the lines that are logged', async () => {
  const table = (await readFile('docs/logging.md', 'utf8'))
    .split('\n')
    .filter(line => /^\| (debug|info|warn|error)/.test(line))
  const documented = table.flatMap(line => [...line.split('|')[2]!.matchAll(/`([^`]+)`/g)].map(([, text]) => text!))
  const files = (await readdir('src', { recursive: true })).filter(
    file => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  const sources = await Promise.all(files.map(file => readFile(`src/${file}`, 'utf8')))
  const source = sources.join('\n')
  for (const words of documented) assert.ok(source.includes(`'${words.replace(/…$/, '')}`), words)
  const logged = [...source.matchAll(/log\.(?:debug|info|warn|error)\((?:[^()]*, )?'([^']+)'\)/g)].map(
    ([, text]) => text!,
  )
  assert.ok(logged.length > 10)
  for (const words of logged) {
    assert.ok(
      documented.some(line => (line.endsWith('…') ? words.startsWith(line.slice(0, -1)) : line === words)),
      words,
    )
  }
})
