import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { foreignWords, OTHERS } from '../support/foreign-words.ts'
import { NAMES } from '../support/names-on-pages.ts'
import { openSite, pagesOf } from '../support/site.ts'

/*
 * Every page of the shop and of the console in German and in French: no English word is left.
 */
const site = await openSite()
after(() => site[Symbol.asyncDispose]())
const { contexts, addressOf } = site

/** Pages for programmers and for trying things out speak English: the documentation, and the inbox of a development shop. */
const ENGLISH = /^\/(?:docs|dev|problems)(?:\/|$)/

const shown = (await pagesOf(site)).filter(({ route }) => !ENGLISH.test(route))

for (const language of OTHERS) {
  test(`page of shop or console → no English word but names: ${language}`, async () => {
    await site.semel.db.updateTable('users').set({ locale: null }).execute()
    // Slips and documents speak the language of their order.
    await site.semel.db.updateTable('orders').set({ locale: language }).execute()
    const left = new Set<string>()
    for (const { route, viewer } of shown) {
      const read = async (wanted: string) => {
        const headers = { accept: 'text/html', 'accept-language': wanted }
        // A text of the shop is written in the language of its address.
        const address = addressOf(route).replace(/\/en(?=\/|$)/, `/${wanted}`)
        return (await contexts[viewer].request.get(address, { headers })).text()
      }
      const [english, page] = [await read('en'), await read(language)]
      assert.match(page, new RegExp(`<html lang="${language}"`), route)
      for (const words of foreignWords(english, page, language, NAMES)) left.add(`${route}: ${words}`)
    }
    if (process.env.LEFT) for (const line of left) console.log(language, line)
    assert.deepEqual([...left], [])
  })
}
