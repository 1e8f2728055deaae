/** Texts of the shop are chosen by one function, `findText` (src/shop/in-words.ts), and in statements by `product_name_in`. */
import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { test } from 'node:test'

/** A second way: the language of the page alone, English, or the first that comes. Exceptions have the text in every language. */
const SECOND_WAYS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\[currentLanguage\(\)\]/, ['src/orders/cart/checkout-notes.ts']],
  [/(?:names|texts|title|text|label|lines|promise)\.en\b/i, []],
  [/Object\.values\([\w.]*(?:names|texts)\)(?:\[0\]|\.find)/, ['src/shop/in-words.ts']],
  [/texts -> (?:\w+\.)?(?:locale|language|\$\{)[^>]* ->> 'name'/, []],
]

test('texts of the shop → chosen by one function', async () => {
  const found: string[] = []
  for await (const file of glob('src/**/*.{ts,sql}')) {
    if (file.endsWith('.test.ts') || file.startsWith('src/words/')) continue
    const lines = (await readFile(file, 'utf8')).split('\n')
    for (const [pattern, allowed] of SECOND_WAYS)
      if (!allowed.includes(file))
        found.push(...lines.filter(line => pattern.test(line)).map(line => `${file}: ${line.trim()}`))
  }
  assert.deepEqual(found, [])
})
