import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { drill } from '../support/tree-copy.ts'

/** The folder is copied from the French one; two texts tell them apart, one of the shop and one of the console. */
async function addPortuguese(copy: string): Promise<void> {
  const [from, to] = [join(copy, 'src/words/fr'), join(copy, 'src/words/pt')]
  await cp(from, to, { recursive: true })
  for (const [file, french, own] of [
    ['common.ts', "'Panier'", "'Carrinho'"],
    ['emails.ts', "'Bienvenue chez {name}'", "'Bem-vindo a {name}'"],
    ['console/frame.ts', "'Vue d’ensemble'", "'Visão geral'"],
  ] as const) {
    const text = await readFile(join(to, file), 'utf8')
    await writeFile(join(to, file), text.replace(french, own))
  }
}

/** Runs in the copy, with a server and a database. */
const TEST = `
  import assert from 'node:assert/strict'
  import { test } from 'node:test'
  import { cookieNames } from './src/accounts/sessions/cookies.ts'
  import { renderHtml } from './src/notifications/messages/html.ts'
  import { renderText } from './src/notifications/messages/text.ts'
  import { TEXT_KINDS } from './src/notifications/texts/placeholders.ts'
  import { SAMPLE_SHOP, sampleLetter } from './src/notifications/texts/samples.ts'
  import { changeShop, forgetShop } from './src/shop/settings.ts'
  import { inLanguage, t } from './src/words/words.ts'
  import { person } from './test/support/people.ts'
  import { stockProduct } from './test/support/products.ts'
  import { pageRoutes } from './test/support/routes.ts'
  import { startSemel } from './test/support/semel.ts'

  test('the added language → every page and email renders in it', async () => {
    await using semel = await startSemel({}, { worker: false })
    const admin = await person(semel, 'admin')
    const client = semel.client()
    client.cookies.set(cookieNames(semel).session, admin.token)
    const { status } = await client.patch('/api/admin/settings', { languages: ['pt', 'en'], homeTitle: { pt: 'Chá' } }, admin)
    assert.equal(status, 200)
    await forgetShop(semel.db)
    const id = await stockProduct(semel.db, { name: 'Cha', stock: 5 })
    const speak = { headers: { 'accept-language': 'pt' } }
    assert.equal((await client.patch('/api/users/me', { locale: 'pt' }, admin)).status, 200)
    assert.match((await client.get('/products', speak)).text, /<html lang="pt".*Carrinho/s)
    assert.match((await client.get('/admin', speak)).text, /<html lang="pt".*Visão geral/s)
    const form = (await client.get('/admin/products/' + id, speak)).text
    assert.match(form, /texts\\.pt\\.name/)
    assert.match(form, /Enregistrer les textes en português/)
    assert.match((await client.get('/account', speak)).text, /Português/)
    const pages = pageRoutes(semel.app).filter(({ method, path }) => method === 'GET' && !/[:*]/.test(path))
    assert.ok(pages.length > 60, String(pages.length))
    for (const { path } of pages) {
      const answer = await client.get(path, speak)
      assert.ok(answer.status < 500, path + ' ' + answer.status)
    }
    inLanguage('pt', () => {
      assert.equal(t('Welcome to {name}', { name: 'Cha' }), 'Bem-vindo a Cha')
      for (const kind of TEXT_KINDS) {
        const letter = sampleLetter(kind, SAMPLE_SHOP)
        assert.match(renderHtml(letter, SAMPLE_SHOP), /<html lang="pt"/, kind)
        assert.ok(renderText(letter, SAMPLE_SHOP).length > 100, kind)
      }
    })
  })
`

test('folder and entry of the list → pages and emails speak it', () =>
  drill(TEST, { 'src/words/languages.ts': ["export const LANGUAGES = ['en', 'de', 'fr'", ", 'pt'"] }, addPortuguese))
