import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import PostalMime from 'postal-mime'
import { listId } from './mailbox.ts'
import { buildMessage } from './message.ts'

const ENVELOPE = { From: 'Semel <hello@semel.example>', To: { name: 'Ada', address: 'ada@example.test' } }

test('any text and HTML → read back unchanged, in lines that relays accept', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), async (text, html) => {
      const { source } = buildMessage({ ...ENVELOPE, Subject: 'x' }, { text: `${text}.`, html: `${html}.` })
      const mail = await PostalMime.parse(source)
      assert.equal(mail.text, normal(`${text}.`))
      assert.equal(mail.html, normal(`${html}.`))
      for (const line of source.toString().split('\r\n')) assert.ok(line.length <= 998)
      assert.ok(!/[^\r]\n|\r[^\n]/.test(source.toString()))
    }),
  )
})

test('no subject and no name can add a header or a recipient', async () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('\r\nBcc: eve@example.test', '\nX: y\n\n<b>', '"<eve@example.test>, '),
  )
  await fc.assert(
    fc.asyncProperty(hostile, hostile, async (subject, name) => {
      const headers = { ...ENVELOPE, To: { name, address: 'ada@example.test' }, Subject: `a${subject}` }
      const { source, to } = buildMessage(headers, { text: 'x', html: 'x' })
      const mail = await PostalMime.parse(source)
      assert.equal(to, 'ada@example.test')
      assert.deepEqual(mail.headers.map(({ key }) => key).sort(), [
        'content-type',
        'date',
        'from',
        'message-id',
        'mime-version',
        'subject',
        'to',
      ])
      assert.deepEqual(
        mail.to!.map(({ address }) => address),
        ['ada@example.test'],
      )
      assert.equal(mail.text!.trim(), 'x')
    }),
  )
})

test('subject, name, domain and text keep non-ASCII letters', async () => {
  const headers = { ...ENVELOPE, To: { name: 'Zoë Čapek', address: 'zoe@bücher.example' }, Subject: 'Grüße 🎉' }
  const { source, to } = buildMessage(headers, { text: 'Straße', html: '<p>Straße</p>' })
  const mail = await PostalMime.parse(source)
  assert.equal(to, 'zoe@xn--bcher-kva.example')
  assert.equal(mail.subject, 'Grüße 🎉')
  assert.equal(mail.to![0]!.name, 'Zoë Čapek')
  assert.equal(mail.text!.trim(), 'Straße')
  assert.equal(mail.html!.trim(), '<p>Straße</p>')
})

function normal(text: string): string {
  return `${text.replaceAll(/\r\n?|\n/g, '\n')}\n`
}

test('headers with a structure → parser and raw bytes agree', async () => {
  const long = 'Möbel "Süd" & Söhne, Größe mit sehr langem Namen für Kopfzeilen'
  for (const name of ['Halden Home', long, 'A "quoted\\" name', 'x\r\nBcc: y@z.example']) {
    const id = 'announcements.shop.example'
    const unsubscribe = `<https://shop.example/unsubscribe?user=${'a'.repeat(80)}&token=${'b'.repeat(80)}>`
    const headers = {
      ...ENVELOPE,
      'Message-ID': { prepared: true, value: '<1.key@shop.example>' },
      Subject: name,
      'List-Id': listId('announcements', { name, url: 'https://shop.example' }),
      'List-Unsubscribe': unsubscribe,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }
    const { source } = buildMessage(headers, { text: 'Hello', html: '<p>Hello</p>' })
    const { headers: parsed, messageId, bcc } = await PostalMime.parse(source)
    const [head = ''] = source.toString().split('\r\n\r\n')
    // Filters such as header_checks of Postfix join folded lines (RFC 5322 §2.2.3) and decode nothing.
    const unfolded = head.replaceAll(/\r\n(?=[ \t])/g, '').split('\r\n')
    const raw = (key: string) => unfolded.find(line => line.toLowerCase().startsWith(`${key}: `))?.slice(key.length + 2)
    for (const read of [(key: string) => parsed.find(each => each.key === key)?.value, raw]) {
      assert.match(read('list-id') ?? '', new RegExp(` <${id}>$`), name)
      assert.equal(read('list-unsubscribe')?.replaceAll(/\s/g, ''), unsubscribe)
      assert.equal(read('list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
    }
    assert.deepEqual([messageId, bcc, raw('bcc')], ['<1.key@shop.example>', undefined, undefined])
    for (const line of head.split('\r\n')) assert.ok(line.length <= 998)
  }
})
