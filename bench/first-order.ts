import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { openDatabase } from '../src/database/open.ts'
import { openBrowser } from '../test/support/browser.ts'
import { COMMAND, spawnServe } from '../test/support/process.ts'
import { stockProduct } from '../test/support/products.ts'
import type { Bench, Row } from './bench.ts'
import { databaseOf } from './build.ts'

/*
 * The way of a first-time buyer on a phone from a product to a placed order: screens, presses, typed fields, and the time that it takes at
 * human speed. The floor is the same way in another build (`--beside DIR`), which may ask for an account first: then with a passkey, the
 * fastest second factor. The time is that of the keystroke-level model (Card, Moran and Newell, Communications of the ACM 23(7), 1980):
 * M 1.35 s to prepare, P 1.10 s to point, 0.20 s for a button, and the waits that were measured. A character takes 0.33 s on a phone
 * (Palin and others, MobileHCI 2019: 36.2 words of five characters in a minute). A phone that knows its owner fills the fields of name and
 * address with one press, if their `autocomplete` says what they are (HTML, autofill).
 */
export const bench: Bench = {
  title: 'First order of a new customer on a phone (320 px)',
  async run({ beside }) {
    await using own = await openBuild(COMMAND)
    await using other = beside ? await openBuild(join(beside, 'bin/semel.js')) : undefined
    const browser = await openBrowser()
    try {
      const rows: Row[] = []
      for (const filling of ['by hand', 'by autofill'] as const) {
        const [mine, theirs] = [await walk(browser, own, filling), other && (await walk(browser, other, filling))]
        const row = (what: string, kind: keyof Way, unit: Row['unit'] = '', target?: number): Row => ({
          what: `${what}, filled ${filling}`,
          unit,
          measured: mine[kind],
          ...(theirs && { floor: theirs[kind], ...(target && { target }) }),
        })
        rows.push(
          row('screens', 'screens'),
          row('presses', 'presses', '', 0.4),
          row('typed fields', 'fields', '', 0.4),
          row('typed characters', 'characters'),
          row('time at human speed', 'time', 'ms', 0.4),
        )
      }
      return rows
    } finally {
      await browser.close()
    }
  },
}

const [PREPARE, POINT, BUTTON, CHARACTER] = [1350, 1100, 200, 60_000 / (36.2 * 5)]

type Way = { screens: number; presses: number; fields: number; characters: number; time: number }

async function openBuild(command: string) {
  const database = await databaseOf(command)
  const opened = openDatabase(database.url)
  const product = await stockProduct(opened.db)
  const semel = await spawnServe(database.url, {}, command)
  return {
    product: `${semel.origin.replace('127.0.0.1', 'localhost')}/products/${product}`,
    [Symbol.asyncDispose]: async () => {
      await semel.kill()
      await opened[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    },
  }
}

/** The contact of the buyer, by the labels of the fields. */
const TYPED: Record<string, string> = {
  Email: '',
  Password: 'correct horse battery',
  Name: 'Ada Lovelace',
  'Full name': 'Ada Lovelace',
  'Address line 1': 'Hauptstraße 12',
  Postcode: '10115',
  'Town or city': 'Berlin',
}

/** The parts of a contact that browsers fill in, by their names in HTML. */
const FILLED_BY_PHONES = [
  'email',
  'username',
  'name',
  'shipping name',
  'address-line1',
  'shipping address-line1',
  'postal-code',
  'shipping postal-code',
  'address-level2',
  'shipping address-level2',
]

/** The first of these on a screen leads on. */
const LEADS_ON = [
  'Order and pay',
  'Place order',
  "I've saved them. Go to checkout",
  'Create a passkey',
  'Create account',
  'Create an account',
  'Go to checkout',
  'Add to cart',
]

/** Each registers with an address of its own. */
let buyers = 0

type Filling = 'by hand' | 'by autofill'

async function walk(browser: Browser, { product }: { product: string }, filling: Filling): Promise<Way> {
  await using phone = await openPhone(browser)
  const { page } = phone
  const email = `ada.lovelace${++buyers}@example.com`
  const way = { screens: 1, presses: 0, fields: 0, characters: 0, time: 0 }
  await page.goto(product)
  while (!/\/orders\/\d+/.test(page.url())) {
    let filled = 0
    for (const { field, text } of await emptyFields(page, email)) {
      const isKnown = FILLED_BY_PHONES.includes((await field.getAttribute('autocomplete')) ?? '')
      await field.fill(text)
      if (filling === 'by autofill' && isKnown) {
        filled++
        continue
      }
      way.fields++
      way.characters += text.length
      way.time += PREPARE + POINT + text.length * CHARACTER
    }
    if (filled > 0) {
      way.presses++
      way.time += PREPARE + POINT + BUTTON
    }
    const began = performance.now()
    const pressed = await pressNext(page)
    // The device asks for a finger, as another press.
    const presses = pressed === 'Create a passkey' ? 2 : 1
    way.screens++
    way.presses += presses
    way.time += presses * (PREPARE + POINT + BUTTON) + performance.now() - began
  }
  return way
}

/** Finds the fields to type into. A visitor without an account does not sign in. */
async function emptyFields(page: Page, email: string) {
  const main = page.getByRole('main')
  if (await main.getByRole('link', { name: /^Create an account/ }).isVisible()) return []
  const all = Object.entries(TYPED).map(([label, text]) => ({
    field: main.getByLabel(label, { exact: true }),
    text: text || email,
  }))
  const isEmpty = await Promise.all(
    all.map(async ({ field }) => (await field.isVisible()) && (await field.inputValue()) === ''),
  )
  return all.filter((_, n) => isEmpty[n])
}

/** @returns the name of what was pressed, once the screen after it is there */
async function pressNext(page: Page): Promise<string> {
  for (const name of LEADS_ON) {
    const main = page.getByRole('main')
    // The button of an order may say its total.
    const named = { name: new RegExp(`^${name}`) }
    const target = main.getByRole('button', named).or(main.getByRole('link', named)).first()
    if (!(await target.isVisible())) continue
    await target.click()
    await target.waitFor({ state: 'detached' })
    await page.waitForLoadState()
    return name
  }
  throw new Error(`Nothing leads on at ${page.url()}: ${await page.getByRole('main').textContent()}`)
}

async function openPhone(browser: Browser) {
  const viewport = { width: 320, height: 700 }
  const context = await browser.newContext({ viewport, hasTouch: true, isMobile: true, locale: 'en-DE' })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { page, [Symbol.asyncDispose]: () => context.close() }
}
