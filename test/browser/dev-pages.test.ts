import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { createTransport } from 'nodemailer'
import { createDemoUsers } from '../../src/dev/demo-users.ts'
import { keepSms } from '../../src/dev/sms-inbox.ts'
import { picture, STAFF_WALKS } from '../support/browser.ts'
import { look, openAs, startWithBrowser } from '../support/pages.ts'

const at = await startWithBrowser()
const { semel, browser } = at
await createDemoUsers(semel)
await keepSms(semel.db, { to: '+4915100000000', text: '123456 is your Semel code.' })

for (const view of STAFF_WALKS) {
  test(`the inbox shows codes, emails and text messages, and deletes emails: ${view}`, async () => {
    const to = 'ada@example.com'
    await semel.client().post('/api/contact-messages', { email: to, message: 'Where is my order?' })
    await semel.mailTo('support@semel.example')

    await using opened = await openAs(at, 'guest', view, '/dev')
    const { page } = opened
    const { body } = await semel.client().get(`/dev/code?email=${to}`)
    await page.getByRole('row', { name: to }).first().getByText(body.code).waitFor()
    await page.getByText('123456 is your Semel code.').waitFor()
    await look(page, view, 'dev')

    // Live: an email that arrives while the page is open, and the code of an account that was just registered.
    const [second, email] = [`Second ${view}`, `${view.replaceAll(' ', '-').toLowerCase()}@example.com`]
    await semel.client().post('/api/contact-messages', { email: to, message: second })
    await semel.mailTo('support@semel.example', 2)
    const someone = { email, password: 'a passphrase for somebody', userName: 'Somebody' }
    assert.equal((await semel.client().post('/api/auth/register', someone)).status, 201)
    if (view === 'without JavaScript') await page.reload()
    await page.locator('.mails .snippet', { hasText: second }).waitFor()
    await page.getByRole('row', { name: email }).waitFor()

    await page.getByLabel('Search emails').fill('subject:contact where')
    await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click()
    await page.locator('.mails .snippet', { hasText: second }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: `Contact message from ${to}` }).click()
    await page.frameLocator('iframe').getByText('Where is my order?', { exact: true }).waitFor()
    await picture(page, `dev mail ${view}`)

    await page.getByRole('link', { name: 'Phone' }).click()
    assert.equal((await page.locator('iframe.phone').boundingBox())!.width <= 375, true)
    await page.getByRole('link', { name: 'Text', exact: true }).click()
    await page.locator('pre', { hasText: 'Where is my order?' }).waitFor()
    await page.getByRole('link', { name: 'Source' }).click()
    await page.locator('pre', { hasText: 'Message-ID:' }).waitFor()
    await look(page, view, 'dev source')

    await page.getByRole('link', { name: 'All emails' }).click()
    await page.getByRole('button', { name: 'Delete all emails' }).click()
    if (view !== 'without JavaScript') {
      await page.getByRole('dialog').getByRole('button', { name: 'Delete all emails' }).click()
    }
    await page.getByText('No emails yet').waitFor()
  })
}

test('email with a script and a remote image → runs and loads nothing', async () => {
  let hits = 0
  const outside = createServer((_, response) => response.end(String(hits++)))
  await once(outside.listen(0, '127.0.0.1'), 'listening')
  const { port } = outside.address() as AddressInfo
  const html = `<p>harmless</p><script>document.body.textContent = 'ran'</script>
    <img src="http://127.0.0.1:${port}/pixel" onerror="document.body.textContent = 'ran'">`
  const transport = createTransport({ host: '127.0.0.1', port: semel.inbox.port })
  await transport.sendMail({ from: 'a@example.test', to: 'victim@example.test', subject: '<script>', html })
  const [mail] = await semel.mailTo('victim@example.test')
  const page = await browser.newPage()
  for (const address of [`/dev/mail/${mail!.id}`, `/dev/mail/${mail!.id}/body`]) {
    await page.goto(semel.origin + address)
    const body = address.endsWith('body') ? page.locator('body') : page.frameLocator('iframe').locator('body')
    assert.equal((await body.getByRole('paragraph').textContent())!.trim(), 'harmless')
  }
  assert.equal(hits, 0)
  await page.close()
  outside.close()
})
