import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { openDatabase } from '../../src/database/open.ts'
import { readMail } from '../../src/dev/search-inbox.ts'
import { newPerson, PASSWORD } from '../support/accounts.ts'
import { openBrowser } from '../support/browser.ts'
import { Client } from '../support/client.ts'
import { cloneDatabase } from '../support/database.ts'
import { spawnSemel } from '../support/process.ts'
import { startSemel } from '../support/semel.ts'

/* On a developer's machine Semel answers at localhost, where passkeys work, and at 127.0.0.1. */
let browser: Browser
before(async () => {
  browser = await openBrowser()
})
after(() => browser.close())

test('start prints localhost, emails link to it, and 127.0.0.1 works as well', async () => {
  await using database = await cloneDatabase()
  await using opened = openDatabase(database.url)
  await using semel = spawnSemel(['start'], { DATABASE_URL: database.url, SECRET_KEY: 'test '.repeat(8) })
  const [, shown = '', port = ''] = await semel.printed(/Shop +(http:\/\/localhost:(\d+))\/\n/)
  await semel.printed(/no demo accounts/)
  await register(shown, 'ada@example.com')
  assert.doesNotMatch(semel.output(), /127\.0\.0\.1/)
  const { stdout } = await promisify(execFile)('curl', ['-sS', `${shown}/healthz`]).catch(error => {
    // Not every machine has curl.
    if (error.code === 'ENOENT') return { stdout: 'alive' }
    throw error
  })
  assert.match(stdout, /alive/)

  const origins = [shown, `http://127.0.0.1:${port}`]
  for (const origin of origins) {
    const client = new Client(origin)
    const { body } = await client.get('/api/auth/csrf')
    const ask = (from: string) =>
      client.post(
        '/api/auth/forgot-password',
        { email: 'ada@example.com' },
        { headers: { 'x-csrf-token': body.csrfToken, origin: from } },
      )
    assert.equal((await ask(origin)).status, 200, origin)
    assert.equal((await ask('https://elsewhere.example')).status, 403, origin)
    const page = await client.get('/forgot-password')
    const [, csrf = ''] = /name="_csrf" value="([^"]+)"/.exec(page.text)!
    const form = await client.request('POST', '/forgot-password', {
      body: new URLSearchParams({ _csrf: csrf, email: 'ada@example.com' }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin },
    })
    assert.equal(form.status, 303, origin)
  }
  for (;;) {
    const mails = (await readMail(opened.db, 'ada@example.com')).filter(({ subject }) => subject.startsWith('Reset'))
    if (mails.length < 4) continue
    for (const { text } of mails) assert.match(text, new RegExp(`${shown}/reset-password`))
    break
  }
})

test('at an IP address → link to the host name, no passkey button', async () => {
  await using semel = await startSemel({}, { worker: false })
  const { port } = new URL(semel.origin)
  const person = await newPerson(semel)
  for (const [origin, works] of [
    [`http://127.0.0.1:${port}`, false],
    [`http://localhost:${port}`, true],
  ] as const) {
    const context = await browser.newContext({ baseURL: origin })
    await context.addCookies([{ name: 'semel_session', value: person.token, url: origin }])
    const page = await context.newPage()
    await page.goto('/account')
    await page.locator('summary', { hasText: 'Add a passkey' }).click()
    const note = page.locator('details').getByText('Passkeys need a host name. Open this page at')
    assert.equal(await note.isVisible(), !works, origin)
    assert.equal(await page.getByRole('button', { name: 'Add a passkey', exact: true }).isVisible(), works, origin)
    const link = note.getByRole('link', { name: `http://localhost:${port}/account` })
    if (!works) assert.equal(await link.getAttribute('href'), `http://localhost:${port}/account`)

    // The second step of signing in and the step-up of someone who has a passkey.
    await semel.db
      .updateTable('second_factors')
      .set({ kind: 'passkey', secret: null })
      .where('user_id', '=', person.id)
      .execute()
    await semel.db
      .updateTable('sessions')
      .set({ second_factor_at: new Date(0) })
      .where('user_id', '=', person.id)
      .execute()
    await page.reload()
    assert.equal(await page.getByRole('button', { name: 'Use a passkey' }).isVisible(), works, origin)
    assert.equal(
      await page.locator('section', { hasText: "Confirm it's you" }).getByText('Passkeys need a host name').isVisible(),
      !works,
    )
    await context.clearCookies()
    await page.goto('/login')
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL('**/login/code')
    assert.equal(await page.getByRole('button', { name: 'Use a passkey' }).isVisible(), works, origin)
    const there = page.getByRole('link', { name: `http://localhost:${port}/login` })
    assert.equal(await there.isVisible(), !works, origin)
    await context.close()
  }
})

async function register(origin: string, email: string): Promise<void> {
  const client = new Client(origin)
  await client.post('/api/auth/register', { email, password: PASSWORD, userName: 'Ada' })
  const { body } = await client.get(`/dev/code?email=${email}`)
  assert.equal((await client.post('/api/auth/mfa', body)).status, 200)
}
