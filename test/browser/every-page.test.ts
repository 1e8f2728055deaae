import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { LANGUAGES } from '../../src/words/languages.ts'
import { barriers, loadAxe } from '../support/axe.ts'
import { SPACED, structureIn, TOO_WIDE, TRANSFERRED } from '../support/page-checks.ts'
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
      assert.deepEqual(await page.evaluate(structureIn('en')), [])
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

/*
 * Words of other languages are longer. Every day the pages are looked at in German, on the smallest phone; a release looks in each
 * language, with all rules. The header chooses the language, so nobody has one of their own.
 */
for (const language of THOROUGH ? LANGUAGES.slice(1) : (['de'] as const)) {
  test(`every page in ${language} fits a small phone and stays accessible`, async () => {
    await site.semel.db.updateTable('users').set({ locale: null }).execute()
    const faults: string[] = []
    for (const [place, { route, viewer }] of shown.entries()) {
      const page = pages[viewer]
      await page.setExtraHTTPHeaders({ 'accept-language': language })
      // The button of the checkout stays at the end of the screen, so that it lies over a field of a low one.
      await page.setViewportSize({ width: 320, height: 4000 })
      await page.goto(addressOf(route))
      await page.locator('details').evaluateAll(all => all.map(element => element.setAttribute('open', '')))
      const isWidget = (await page.locator('[data-third-party]').count()) > 0
      const found = [await page.evaluate(TOO_WIDE)]
      if (THOROUGH || place % SOME === 1) found.push(...(await barriers(page)))
      if (THOROUGH && !isWidget) found.push(...((await page.evaluate(structureIn(language))) as string[]))
      for (const fault of found.filter(Boolean)) faults.push(`${route}: ${JSON.stringify(fault)}`)
    }
    for (const page of Object.values(pages)) {
      await page.setExtraHTTPHeaders({})
      await page.setViewportSize({ width: 1280, height: 900 })
    }
    assert.deepEqual(faults, [])
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
