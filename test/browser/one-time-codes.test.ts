import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { MINUTE } from '../../src/time.ts'
import { newPerson, PASSWORD, type Person } from '../support/accounts.ts'
import { openAs, startWithBrowser } from '../support/pages.ts'

const at = await startWithBrowser({ worker: false })
const { semel } = at

const codeField = (page: Page) => page.getByRole('textbox', { name: 'Code', exact: true })

/** The page that asks for the code of a sign-in, and the requests with codes that it sends. */
async function openCodePage(view: 'wide' | 'without JavaScript' = 'wide') {
  const person = await newPerson(semel)
  await semel.db.deleteFrom('sessions').where('user_id', '=', person.id).execute()
  const opened = await openAs(at, 'guest', view, '/login')
  const { page } = opened
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('/login/code')
  const sent: string[] = []
  page.on('request', request => request.url().endsWith('/api/auth/mfa') && sent.push(request.postData()!))
  return { ...opened, person, sent, [Symbol.asyncDispose]: () => opened.context.close() }
}

async function sessionsOf({ id }: Person): Promise<number> {
  return (await semel.db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()).length
}

test('a typed code is sent with its sixth digit, as announced', async () => {
  await using opened = await openCodePage()
  const { page, person, sent, broken } = opened
  const told = 'The code is sent as soon as you have entered all six digits.'
  await page.getByText(told).waitFor()
  const described = (await codeField(page).getAttribute('aria-describedby'))!.split(' ')
  assert.deepEqual(await page.locator(described.map(id => `#${id}`).join()).allTextContents(), [
    'From your authenticator app.',
    told,
  ])
  const code = person.code()
  await codeField(page).and(page.locator(':focus')).waitFor()
  await page.keyboard.type(code.slice(0, 5))
  assert.deepEqual(sent, [])
  await page.keyboard.type(code.slice(5))
  await page.waitForURL('/account')
  assert.equal(sent.length, 1)
  assert.equal(await sessionsOf(person), 1)
  assert.deepEqual(broken, [])
})

test('code pasted with a space, as messages write it → sent', async () => {
  await using opened = await openCodePage()
  const { page, context, person, sent } = opened
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const code = person.code()
  await page.evaluate(`navigator.clipboard.writeText('${code.slice(0, 3)} ${code.slice(3)}')`)
  await codeField(page).focus()
  await page.keyboard.press('Control+V')
  await page.waitForURL('/account')
  assert.equal(sent.length, 1)
  assert.equal(await sessionsOf(person), 1)
})

test('wrong code → the visitor decides when the next one is sent', async () => {
  await using opened = await openCodePage()
  const { page, person, sent } = opened
  await codeField(page).pressSequentially('000000')
  await page.getByText("That code isn't right.").first().waitFor()
  assert.equal(await page.getByText('The code is sent as soon as').count(), 0)
  assert.equal(await codeField(page).getAttribute('aria-describedby'), 'code-code-hint code-code-error')
  await codeField(page).fill('')
  await codeField(page).pressSequentially(person.code())
  assert.equal(sent.length, 1)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('/account')
  assert.equal(sent.length, 2)
  assert.equal(await sessionsOf(person), 1)
})

test('button pressed while the code is under way → nothing more sent', async () => {
  await using opened = await openCodePage()
  const { page, person, sent } = opened
  const held = Promise.withResolvers<void>()
  await page.route('**/api/auth/mfa', async route => {
    await held.promise
    await route.continue()
  })
  await codeField(page).pressSequentially(person.code())
  await page.locator('form#code[aria-busy=true]').waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click({ force: true })
  held.resolve()
  await page.waitForURL('/account')
  assert.equal(sent.length, 1)
  assert.equal(await sessionsOf(person), 1)
})

test('without JavaScript the button sends the code, and nothing else is said', async () => {
  await using opened = await openCodePage('without JavaScript')
  const { page, person } = opened
  assert.equal(await page.getByText('The code is sent as soon as').isVisible(), false)
  assert.equal(await codeField(page).getAttribute('aria-describedby'), 'code-code-hint')
  await codeField(page).fill('000000')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText("That code isn't right.").first().waitFor()
  assert.equal(await page.locator('[data-sends]').count(), 0)
  await codeField(page).fill(person.code())
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('/account')
  assert.equal(await sessionsOf(person), 1)
})

test('a step-up sends a single one-time code by itself, nothing else', async () => {
  const person = await newPerson(semel)
  semel.clock.advance(11 * MINUTE)
  await using opened = await openAs(at, person, 'wide', '/account')
  const { page } = opened
  assert.deepEqual(
    await page.locator('[data-sends]').evaluateAll((fields: { id: string }[]) => fields.map(({ id }) => id)),
    ['confirm-it-is-you-code'],
  )
  await codeField(page).pressSequentially(person.code())
  await page.getByText("Thank you. We know it's you for the next 10 minutes.").waitFor()
})
