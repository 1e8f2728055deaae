import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { seed } from '../../src/dev/seed.ts'
import { changeShop, forgetShop } from '../../src/shop/settings.ts'
import { openBrowser } from '../support/browser.ts'
import { startSemel } from '../support/semel.ts'

/*
 * Requests and bytes of a first visit to the demo shop, without a cache. All that the browser loads by itself counts, headers too:
 * the page, its style, script and font, and the pictures in sight. Pictures further down are loaded when a reader comes near
 * (`loading=lazy`); Chromium begins 1,250 pixels before, and those count as well.
 */
const MOST_REQUESTS = 6
const MOST_BYTES = 100_000

const semel = await startSemel({}, { worker: false })
await seed(semel)
await changeShop(semel.db, { accent: '#7a1f3d' })
await forgetShop(semel.db)
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await semel[Symbol.asyncDispose]()
})

const SHOPS = {
  gallery: { productLayout: 'gallery' },
  compact: { productLayout: 'compact', backgroundColor: '#fbf7f0', textColor: '#2a1d14' },
} as const

for (const [path, layout] of [
  ['/', 'gallery'],
  ['/products', 'gallery'],
  ['/products/1', 'gallery'],
  ['/products/2', 'gallery'],
  ['/', 'compact'],
  ['/products', 'compact'],
  ['/products/1', 'compact'],
] as const) {
  test(`${path}, ${layout}: at most ${MOST_REQUESTS} requests and ${MOST_BYTES / 1000} kB`, async t => {
    await changeShop(semel.db, SHOPS[layout])
    await forgetShop(semel.db)
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, baseURL: semel.origin })
    const page = await context.newPage()
    const network = await context.newCDPSession(page)
    await network.send('Network.enable')
    const asked = new Map<string, string>()
    let bytes = 0
    network.on('Network.requestWillBeSent', ({ requestId, request }) => {
      if (!request.url.startsWith('data:')) asked.set(requestId, new URL(request.url).pathname)
    })
    network.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
    })
    const { pathname } = new URL((await page.goto(path, { waitUntil: 'networkidle' }))!.url())
    t.diagnostic(`${asked.size} requests, ${bytes} bytes`)
    assert.ok(asked.size <= MOST_REQUESTS, [...asked.values()].join('\n'))
    assert.ok(bytes < MOST_BYTES, `${pathname}: ${bytes} bytes`)
    const empty =
      await page.evaluate(`[...document.images].filter(image => image.getBoundingClientRect().top < innerHeight
      && image.naturalWidth === 0).map(image => image.src)`)
    assert.deepEqual(empty, [], 'pictures in sight are there')
    await context.close()
  })
}
