import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import type { Role } from '../../src/accounts/tables.ts'
import { barriers } from './axe.ts'
import { openBrowser, picture, VIEWS, type View } from './browser.ts'
import { type Person, person } from './people.ts'
import { type Semel, startSemel } from './semel.ts'

/** Semel and a browser for the console tests of one file. */
export function useConsole(options: { worker?: boolean } = {}) {
  const at = {} as { semel: Semel; browser: Browser }
  before(async () => {
    at.semel = await startSemel({}, options)
    at.browser = await openBrowser()
  })
  after(async () => {
    await at.browser.close()
    await at.semel[Symbol.asyncDispose]()
  })
  return at
}

/** A browser with a signed-in user of this role. */
export async function openAs(
  { semel, browser }: { semel: Semel; browser: Browser },
  role: Role | 'guest' | { token: string },
  view: View,
) {
  const context = await browser.newContext({ ...VIEWS[view], baseURL: semel.origin })
  const who = role === 'guest' ? undefined : typeof role === 'object' ? role : await person(semel, role)
  if (who) await context.addCookies([{ name: cookieNames(semel).session, value: who.token, url: semel.origin }])
  const page = await context.newPage()
  const broken: string[] = []
  page.on('pageerror', error => broken.push(error.message))
  page.on('console', message => {
    if (message.text().includes('Content Security Policy')) broken.push(message.text())
  })
  return { page, context, broken, who: who as Person, [Symbol.asyncDispose]: () => context.close() }
}

/** Takes a screenshot, and checks the page for accessibility violations and horizontal overflow. */
export async function look(page: Page, view: View, name: string): Promise<void> {
  await picture(page, `console ${name} ${view}`)
  if (view === 'without JavaScript') return
  assert.deepEqual(await barriers(page), [], name)
  const width: number = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
  assert.ok(width <= 0, `${name} is ${width} px wider than the screen`)
}
