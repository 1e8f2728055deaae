import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { operationsOf } from '../../src/openapi/reference/differences.ts'
import { PROBLEMS } from '../../src/problems.ts'
import { VERSIONS } from '../../src/versions/table.ts'
import { barriers } from '../support/axe.ts'
import { openBrowser, picture, VIEWS } from '../support/browser.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
let browser: Browser
before(async () => {
  semel = await startSemel()
  browser = await openBrowser()
})
after(async () => {
  await browser.close()
  await semel[Symbol.asyncDispose]()
})

for (const view of Object.keys(VIEWS) as (keyof typeof VIEWS)[]) {
  test(`a reader finds an operation, its older form and what its problems mean: ${view}`, async () => {
    const context = await browser.newContext(VIEWS[view])
    const page = await context.newPage()
    const asked: string[] = []
    page.on('request', request => asked.push(request.url()))
    const broken: string[] = []
    page.on('pageerror', error => broken.push(error.message))
    page.on('console', message => {
      if (message.text().includes('Content Security Policy')) broken.push(message.text())
    })

    await page.goto(`${semel.origin}/docs`)
    await page.getByRole('heading', { level: 1, name: 'API reference, v3' }).waitFor()
    await look(page, `docs ${view}`)
    await page.locator('.entry').getByRole('link', { name: 'Get current user' }).click()
    await page.getByRole('heading', { level: 1, name: 'Get current user' }).waitFor()
    assert.ok((await page.locator('.entry').textContent())!.includes('userName'))
    await look(page, `docs operation ${view}`)

    await page.getByRole('link', { name: 'v1 (deprecated)' }).click()
    await page.waitForURL(/\/docs\/v1\/getMe$/)
    const old = (await page.locator('.entry').textContent())!
    assert.ok(old.includes('user_name') && !old.includes('userName'), old)

    await page.getByRole('link', { name: 'Changelog' }).click()
    await page.getByText('user_name is called userName').first().waitFor()
    await look(page, `docs changes ${view}`)

    await page.goto(`${semel.origin}/docs/v3/placeOrder`)
    await look(page, `docs order ${view}`)
    await page.getByRole('link', { name: 'insufficient_stock' }).click()
    await page.getByRole('heading', { level: 1, name: 'Insufficient stock' }).waitFor()
    await look(page, `problem ${view}`)
    assert.deepEqual(
      asked.filter(url => !url.startsWith(semel.origin)),
      [],
      'nothing is loaded from elsewhere',
    )
    assert.deepEqual(broken, [])
    await context.close()
  })
}

test('every operation of every version and every problem has a page; what is not there is 404', async () => {
  const client = semel.client()
  for (const { name } of VERSIONS) {
    for (const { operationId } of operationsOf(semel.app.documents.get(name)!())) {
      const { status, text } = await client.get(`/docs/${name}/${operationId}`)
      assert.equal(status, 200, `/docs/${name}/${operationId}`)
      assert.ok(!text.includes('undefined') && !text.includes('[object'), `/docs/${name}/${operationId}`)
      const address = new RegExp(`${semel.origin}/api/${name}/`)
      assert.match(text, address)
    }
  }
  for (const code of Object.keys(PROBLEMS)) assert.equal((await client.get(`/problems/${code}`)).status, 200, code)
  for (const path of ['/docs/v9', '/docs/v3/nothing', '/docs/v9/getMe', '/problems/nothing', '/problems/toString']) {
    assert.equal((await client.get(path, { headers: { accept: 'text/html' } })).status, 404, path)
  }
})

test('the type of a problem leads to its page', async () => {
  const client = semel.client()
  const { body } = await client.get('/api/users/me')
  const { status, text } = await client.get(body.type)
  assert.equal(status, 200)
  assert.match(text, /<h1>Not signed in<\/h1>/)
})

async function look(page: Page, name: string): Promise<void> {
  await picture(page, name)
  const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  assert.equal(overflow, 0, `nothing sticks out of ${name}`)
  if (!name.includes('without JavaScript')) assert.deepEqual(await barriers(page), [])
}
