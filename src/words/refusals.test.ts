import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { translator } from './translate.js'
import { formSingulars, formWords } from './words.ts'

/*
 * Refusals are found where the source writes them: reasons of fields, and details of problems. A form shows them in the language of
 * its page, so every one that a form can meet has words there. test/browser/refusals-spoken.test.ts sends the forms.
 */
const SOURCE = new URL('../', import.meta.url)

/** Folders and files whose refusals no form meets. */
const WITHOUT_FORMS = [
  /^(?:words|openapi|dev|cli|feed|versions|config|metadata|catalogue\/paging|database|html)\//,
  /^http\/(?!input)/,
  /(?:-pages?|page-routes|layout|page-editor)\.ts$/,
]

/** Reasons of other things than refusals, and what programs or people without a form meet. */
const WITHOUT_WORDS = new Set(
  [
    // Kept in the history, or said by another sentence.
    ...['edited', 'cancelled', 'returned', 'imported', 'order_changed', 'product_not_received', 'Withdrawal'],
    ...['MALFORMED', 'unknown_hash', 'hash_out_of_bounds', 'The order costs less.', 'The order costs less now.'],
    ...[
      'This product is no longer sold.',
      'It cannot be ordered: 7.',
      'It is sold out at the moment.',
      'Only 7 7 left.',
    ],
    'The secret of this webhook cannot be decrypted. Replace it.',
    // Put together of parts, whose words the test of the browser reads.
    ...['7 7', 'does not fit: a 7 has at most 7 pictures', 'is not known7', 'must be 7'],
    // Said to programs that import.
    ...[
      'has no account here. Import the customer first',
      'is not an object',
      'is for API keys',
      'is for staff and API keys',
    ],
    'has an account that has not shown that it owns the address. Import the order again when it has',
    'secret is neither base32 nor hexadecimal digits',
    'has 7 fields, not serial and secret7',
  ].map(reason => `Label ${reason}`),
)

/** Details of problems that only programs meet, or that pages say in other words. */
const OF_PROGRAMS = [
  /^(?:7\.|email 7|The (?:API key|invitation|link|reset link) 7\.?|This withdrawal is already 7\.)$/,
  /^There is no such (?:7|cache|part of|product feed)|^We can't find|^No database|^A visitor's cart/,
  /API key|publishable|X-CSRF|OPERATIONS_PORT|process is stopping|`tag`|use resend|no such provider/,
]

const LITERAL = String.raw`(?:'(?:[^'\\\n]|\\.)*'|${'`'}(?:[^${'`'}\\]|\\.)*${'`'}|"(?:[^"\\\n]|\\.)*")`
const LITERALS = new RegExp(`${LITERAL}(?:\\s*\\+\\s*${LITERAL})*`)
const REASON = new RegExp(`(?:reason|'x-reason'): *\\n? *(?:\\w+ \\? )?(${LITERALS.source})`, 'g')
const DETAIL = new RegExp(`new Problem\\(\\s*'\\w+',\\s*(${LITERALS.source})`, 'g')

/** Words of source as they are said, with 7 in each hole. */
function saidBy(source: string): string {
  const parts = [...source.matchAll(new RegExp(LITERAL, 'g'))].map(([part]) => part.slice(1, -1))
  return parts
    .join('')
    .replaceAll(/\$\{(?:[^{}]|\{[^}]*\})*\}/g, '7')
    .replaceAll(/\\(['"`])/g, '$1')
}

async function refusals(): Promise<string[]> {
  const files = (await readdir(SOURCE, { recursive: true })).filter(
    file => file.endsWith('.ts') && !file.endsWith('.test.ts') && !WITHOUT_FORMS.some(place => place.test(file)),
  )
  const found = await Promise.all(
    files.map(async file => {
      const text = await readFile(new URL(file, SOURCE), 'utf8')
      const reasons = [...text.matchAll(REASON)].map(([, source]) => `Label ${saidBy(source!)}`)
      const details = [...text.matchAll(DETAIL)].map(([, source]) => saidBy(source!))
      return [...reasons, ...details]
    }),
  )
  return [...new Set(found.flat())].filter(
    said => !WITHOUT_WORDS.has(said) && !OF_PROGRAMS.some(place => place.test(said)),
  )
}

for (const language of ['de', 'fr'] as const) {
  test(`refusal in the source → words of its page: ${language}`, async () => {
    const say = translator(formWords(language, { isConsole: true }), formSingulars({ isConsole: true }), language)
    const said = await refusals()
    assert.ok(said.length > 200, String(said.length))
    assert.deepEqual(
      said.filter(sentence => say(sentence) === sentence),
      [],
    )
  })
}
