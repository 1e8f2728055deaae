import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { consoleDictionary } from './de/console/dictionary.ts'
import { dictionary } from './de/dictionary.ts'
import { singulars as consoleSingulars } from './en/console/singulars.ts'
import { singulars as shopSingulars } from './en.ts'

/*
 * Texts without a use are work for each translator. A text is in use if the source has its words, between
 * its holes: sentences that are translated when they are English already have values there.
 */
const SOURCE = new URL('../', import.meta.url)

/** Sentences that the source puts together of parts, each with the place. */
const OF_PARTS = [
  // src/console/list-page.ts
  /^No [\w ]+ match$/,
  // src/console/sales: periods and their neighbors.
  /[Tt]he (?:day|week|month) (?:before|after)|^Orders per |^Emails per /,
  // src/console/orders and src/pages/done.ts: a step, with its question, its message and its email.
  /^Mark(?:ed)? as (?:un)?(?:paid|refunded)|^(?:The customer gets an email|Each customer gets an email|Your answer goes out) /,
  // src/console/settings/settings-pages.ts
  /^(?:Save|Remove) the (?:logo|picture)$|^Laws may want on your papers: /,
  // src/catalogue/stock/section.ts: with the usual mark.
  /Empty: 5, if it sells\.$/,
  // src/catalogue/import: a column in one language.
  /^(?:Description|Category) \(\{language\}\)$/,
  // src/console/operations: a clock that is ahead or behind.
  /^Clocks: the database is /,
  // States of orders, returns and withdrawals in refusals, and what cannot be ordered.
  /^The (?:order|return) is (?:already )?\w+(?:\.| and cannot become )|^This withdrawal is already |^It cannot be ordered: /,
  // src/orders/order-problems.ts
  /^With this order (?:you|your network) would have |^Only \{left\} left \(/,
  // src/http/input/wording.ts and src/pages/assets/form-errors.js
  /^\{label\} must be (?:a string|one of the choices|at least \{limit\}, the pieces that are shipped)$/,
  /^(?:Order ids|Product ids|Account numbers|There is no such (?:group|customer)\.)$|^\{label\} does not fit: a (?:product|group) has /,
]

/** Joins literals of several lines, which are one sentence. */
async function source(): Promise<string> {
  const files = (await readdir(SOURCE, { recursive: true })).filter(
    file => /\.(?:ts|js|sql)$/.test(file) && !/\.test\.ts$|^words\//.test(file),
  )
  const texts = await Promise.all(files.map(file => readFile(new URL(file, SOURCE), 'utf8')))
  return texts
    .join('\n')
    .replaceAll(/['`"]\s*\+\s*['`"]/g, '')
    .replaceAll(/\\(['`"])/g, '$1')
}

test('text of the dictionaries → said somewhere in the source', async () => {
  const said = await source()
  const texts = [...Object.keys({ ...dictionary, ...consoleDictionary })]
  const singulars = { ...shopSingulars, ...consoleSingulars }
  const isSaid = (text: string) => text.split(/\{\w+\}/).every(part => said.includes(part.trim()))
  const dead = texts.filter(
    text =>
      !OF_PARTS.some(part => part.test(text)) && !isSaid(text) && !(singulars[text] && isSaid(singulars[text].one)),
  )
  assert.deepEqual(dead, [])
})
