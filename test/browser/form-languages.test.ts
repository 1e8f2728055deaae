import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeShop, forgetShop } from '../../src/shop/settings.ts'
import { openAs, reasonsOn, startWithBrowser } from '../support/pages.ts'

/* Rule R4 in every language: a form says the same with and without JavaScript, and leaves nothing in English. */
const at = await startWithBrowser()
const { semel } = at
await changeShop(semel.db, { name: 'Maison du Thé', languages: ['en', 'de', 'fr'] })
await forgetShop(semel.db)

const EMAIL = { de: 'E-Mail', fr: 'E-mail' }
const SEND = { de: 'Nachricht senden', fr: 'Envoyer le message' }
const HEADLINES = { de: 'Bitte prüfen Sie:', fr: 'Il y a un problème avec\u00a0:' }

for (const language of ['de', 'fr'] as const) {
  test(`a refused form says the same with and without JavaScript: ${language}`, async () => {
    const shown = await Promise.all(
      (['narrow', 'without JavaScript'] as const).map(async view => {
        await using opened = await openAs(at, 'guest', view, `/${language}/contact`)
        const { page } = opened
        await page.getByLabel(EMAIL[language]).fill('flavia')
        await page.getByRole('button', { name: SEND[language], exact: true }).click()
        await page.getByRole('alert').waitFor()
        const summary = page.locator(':focus')
        return {
          title: await page.title(),
          headline: await summary.getByRole('heading').textContent(),
          reasons: await reasonsOn(page),
          path: new URL(page.url()).pathname,
        }
      }),
    )
    assert.deepEqual(shown[0], shown[1])
    assert.equal(shown[0]!.headline, HEADLINES[language])
    for (const reason of shown[0]!.reasons) assert.doesNotMatch(reason, /must be|required/)
    assert.equal(shown[0]!.path, `/${language}/contact`)
  })
}

test('page in one language leads to pages in it, and is remembered', async () => {
  const client = semel.client()
  const page = await client.get('/fr/products', { headers: { accept: 'text/html', 'accept-language': 'de' } })
  assert.match(page.text, /<html lang="fr" data-locale="fr"/)
  const links = [...page.text.matchAll(/ (?:href|action)="(\/[^"]*)"/g)].map(([, address]) => address!)
  const others = links.filter(address => !/^\/(fr|en|de)(\/|$)|^\/(assets|admin|dev|docs)\b/.test(address))
  assert.deepEqual(others, [])
  assert.match(page.text, /hreflang="de" href="[^"]+\/de\/products"/)
  assert.match((await client.get('/contact', { headers: { 'accept-language': 'de' } })).text, /<html lang="fr"/)
  assert.equal((await semel.client().get('/it/products')).status, 404)
})

test('language that the shop does not have → page without it', async () => {
  await changeShop(semel.db, { languages: ['fr'] })
  await forgetShop(semel.db)
  const { status, headers } = await semel.client().get('/de/products', { headers: { accept: 'text/html' } })
  assert.deepEqual([status, headers.get('location')], [302, '/products'])
  assert.match((await semel.client().get('/products')).text, /<html lang="fr"/)
})
