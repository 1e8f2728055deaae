/** Firefox ESR of Debian (`apt-get install firefox-esr`), driven over WebDriver BiDi by the driver that Chromium has, too. */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Browser } from 'playwright-core'

export const FIREFOX = '/usr/bin/firefox-esr'

/** Tests whether the browser of a test is Firefox: its driver cannot turn scripts off, and grants no access to the clipboard. */
export const isFirefox = () => process.env.SEMEL_BROWSER === 'firefox'

export const whyNoFirefox = () =>
  existsSync(FIREFOX) ? undefined : 'Firefox is not installed on this machine: apt-get install firefox-esr'

export async function openFirefox(timeout: number): Promise<Browser> {
  const { firefox } = (await import(join(fittingDriver(), 'index.mjs'))) as typeof import('playwright-core')
  return firefox.launch({ channel: 'moz-firefox', executablePath: FIREFOX, headless: true, timeout })
}

/** Firefox ESR 153 does not know the command for the colors of the night, with which every context begins. */
const UNKNOWN = /await this\.(_session|_browser\._browserSession)\.send\("emulation\.setMediaFeaturesOverride"/g

/** @returns a directory with a copy of the driver that leaves this command out */
function fittingDriver(): string {
  const original = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'))
  const { version } = JSON.parse(readFileSync(join(original, 'package.json'), 'utf8'))
  const copy = join(tmpdir(), `semel-playwright-${version}-${process.pid}`, 'playwright-core')
  mkdirSync(copy, { recursive: true })
  process.once('exit', () => rmSync(dirname(copy), { recursive: true, force: true }))
  cpSync(original, copy, { recursive: true })
  const bundle = join(copy, 'lib/coreBundle.js')
  const text = readFileSync(bundle, 'utf8')
  if (text.match(UNKNOWN)?.length !== 2) throw new Error('This version of playwright-core sends other commands.')
  writeFileSync(bundle, text.replace(UNKNOWN, 'void (() => {})("emulation.setMediaFeaturesOverride"'))
  return copy
}
