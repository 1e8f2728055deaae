import { mkdirSync } from 'node:fs'
import chromium from '@sparticuz/chromium'
import { type Browser, type BrowserContextOptions, chromium as playwright } from 'playwright-core'

/**
 * A real Chromium. Close it with the test file.
 * The package's own switches are for a function in a cloud: they run everything in one process, which ends with the first
 * page that is closed, and turn web security off, which is what we want to see at work.
 */
export async function openBrowser(): Promise<Browser> {
  return playwright.launch({
    executablePath: await chromium.executablePath(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
    headless: true,
  })
}

/** How pages are looked at: on a desk, on a small phone, at night, and with scripts off. */
export const VIEWS = {
  wide: { viewport: { width: 1280, height: 900 } },
  narrow: { viewport: { width: 320, height: 700 } },
  dark: { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' },
  'without JavaScript': { viewport: { width: 1280, height: 900 }, javaScriptEnabled: false },
} satisfies Record<string, BrowserContextOptions>

/** Where screenshots for people go; not committed. */
export function screenshotPath(name: string): string {
  mkdirSync('.semel-test/screenshots', { recursive: true })
  return `.semel-test/screenshots/${name}.png`
}
