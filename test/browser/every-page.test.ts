import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { barriers, loadAxe } from '../support/axe.ts'
import { stockProduct } from '../support/products.ts'
import { openSite, pagesOf, type Visitor } from '../support/site.ts'
import { statesOf } from '../support/states.ts'
import { THOROUGH } from '../support/thorough.ts'

/*
 * Accessibility of every page of the route table: the rules of axe, and checks that axe does not have.
 */
const site = await openSite()
after(() => site[Symbol.asyncDispose]())
const { contexts, addressOf } = site
const pages = {} as Record<Visitor, Page>
for (const [visitor, context] of Object.entries(contexts)) pages[visitor as Visitor] = await openPage(context)

/**
 * Every day one page of these is also looked at in the dark and on a small phone with the rules of axe: colors and layout come from the
 * parts, which many pages share. A release looks at all.
 */
const SOME = 5

const weights: { route: string; bytes: number }[] = []
const titles = new Map<string, string>()
// The body of an email is not our page; one of our pages shows it in a frame.
const FRAMED = ['/dev/mail/:id/body', '/admin/settings/email-texts/:kind/:language/preview']
const shown = (await pagesOf(site)).filter(({ route }) => !FRAMED.includes(route))

test('the route table has pages', () => assert.ok(shown.length > 35, String(shown.length)))

for (const [place, { route, viewer }] of shown.entries()) {
  test(`${route} is accessible: wide, narrow, dark, spaced, by keyboard and screen reader`, async () => {
    const page = pages[viewer]
    await page.goto(addressOf(route))
    await page.locator('details').evaluateAll(all => all.map(element => element.setAttribute('open', '')))
    // The inside of a widget is not ours to repair. Scalar, the viewer of the API reference, is the only one.
    const isWidget = (await page.locator('[data-third-party]').count()) > 0
    // Its heading comes with its script.
    if (isWidget) await page.locator('.scalar-app main h1').first().waitFor()
    assert.deepEqual(await barriers(page), [], 'wide')
    if (!isWidget) {
      assert.deepEqual(await page.evaluate(STRUCTURE), [])
      const bytes = Number(await page.evaluate(TRANSFERRED))
      weights.push({ route, bytes })
      assert.ok(bytes < 100_000, `${route} transfers ${bytes} bytes`)
    }
    const title = await page.title()
    assert.match(title, / · (?:Semel|Lamp House)$/)
    assert.equal(titles.get(title), undefined, `${title} is the title of another page too`)
    titles.set(title, route)

    const isLookedAtTwice = THOROUGH || place % SOME === 0
    if (isLookedAtTwice) {
      await page.emulateMedia({ colorScheme: 'dark' })
      assert.deepEqual(await barriers(page, ['color-contrast']), [], 'dark')
      await page.emulateMedia({ colorScheme: 'light' })
    }

    await page.setViewportSize({ width: 320, height: 700 })
    // A bar that stays in sight has its own place there, and covers nothing.
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    if (isLookedAtTwice) assert.deepEqual(await barriers(page, THOROUGH ? undefined : OF_LAYOUT), [], 'small')
    assert.equal(await page.evaluate(TOO_WIDE), '')
    // WCAG 2.2, 1.4.12
    await page.evaluate(SPACED)
    if (!isWidget) assert.equal(await page.evaluate(TOO_WIDE), '', 'with more space')
    await page.setViewportSize({ width: 1280, height: 900 })
  })
}

/** Opening a page costs as much as showing it, so the states of a visitor share one. */
const shared = new Map<BrowserContext, Page>()

// Every day the pages are enough; a release looks at their states too.
for (const { name, context, address, act } of THOROUGH ? await statesOf(site) : []) {
  test(`${name}: accessible by day and at night, and fits a small phone`, async () => {
    const page = shared.get(context) ?? (await openPage(context))
    shared.set(context, page)
    await page.goto(address)
    await act?.(page)
    assert.deepEqual(await barriers(page), [], 'wide')
    await page.emulateMedia({ colorScheme: 'dark' })
    assert.deepEqual(await barriers(page, ['color-contrast']), [], 'dark')
    await page.setViewportSize({ width: 320, height: 700 })
    assert.equal(await page.evaluate(TOO_WIDE), '')
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.emulateMedia({ colorScheme: 'light' })
  })
}

// It opens every page a second time.
if (THOROUGH) {
  test('without JavaScript no page shows a button that needs it', async () => {
    for (const viewer of Object.keys(contexts) as Visitor[]) {
      const context = await site.browser.newContext({
        baseURL: site.origin,
        javaScriptEnabled: false,
        storageState: await contexts[viewer].storageState(),
      })
      const page = await context.newPage()
      for (const { route } of shown.filter(one => one.viewer === viewer)) {
        await page.goto(addressOf(route))
        assert.deepEqual(await page.locator('[hidden]').filter({ visible: true }).allInnerTexts(), [], route)
      }
      await context.close()
    }
  })
}

test('no page is heavy', t => {
  const heaviest = weights.toSorted((a, b) => b.bytes - a.bytes).slice(0, 5)
  t.diagnostic(heaviest.map(({ route, bytes }) => `${route} ${Math.round(bytes / 1000)} kB`).join(', '))
  assert.ok(weights.length > 35)
})

test('forced colors still mark the current page and the chosen product', async () => {
  const page = pages.admin
  const [oak, ash] = await Promise.all([1, 2].map(() => stockProduct(site.semel.db, { name: 'Stool' })))
  const { csrfToken } = await (await page.request.get('/api/auth/csrf')).json()
  const made = await page.request.post('/api/product-groups', {
    data: {
      name: 'Stool',
      options: [{ name: 'Wood', values: ['oak', 'ash'] }],
      products: [
        { id: oak, options: [{ name: 'Wood', value: 'oak' }] },
        { id: ash, options: [{ name: 'Wood', value: 'ash' }] },
      ],
    },
    headers: { 'x-csrf-token': csrfToken },
  })
  assert.equal(made.status(), 201)
  await page.emulateMedia({ forcedColors: 'active' })
  for (const [address, ways] of [
    ['/admin', '.sidebar'],
    ['/admin/health', '.switch'],
    ['/admin/orders', '.lists'],
    ['/products', 'header.site nav'],
    [`/products/${oak}`, '.chips'],
  ] as const) {
    await page.goto(address)
    const marked = await page.evaluate(`(() => {
      const look = e => getComputedStyle(e).backgroundColor
      return look(document.querySelector('${ways} a[aria-current]')) !== look(document.querySelector('${ways} a:not([aria-current])'))
    })()`)
    assert.equal(marked, true, `${ways} on ${address}`)
    const looks = await page.evaluate(`(() => {
      const look = e => getComputedStyle(e).color + ' on ' + getComputedStyle(e).backgroundColor
      const probe = document.createElement('a')
      Object.assign(probe.style, { forcedColorAdjust: 'none', color: 'HighlightText', backgroundColor: 'Highlight' })
      document.body.append(probe)
      return [look(document.querySelector('${ways} a[aria-current]')), look(probe)]
    })()`)
    const [current, highlighted] = looks as string[]
    assert.equal(current, highlighted, `${ways} on ${address}`)
  }
  await page.emulateMedia({ forcedColors: null })
})

test('printed order names the shop without site links; documents have own letterheads', async () => {
  const page = pages.admin
  await page.emulateMedia({ media: 'print' })
  await page.goto(addressOf('/orders/:id'))
  assert.equal(await page.locator('header.site .wordmark').isVisible(), true)
  for (const part of ['.ribbon', 'header.site nav', 'a[href^="/withdraw"]', 'footer.site']) {
    assert.equal(await page.locator(part).first().isVisible(), false, part)
  }
  await page.goto(addressOf('/documents/:id'))
  assert.equal(await page.locator('header.site').isVisible(), false)
  await page.emulateMedia({ media: null })
})

test('the console marks the current page among its ways', async () => {
  const page = pages.admin
  await page.goto('/admin/orders')
  const looks = await page
    .locator('.sidebar nav')
    .first()
    .getByRole('listitem')
    .getByRole('link')
    .evaluateAll(links =>
      // The count of open work follows the name.
      links.map(link => [
        link.textContent?.replace(/ ?\d.*/s, ''),
        link.computedStyleMap().get('background-color')?.toString(),
      ]),
    )
  const [other] = looks.filter(([name]) => !name?.startsWith('Orders')).map(([, color]) => color)
  assert.deepEqual(
    looks.filter(([, color]) => color !== other).map(([name]) => name?.split(' ')[0]),
    ['Orders'],
  )
})

async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await loadAxe(page)
  return page
}

/** The rules whose answer depends on the width of the screen. A release tries them all there too. */
const OF_LAYOUT = ['target-size', 'color-contrast', 'scrollable-region-focusable', 'link-in-text-block', 'label']

/** The bytes of a first visit: the page and all it loads, compressed. */
const TRANSFERRED = `[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`

/** The elements that overflow a small screen. */
const TOO_WIDE = `(() => {
  if (document.documentElement.scrollWidth <= innerWidth) return ''
  const wide = [...document.body.querySelectorAll('*')].filter(e => e.getBoundingClientRect().right > innerWidth + 1)
  return document.documentElement.scrollWidth + ' px: ' + wide.slice(0, 5).map(e => e.outerHTML.slice(0, 120)).join(' | ')
})()`

const SPACED = `(() => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }')
  document.adoptedStyleSheets.push(sheet)
})()`

/** Structure for screen readers and keyboards: one h1, no skipped heading levels, distinct names of links and buttons, visible focus. */
const STRUCTURE = `(() => {
  const wrong = []
  const levels = [...document.querySelectorAll('h1, h2, h3, h4')].map(h => Number(h.tagName[1]))
  if (levels.filter(level => level === 1).length !== 1) wrong.push('there is not one h1: ' + levels)
  levels.forEach((level, place) => {
    if (level > (levels[place - 1] ?? 0) + 1) wrong.push('a heading level is skipped: ' + levels)
  })
  if (document.documentElement.lang !== 'en') wrong.push('no language')
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
  for (const id of new Set(ids.filter((id, place) => ids.indexOf(id) !== place))) wrong.push('two parts have the id ' + id)
  const main = document.querySelector('main')
  const nameOf = e => (e.getAttribute('aria-label') ?? e.textContent).trim().replace(/\\s+/g, ' ')
  const led = new Map()
  for (const link of main.querySelectorAll('a[href]')) {
    const known = led.get(nameOf(link))
    if (known && known !== link.href) wrong.push('two links are called ' + nameOf(link))
    led.set(nameOf(link), link.href)
  }
  const pressed = new Set()
  for (const button of main.querySelectorAll('button')) {
    const group = button.closest('[role=group]')?.getAttribute('aria-labelledby') ?? ''
    if (pressed.has(group + nameOf(button))) wrong.push('two buttons are called ' + nameOf(button))
    pressed.add(group + nameOf(button))
  }
  for (const e of document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary')) {
    if (!e.checkVisibility() || e.closest('[hidden]')) continue
    e.focus({ focusVisible: true, preventScroll: true })
    if (document.activeElement !== e) wrong.push('no focus on ' + e.outerHTML.slice(0, 100))
    const seen = [undefined, '::after'].some(part => {
      const { outlineStyle, outlineWidth } = getComputedStyle(e, part)
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2
    })
    if (!seen) wrong.push('no visible focus on ' + e.outerHTML.slice(0, 100))
  }
  document.activeElement.blur()
  return wrong
})()`
