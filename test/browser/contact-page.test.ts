import assert from 'node:assert/strict'
import { test } from 'node:test'
import { barriers } from '../support/axe.ts'
import { picture, type View, WALKS } from '../support/browser.ts'
import { look, openAs, reasonsOn, startWithBrowser } from '../support/pages.ts'

const at = await startWithBrowser()
const { semel } = at

const openContact = (view: View) => openAs(at, 'guest', view, '/contact')

const count = () =>
  semel.db
    .selectFrom('contact_messages')
    .select(eb => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()

for (const view of WALKS) {
  test(`invalid input → shown beside its field; the corrected form is sent: ${view}`, async () => {
    await using opened = await openContact(view)
    const { page, broken } = opened
    const scripts = view !== 'without JavaScript'
    await picture(page, `contact ${view}`)

    await page.getByLabel('Email').fill('flavia')
    const refused = page.waitForResponse(response => response.request().method() === 'POST')
    await page.getByRole('button', { name: 'Send Message', exact: true }).click()
    assert.equal((await refused).status(), 422)
    assert.equal(new URL((await refused).url()).pathname, scripts ? '/api/contact-messages' : '/contact')

    await page.getByRole('alert').waitFor()
    const summary = page.locator(':focus')
    assert.equal(await summary.getByRole('heading').textContent(), 'There is a problem with:')
    assert.deepEqual(await summary.getByRole('link').allInnerTexts(), ['Email', 'Message'])
    assert.deepEqual(await reasonsOn(page), [
      'Email must be a valid address, like name@example.com',
      'Message is required',
    ])
    await summary.getByRole('link', { name: 'Message' }).click()
    assert.equal(await page.locator(':focus').getAttribute('id'), 'contact-message')
    const email = page.getByLabel('Email')
    assert.equal(await email.inputValue(), 'flavia')
    assert.equal(await email.getAttribute('aria-invalid'), 'true')
    assert.equal(await email.getAttribute('aria-describedby'), 'contact-email-hint contact-email-error')
    assert.equal(
      await page.locator('#contact-email-error').textContent(),
      'Email must be a valid address, like name@example.com',
    )
    await look(page, view, 'contact refused')

    const before = await count()
    await email.fill('flavia@example.com')
    await page.getByLabel('Message', { exact: true }).fill('Where is my order?')
    await page.getByRole('button', { name: 'Send Message' }).click()
    await page.getByText('Thank you, your message has been sent.').waitFor()
    assert.equal(await page.locator(':focus').getAttribute('role'), 'status')
    assert.equal(await page.getByRole('alert').count(), 0)
    assert.equal((await count()).n, before.n + 1)
    await picture(page, `contact sent ${view}`)
    assert.deepEqual(broken, [])
  })
}

test('the server and the script render problems with the same markup', async () => {
  const shown: string[] = []
  for (const view of ['wide', 'without JavaScript'] as const) {
    await using opened = await openContact(view)
    await opened.page.getByRole('button', { name: 'Send Message' }).click()
    await opened.page.getByRole('alert').waitFor()
    const form = await opened.page.locator('#contact').innerHTML()
    const tags = form.replaceAll(/ (?:value|autofocus|style)="[^"]*"/g, '').match(/<[^>]+>|[^<>\s][^<>]*/g) ?? []
    // The order of attributes does not matter.
    shown.push(
      tags
        .map(tag =>
          tag
            .split(/ (?=[\w-]+=)|>$/)
            .sort()
            .join(' ')
            .trim(),
        )
        .join('\n'),
    )
  }
  assert.equal(shown[0], shown[1])
})

const FAILURES: [
  name: string,
  answer: { status: number; headers?: Record<string, string>; body: string } | undefined,
  words: RegExp,
][] = [
  ['no network', undefined, /The server could not be reached/],
  ['a gateway that answers in HTML', { status: 502, body: '<h1>Bad gateway</h1>' }, /could not be read/],
  [
    'an answer cut short',
    { status: 500, headers: { 'content-type': 'application/json' }, body: '{"tit' },
    /could not be read/,
  ],
  [
    'too many requests',
    {
      status: 429,
      headers: { 'content-type': 'application/problem+json', 'retry-after': '120' },
      body: '{"title":"Too many requests","detail":"Enough for now."}',
    },
    /Enough for now\.\s*Please try again in 2 minutes\./,
  ],
  ['a success that cannot be read', { status: 200, body: '<p>Welcome to the hotel</p>' }, /could not be read/],
]
for (const [name, answer, words] of FAILURES) {
  test(`a failed request is shown and keeps the input: ${name}`, async () => {
    await using opened = await openContact('wide')
    const { page, broken } = opened
    await page.route('**/api/contact-messages', route => (answer ? route.fulfill(answer) : route.abort()))
    await page.getByLabel('Email').fill('flavia@example.com')
    await page.getByLabel('Message', { exact: true }).fill('Hello')
    await page.getByRole('button', { name: 'Send Message' }).click()
    await page.getByRole('alert').waitFor()
    assert.match((await page.getByRole('alert').textContent()) ?? '', words)
    assert.equal(await page.getByLabel('Message', { exact: true }).inputValue(), 'Hello')

    await page.unroute('**/api/contact-messages')
    await page.getByRole('button', { name: 'Send Message' }).click()
    await page.getByText('Thank you, your message has been sent.').waitFor()
    assert.deepEqual(broken, [])
  })
}

test('repeated clicks send the form once', async () => {
  await using opened = await openContact('wide')
  const { page } = opened
  let sent = 0
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/contact-messages', async route => {
    sent++
    await answered.promise
    await route.continue()
  })
  await page.getByLabel('Email').fill('flavia@example.com')
  await page.getByLabel('Message', { exact: true }).fill('Hello')
  const button = page.getByRole('button', { name: 'Send Message' })
  await button.dblclick()
  await page.getByLabel('Email').press('Enter')
  assert.equal(await button.getAttribute('aria-disabled'), 'true')
  answered.resolve()
  await page.getByText('Thank you, your message has been sent.').waitFor()
  assert.equal(sent, 1)
})

test('the form works with the keyboard alone: skip link, summary, field, button', async () => {
  await using opened = await openContact('narrow')
  const { page } = opened
  const focused = () => page.evaluate('document.activeElement.id')
  await page.keyboard.press('Tab')
  assert.equal(await page.locator(':focus').textContent(), 'Skip to content')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  assert.equal(await focused(), 'contact-name')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  assert.equal(await focused(), 'contact-email')
})

test('an unknown address shows a 404 page', async () => {
  await using opened = await openContact('dark')
  const { page } = opened
  const response = await page.goto(`${semel.origin}/nowhere`)
  assert.equal(response?.status(), 404)
  assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'This page does not exist')
  assert.deepEqual(await barriers(page), [])
  await picture(page, 'not found dark')
})

test('reason is described without a live region, empty fields are not invalid', async () => {
  for (const view of ['wide', 'without JavaScript'] as const) {
    await using opened = await openContact(view)
    const { page } = opened
    assert.equal(await page.getByLabel('Email').getAttribute('aria-invalid'), 'false')
    await page.getByRole('button', { name: 'Send Message' }).click()
    const described = await page.getByLabel('Email').getAttribute('aria-describedby')
    for (const id of described!.split(' ')) assert.equal(await page.locator(`#${id}`).getAttribute('role'), null, id)
    assert.equal(await page.locator('[role=alert] > #contact-email-error').textContent(), 'Email is required')
  }
})

test('button pressed again after success without scripts → no empty form', async () => {
  await using opened = await openContact('without JavaScript')
  const { page } = opened
  await page.getByLabel('Email').fill('flavia@example.com')
  await page.getByLabel('Message', { exact: true }).fill('Where is my order?')
  const button = page.getByRole('button', { name: 'Send Message' })
  const { x, y } = (await button.boundingBox())!
  await button.click()
  await page.getByText('Thank you, your message has been sent.').waitFor()
  await page.mouse.click(x + 5, y + 5)
  assert.equal(await page.getByText('Email is required').count(), 0)
  assert.equal(await button.count(), 0)
  await page.goto('/contact')
  assert.equal(await button.count(), 1)
})
