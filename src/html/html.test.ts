import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Text } from '../words/text.ts'
import { Html, html, type Renderable } from './html.ts'
import { rich } from './rich.ts'

const HOSTILE = `"><script>alert('1')</script>&amp;<img src=x onerror="alert(1)">`

test('text and attributes are escaped', () => {
  assert.equal(
    html`<p title="${'"<&>\''}">${'<b>&"\''}</p>`.toString(),
    '<p title="&quot;&lt;&amp;&gt;&#39;">&lt;b&gt;&amp;&quot;&#39;</p>',
  )
})

test('nested templates → escaped once, arrays joined, null and false omitted', () => {
  const items = ['a', '<b>'].map(item => html`<li>${item}</li>`)
  assert.equal(html`<ul>${items}</ul>`.toString(), '<ul><li>a</li><li>&lt;b&gt;</li></ul>')
  assert.equal(html`<input${''}${null}>`.toString(), '<input>')
  assert.equal(html`[${null}${undefined}${false}${[]}${0}${''}]`.toString(), '[0]')
})

test('hostile text cannot leave its text node or attribute', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.constant(HOSTILE),
        fc.string().map(s => HOSTILE + s),
      ),
      text => {
        const rendered = html`<p class="${text}">${text}</p>`.toString()
        assert.equal(rendered.match(/</g)?.length, 2)
        assert.equal(rendered.match(/"/g)?.length, 2)
      },
    ),
  )
})

test('only the tag creates Html', () => {
  const pretenders = [
    { toString: () => HOSTILE },
    Object.create(Html.prototype),
    { text: HOSTILE },
    JSON.parse('{"#text":"<b>"}'),
  ]
  for (const pretender of pretenders) {
    assert.equal(Html.is(pretender), false)
    assert.throws(() => html`<p>${pretender as Renderable}</p>`, /cannot render/)
  }
  const HtmlFromOutside = Html as unknown as new (by: symbol, text: string) => Html
  assert.throws(() => new HtmlFromOutside(Symbol('made by html``'), HOSTILE), /tag creates Html/)
  assert.throws(() => html([HOSTILE] as unknown as TemplateStringsArray), /not a function/)
  assert.throws(() => html(Object.assign([HOSTILE], { raw: [HOSTILE] }) as TemplateStringsArray), /not a function/)
})

test('the inside of a tag accepts only html', () => {
  assert.equal(html`<input${html` required`}>`.toString(), '<input required>')
  assert.equal(html`<input${false}>`.toString(), '<input>')
  assert.throws(() => html`<input ${'autofocus onfocus=alert(1)'}>`, /only html/)
  assert.throws(() => html`<${'script'}>`, /only html/)
})

test('a template that can never be safe throws on first use', () => {
  assert.throws(() => html`<a class=${'x'}>`, /quotes/)
  assert.throws(() => html`<a onclick="${'x'}">`, /onclick/)
  assert.throws(() => html`<a style="${'x'}">`, /style/)
  assert.throws(() => html`<script>${'x'}</script>`, /script/)
})

test('a javascript: address is replaced by #', () => {
  for (const address of [
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'JaVaScRiPt:1',
    'data:text/html,x',
    'vbscript:x',
  ]) {
    assert.equal(html`<a href="${address}">x</a>`.toString(), '<a href="#">x</a>')
  }
  assert.equal(html`<a href="${'/orders/7?a=1&b=2'}">x</a>`.toString(), '<a href="/orders/7?a=1&amp;b=2">x</a>')
  assert.equal(html`<a href="/products/${'javascript:x'}">x</a>`.toString(), '<a href="/products/javascript:x">x</a>')
})

test('rich text: a value inside markup is filled', () => {
  const b = (words: Renderable) => html`<b>${words}</b>`
  assert.equal(
    String(rich('{total} in <b>{count} orders</b>' as Text, { total: '<1', count: 2, b } as never)),
    '&lt;1 in <b>2 orders</b>',
  )
})
