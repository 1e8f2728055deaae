import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import chromium from '@sparticuz/chromium'
import {
  type Browser,
  type BrowserContextOptions,
  type Page,
  chromium as playwright,
  type Route,
} from 'playwright-core'
import { MINUTE } from '../../src/time.ts'
import { isFirefox, openFirefox } from './firefox.ts'
import { THOROUGH } from './thorough.ts'

/** Time that a page may take to do what a test waits for. A machine that does much else is slow, not wrong. */
const PAGE_TIMEOUT = MINUTE

/**
 * Keeps a click from a page whose scripts have not run yet: it waits as for a button that something covers. On a busy machine
 * a test would otherwise press a link before the script that saves what was typed.
 */
const UNTOUCHABLE = `if (matchMedia('(scripting: enabled)').matches) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { pointer-events: none !important }')
  document.adoptedStyleSheets = [sheet]
  document.addEventListener('DOMContentLoaded', () => { document.adoptedStyleSheets = [] })
}`

/**
 * A real Chromium, or Firefox with `SEMEL_BROWSER=firefox`. Close it with the test file.
 * The package's own switches are for a function in a cloud: they run everything in one process, which ends with the first
 * page that is closed, and turn web security off, which is what we want to see at work.
 * @param paints whether it can take pictures. Without, pages have their layout but no pixels.
 */
export async function openBrowser({ paints = Boolean(process.env.PICTURES) } = {}): Promise<Browser> {
  const browser = isFirefox() ? await openFirefox(PAGE_TIMEOUT) : await openChromium(paints)
  browser.on('context', context => {
    context.setDefaultTimeout(PAGE_TIMEOUT)
    void context.addInitScript(UNTOUCHABLE)
    if (process.env.SLOW_SCRIPTS) void context.route('**/*.js', slowly)
  })
  return browser
}

async function openChromium(paints: boolean): Promise<Browser> {
  return playwright.launch({
    executablePath: await unpackBrowser(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // A new process for each page has to compile all scripts again.
      '--process-per-site',
      '--renderer-process-limit=1',
      // A quarter of the processor time of browser tests would go into pixels that nobody sees.
      ...(paints ? [] : ['--blink-settings=acceleratedCompositingEnabled=false']),
    ],
    headless: true,
    timeout: PAGE_TIMEOUT,
  })
}

/**
 * Unpacks the browser, once for each user of the machine: what one user unpacked, another may not run. `npm test` does it
 * before any test, because a second one would take the half-written file of the first for the whole.
 * @returns the path of the program
 */
export async function unpackBrowser(): Promise<string> {
  const { TMPDIR } = process.env
  const directory = join(tmpdir(), `semel-chromium-${process.getuid?.() ?? 'user'}`)
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  // The package asks the environment where to unpack.
  process.env.TMPDIR = directory
  try {
    return await chromium.executablePath()
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
}

/** `SLOW_SCRIPTS=1 npm test -- browser` shows which tests press or read before the script of a page has run. */
async function slowly(route: Route) {
  await setTimeout(300)
  await route.continue()
}

/** Ways to look at pages: on a desk, on a small phone, at night, and with scripts off. */
export const VIEWS = {
  wide: { viewport: { width: 1280, height: 900 } },
  narrow: { viewport: { width: 320, height: 700 } },
  dark: { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' },
  'without JavaScript': { viewport: { width: 1280, height: 900 }, javaScriptEnabled: false },
} satisfies Record<string, BrowserContextOptions>

export type View = keyof typeof VIEWS

/**
 * Ways to walk a journey: with scripts on a small phone, where buttons cover each other first, and without on a desk.
 */
export const WALKS = ['narrow', 'without JavaScript'] as const satisfies View[]
if (isFirefox()) (WALKS as unknown as View[]).pop()
/**
 * Ways to walk the journeys of staff. Their pages are made of the same parts as those of customers, so that a release is soon enough
 * for those without scripts.
 */
export const STAFF_WALKS = THOROUGH ? WALKS : WALKS.slice(0, 1)

/** `PICTURES=1 npm test -- contact` leaves pictures of the pages in `.semel-test/screenshots`, for people to look at. */
export async function picture(page: Page, name: string): Promise<void> {
  if (process.env.PICTURES) await page.screenshot({ path: `.semel-test/screenshots/${name}.png`, fullPage: true })
}
