import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { operationsOf } from '../../src/openapi/reference-page.ts'
import { SCALAR_SCRIPT } from '../../src/openapi/scalar.ts'
import { PROBLEMS } from '../../src/problems.ts'
import { VERSIONS } from '../../src/versions/table.ts'
import { picture, WALKS } from '../support/browser.ts'
import { look, openAs, startWithBrowser } from '../support/pages.ts'
import { THOROUGH } from '../support/thorough.ts'

const at = await startWithBrowser()
const { semel } = at

// Every day every-page.test.ts opens the reference. Inside it is a widget of others, which changes when its version does.
for (const view of THOROUGH ? (['wide', 'narrow'] as const) : []) {
  test(`the reference shows operations, searches and opens the request dialog, ${view}`, async () => {
    await using opened = await openAs(at, 'guest', view)
    const { page, broken } = opened
    const requests: string[] = []
    page.on('request', request => requests.push(request.url()))
    const scalar = page.locator('.scalar-app').first()

    await page.goto('/docs/v3/placeOrder')
    assert.equal(page.url(), `${semel.origin}/docs/v3#tag/orders/POST/orders`)
    await scalar.getByRole('heading', { name: 'Place an order' }).waitFor()
    await scalar.getByText('so that a retry does not order twice').waitFor()
    await picture(page, `docs ${view}`)
    assert.equal(await overflowOf(page), 0)

    await page.keyboard.press('Control+k')
    const search = page.getByRole('combobox', { name: 'Search' })
    await search.fill('csrf')
    await page.getByRole('option', { name: /CSRF/ }).first().waitFor()
    await page.keyboard.press('Escape')
    await search.waitFor({ state: 'hidden' })

    await scalar
      .getByRole('button', { name: /Test Request.*\/orders\)/i })
      .first()
      .click()
    await page.getByRole('button', { name: /^Send/ }).first().waitFor()

    // A request that is tried as it is sends no filter.
    await page.goto('/docs/v3/listProducts')
    await scalar
      .getByRole('button', { name: /Test Request.*\/products\)/i })
      .first()
      .click()
    const tried = page.waitForRequest(request => new URL(request.url()).pathname === '/api/v3/products')
    await page.getByRole('button', { name: /^Send/ }).first().click()
    assert.equal(new URL((await tried).url()).search, '?page=1&limit=10&sort=id')

    assert.deepEqual(
      requests.filter(url => !url.startsWith(semel.origin)),
      [],
      'no request to another server',
    )
    assert.deepEqual(broken, [])
  })
}

test('without JavaScript the reference of each version links its document', async () => {
  await using opened = await openAs(at, 'guest', 'without JavaScript', '/docs')
  const { page } = opened
  for (const { name } of VERSIONS.toReversed()) {
    await page
      .getByRole('navigation')
      .getByRole('link', { name: new RegExp(`^${name}`) })
      .click()
    await page.getByRole('heading', { level: 1, name: `API reference, ${name}` }).waitFor()
    const document = page.getByRole('link', { name: 'OpenAPI 3.1 document' })
    assert.equal(await document.getAttribute('href'), `/api/${name}/openapi.json`)
    assert.equal(await overflowOf(page), 0)
  }
})

for (const view of WALKS) {
  test(`each problem has a page of its own, ${view}`, async () => {
    await using opened = await openAs(at, 'guest', view, '/problems')
    const { page, broken } = opened
    await page.getByRole('link', { name: 'insufficient_stock' }).click()
    await page.getByRole('heading', { level: 1, name: 'Insufficient stock' }).waitFor()
    await look(page, view, 'problem')
    assert.deepEqual(broken, [])
  })
}

test('every operation and every problem has an address; unknown ones are 404', async () => {
  const client = semel.client()
  for (const { name } of VERSIONS) {
    for (const { operationId, method, path } of operationsOf(semel.app.documents.get(name)!())) {
      const { status, headers } = await client.get(`/docs/${name}/${operationId}`)
      assert.equal(status, 302)
      assert.ok(headers.get('location')!.endsWith(`/${method.toUpperCase()}${path}`), operationId)
    }
  }
  for (const code of Object.keys(PROBLEMS)) assert.equal((await client.get(`/problems/${code}`)).status, 200, code)
  for (const path of ['/docs/v9', '/docs/v3/nothing', '/docs/v9/getMe', '/problems/nothing', '/problems/toString']) {
    assert.equal((await client.get(path, { headers: { accept: 'text/html' } })).status, 404, path)
  }
})

test('the former page of changes leads to the guide about versions', async () => {
  const { text } = await semel.client().get('/docs/changes')
  assert.match(text, /<h1>Go from v1 to v3<\/h1>/)
})

test('the type of a problem leads to its page', async () => {
  const client = semel.client()
  const { body } = await client.get('/api/users/me')
  const { status, text } = await client.get(body.type)
  assert.equal(status, 200)
  assert.match(text, /<h1>Not signed in<\/h1>/)
})

test('only the reference allows inline styles, and nothing allows inline scripts', async () => {
  const policyOf = async (path: string) => (await semel.client().get(path)).headers.get('content-security-policy')!
  assert.match(await policyOf('/docs'), /script-src 'self';.*style-src 'self' 'unsafe-inline';/)
  assert.match(await policyOf('/problems'), /script-src 'self';.*style-src 'self';/)
})

test('the script of the reference is compressed and cached forever', async () => {
  const { headers } = await fetch(semel.origin + SCALAR_SCRIPT, {
    method: 'HEAD',
    headers: { 'accept-encoding': 'br' },
  })
  assert.match(headers.get('cache-control')!, /immutable/)
  assert.equal(headers.get('content-encoding'), 'br')
  assert.ok(Number(headers.get('content-length')) < 1_200_000)
})

function overflowOf(page: Page): Promise<unknown> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
}
