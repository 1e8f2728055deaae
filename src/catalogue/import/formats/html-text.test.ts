import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlOfText, textOfHtml } from './html-text.ts'

test('HTML becomes the text that a browser would show, in lines', () => {
  const cases: [html: string, text: string][] = [
    ['<p>Soft &amp; strong</p>\r\n<p>6&nbsp;foot</p>', 'Soft & strong\n\n6 foot'],
    ['<h2>Care</h2><ul>\n <li>Wash &#8211; cold</li>\n <li>Dry</li>\n</ul>End', 'Care\n\n• Wash – cold\n• Dry\n\nEnd'],
    ['one<br>two<br/>three<BR />four', 'one\ntwo\nthree\nfour'],
    ['<style>p{color:red}</style><script>alert("x")</script><!-- note -->Text', 'Text'],
    ['<table><tr><th>Size</th><td>L</td></tr><tr><th>Weight</th><td>2 kg</td></tr></table>', 'Size L\n\nWeight 2 kg'],
    ['<a href="https://x.example">A link</a> <img src="a.jpg" alt="Picture">&euro;&uuml;&#x1F600;', 'A link €ü😀'],
    ['<p>&lt;b&gt; is bold</p>', '<b> is bold'],
    ['<p>never <b>closed', 'never closed'],
    ['Tom &amp; Jerry\n  &quot;x&quot; &lt;3', 'Tom & Jerry\n  "x" <3'],
  ]
  for (const [html, text] of cases) assert.equal(textOfHtml(html), text)
})

test('a text without markup stays as it is, to the letter', () => {
  for (const text of [
    'Screw <M8> & nut',
    'a < b > c',
    'AT&T; R&D',
    ' two  spaces \n',
    '5 <> 6',
    'x <br',
    '&nothing',
    '<o>',
  ])
    assert.equal(textOfHtml(text), text)
})

test('a text that looks like HTML, exported and imported → the same text', () => {
  for (const text of [
    'Write <p> for a paragraph',
    '&amp; is an ampersand',
    'a <br> &lt; <M8> \n  b',
    '<script>alert(1)</script>',
    'plain',
  ])
    assert.equal(textOfHtml(htmlOfText(text)), text)
})

test('ten thousand nested elements are read in time', () => {
  const began = performance.now()
  assert.equal(textOfHtml(`${'<div>'.repeat(10_000)}x`), 'x')
  assert.ok(performance.now() - began < 2000)
})
