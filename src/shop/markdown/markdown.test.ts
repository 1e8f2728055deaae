import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressMistake, readMarkdown, renderTokens } from './markdown.ts'

function rendered(text: string): string {
  const read = readMarkdown(text)
  assert.ok('tokens' in read, text)
  return String(renderTokens(read.tokens))
}

test('a text → headings, lists, tables and links, with everything in it escaped', () => {
  const shown = rendered('# A & B\n\nSome **bold** `x<y` [words](/contact).\n\n- one\n- two\n\n| a |\n|---|\n| 1 < 2 |')
  assert.match(shown, /<h2>A &amp; B<\/h2>/)
  assert.match(shown, /<strong>bold<\/strong> <code>x&lt;y<\/code> <a href="\/contact">words<\/a>/)
  assert.match(shown, /<ul><li>one<\/li><li>two<\/li><\/ul>/)
  assert.match(shown, /<td>1 &lt; 2<\/td>/)
})

test('links → pages of the shop, https and email addresses alone', () => {
  for (const address of ['/contact', '/orders?x=1#y', 'https://a.example/b', 'mailto:a@b.example']) {
    assert.equal(addressMistake(address), undefined, address)
  }
  const wrong = ['', '//a.example', '/\\a.example', '/.//a.example', 'http://a.example', 'https:a', 'ftp://a.example']
  for (const address of [...wrong, 'javascript:1', 'mailto:', 'https://a@b.example', 'a.html', ' https://a.example']) {
    assert.ok(addressMistake(address), address)
  }
})

test('a text is refused exactly if it cannot be rendered', () => {
  for (const text of ['<b>', 'a <i>b</i>', '![a](https://a.example)', '> '.repeat(5000)]) {
    assert.ok('mistake' in readMarkdown(text), text.slice(0, 20))
  }
  assert.equal(rendered('1 < 2 & 3 > 2'), '<p>1 &lt; 2 &amp; 3 &gt; 2</p>')
})
