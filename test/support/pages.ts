import assert from 'node:assert/strict'
import { after } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import type { Role } from '../../src/accounts/tables.ts'
import { barriers } from './axe.ts'
import { openBrowser, picture, VIEWS, type View } from './browser.ts'
import { type Person, person } from './people.ts'
import { type Semel, startSemel } from './semel.ts'
import { THOROUGH } from './thorough.ts'

type Running = { semel: Semel; browser: Browser }

/** Semel and a browser for all tests of a file. */
export async function startWithBrowser(options: { worker?: boolean } = {}): Promise<Running> {
  const [semel, browser] = await Promise.all([startSemel({}, options), openBrowser()])
  after(async () => {
    await browser.close()
    await semel[Symbol.asyncDispose]()
  })
  return { semel, browser }
}

/** A page in a context of its own (cookies, view), which ends with the page: of a new user with this role, or of someone. */
export async function openAs(
  { semel, browser }: Running,
  role: Role | 'guest' | { token: string },
  view: View,
  address?: string,
) {
  const context = await browser.newContext({ ...VIEWS[view], baseURL: semel.origin })
  const who = role === 'guest' ? undefined : typeof role === 'object' ? role : await person(semel, role)
  if (who) await context.addCookies([{ name: cookieNames(semel).session, value: who.token, url: semel.origin }])
  const page = await context.newPage()
  /** Exceptions in the page, and what the Content-Security-Policy stopped: to be empty at the end of a test. */
  const broken: string[] = []
  page.on('pageerror', error => broken.push(error.message))
  page.on('console', message => {
    if (message.text().includes('Content Security Policy')) broken.push(message.text())
  })
  if (address) await page.goto(address)
  return { page, context, broken, who: who as Person, [Symbol.asyncDispose]: () => context.close() }
}

/** The reasons that a page shows: first those of no field, then that of each field. */
export const reasonsOn = (page: Page) => page.locator('.notice.problem ul:not(.wrong) li, .field-error').allInnerTexts()

/** Answers the question of an action that cannot be undone: in a dialog, or on the page that the server sends first. */
export async function agree(page: Page, view: View, name: string | RegExp): Promise<void> {
  const asking = page.locator('form').filter({ has: page.getByRole('alert') })
  const asked = view === 'without JavaScript' ? asking : page.getByRole('dialog')
  await asked.getByRole('button', { name }).click()
}

/**
 * Enters a one-time code into the field of this page and sends it. The script does that by itself with the sixth digit, but
 * only the first time, and a click may then find the next page: so `button` is pressed only where it is needed.
 */
export async function enterCode(page: Page, code: string, button: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Code', exact: true })
  await field.waitFor()
  const isScripted: boolean = await page.evaluate('matchMedia("(scripting: enabled)").matches')
  // The script says beforehand that it will.
  const ready = page.locator('[data-sends][aria-describedby$=-sends], :not([data-sends])')
  if (isScripted) await field.and(ready).waitFor()
  const sendsItself = isScripted && (await field.getAttribute('data-sends')) !== null
  await field.fill(code)
  if (!sendsItself) await page.getByRole('button', { name: button, exact: true }).click()
}

/**
 * Checks a page for accessibility violations and horizontal overflow on a desk, on a small phone and at night, where
 * scripts run. So a journey need not be walked again in each of these views.
 */
export async function look(page: Page, view: View, name: string): Promise<void> {
  if (view === 'without JavaScript') return picture(page, `${name} ${view}`)
  const { viewport } = VIEWS[view]
  for (const shown of ['wide', 'narrow'] as const) {
    await page.setViewportSize(VIEWS[shown].viewport)
    await picture(page, `${name} ${shown}`)
    if (shown === 'wide' || THOROUGH) assert.deepEqual(await barriers(page), [], `${name} ${shown}`)
    const width: number = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
    assert.ok(width <= 0, `${name} is ${width} px wider than the screen`)
  }
  await page.setViewportSize(viewport)
  // Style sheets for the night change colors only, and every-page.test.ts sees every page at night.
  if (!THOROUGH) return
  await page.emulateMedia({ colorScheme: 'dark' })
  await picture(page, `${name} dark`)
  assert.deepEqual(await barriers(page, ['color-contrast']), [], `${name} dark`)
  await page.emulateMedia({ colorScheme: 'light' })
}
