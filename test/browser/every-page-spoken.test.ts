import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { CARRIERS } from '../../src/world/parcels/carriers.ts'
import { LABEL_FILES } from '../../src/world/parcels/label-files.ts'
import { foreignWords, OTHERS } from '../support/foreign-words.ts'
import { openSite, pagesOf, SHOP_NAME } from '../support/site.ts'

/*
 * Every page of the shop and of the console in German and in French: no English word is left.
 */
const site = await openSite()
after(() => site[Symbol.asyncDispose]())
const { contexts, addressOf } = site

/** Pages for programmers and for trying things out speak English: the documentation, and the inbox of a development shop. */
const ENGLISH = /^\/(?:docs|dev|problems)(?:\/|$)/

const shown = (await pagesOf(site)).filter(({ route }) => !ENGLISH.test(route))

/** Whole words that are no English although an English page has them, each with its reason. */
const NAMES = Object.values({
  'names of programs and companies': [
    'Semel',
    'Stripe',
    'DATEV',
    'Excel',
    'Google',
    '1Password',
    'node',
    'Mozilla',
    'webhooks',
    'erp',
  ],
  'carriers and their programs': [...CARRIERS.map(({ name }) => name), ...LABEL_FILES.map(({ title }) => title)],
  'the shop, its staff and its customers': [
    'Lamp House GmbH',
    SHOP_NAME,
    'Alex Admin',
    'Grace Hopper',
    'Ada Lovelace',
    'Nora New',
    'Grüner Weg',
    'Lindenstraße',
    'Road',
  ],
  'products, groups, options and categories of this shop': [
    'Reading lamp',
    'Oak desk',
    'Felt rug',
    'Lamp',
    'lamp',
    'LAMP',
    'Thing',
    'things',
    'Furniture',
    'Stool',
    'Seats',
    'Colour',
    'Wood',
    'oak',
    'ash',
  ],
  'made-up facts in the preview of an email': ['Desk lamp', 'Tea cup', 'CUP', '12 St James’s Square', 'SW1Y 4JH'],
  'texts of this shop that staff see as they were written': [
    'VIP',
    'Where is it?',
    'Blue field',
    'Our story',
    'About our lamps',
    'The workshop',
    'A field',
    'Warehouse',
    'Newsletter',
    'We open on Sundays',
    'Soon',
    'A draft',
    'SUMMER',
    'We',
    'love',
    'lamps',
    'Refund order',
    'NEW',
    'BAD',
    'price',
    'free',
    'images',
  ],
  'titles of legal pages, which this shop has in English alone': [
    'delivery',
    'imprint',
    'privacy',
    'terms',
    'withdrawal',
  ].map(slug => `Our ${slug}`),
  'delivery method of a new shop, in the language of an order': ['Standardversand', 'Livraison standard'],
  units: ['mg', 'kg', 'ml', 'cl', 'cm', 'ms'],
  'formats of files and of invoices': [
    'UTF',
    'ISO',
    'Mac Roman',
    'XRechnung',
    'UBL',
    'CII',
    'Peppol BIS Billing',
    'SKR03',
    'SKR04',
  ],
  'settings of the database': ['fsync'],
  'registers of companies': ['SIREN', 'HRB', 'FN', 'KVK'],
}).flat()

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
