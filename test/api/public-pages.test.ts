import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import sharp from 'sharp'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { startSemel } from '../support/semel.ts'

const semel = await startSemel({}, { worker: false })
after(() => semel[Symbol.asyncDispose]())
const admin = await person(semel, 'admin')

async function picture(color: string): Promise<{ url: string; file: Buffer }> {
  const id = await stockProduct(semel.db, { name: `A lamp in ${color}` })
  const data = await sharp({ create: { width: 400, height: 300, channels: 3, background: color } })
    .png()
    .toBuffer()
  const body = { data: data.toString('base64'), alt: color }
  const added = await semel.client().post(`/api/products/${id}/images`, body, { token: admin.token })
  assert.equal(added.status, 200, added.text)
  const { url } = added.body.images[0]
  const file = await fetch(semel.origin + url.replace('800.jpg', '320.webp'))
  return { url, file: Buffer.from(await file.arrayBuffer()) }
}

const [red, green] = [await picture('red'), await picture('green')]
const codes = (await html('/products')).match(/strips\/320\/([\w-]+)\.svg/)![1]!

async function html(path: string): Promise<string> {
  return (await fetch(semel.origin + path)).text()
}

test('pictures of a list → one file with each as it is stored', async () => {
  const page = await html('/products')
  assert.deepEqual(new Set(page.match(/strips\/320\/[\w-]+\.svg/g)).size, 1)
  assert.match(page, /class="figure strip at0"[^>]*alt="green"/)
  assert.match(page, /class="figure strip at1"[^>]*alt="red"/)
  const answer = await fetch(`${semel.origin}/assets/images/strips/320/${codes}.svg`)
  assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable')
  assert.equal(answer.headers.get('content-type'), 'image/svg+xml')
  const svg = await answer.text()
  const files = [...svg.matchAll(/base64,([^"]+)"/g)].map(([, data]) => Buffer.from(data!, 'base64'))
  assert.deepEqual(files, [green.file, red.file])
})

test('a strip of unknown or malformed names → 404', async () => {
  const [known] = codes.match(/.{8}/g)!
  for (const path of [
    `640/${codes}`,
    '320/short',
    `320/${known!.repeat(9)}`,
    '320/AAAAAAAA',
    `320/${'%2f'.repeat(8)}`,
  ]) {
    assert.equal((await fetch(`${semel.origin}/assets/images/strips/${path}.svg`)).status, 404, path)
  }
})

test('a strip with a removed picture → the others, not kept', async () => {
  const answer = await fetch(`${semel.origin}/assets/images/strips/480/AAAAAAAA${codes.slice(0, 8)}.svg`)
  assert.deepEqual([answer.status, answer.headers.get('cache-control')], [200, 'no-cache'])
  assert.match(await answer.text(), /<svg y="480"/)
})

test('list for a stranger → compressed; for a customer as it is', async () => {
  const raw = (cookie = '') =>
    semel.app.inject({ url: '/products', headers: { 'accept-encoding': 'gzip', ...(cookie && { cookie }) } })
  const packed = await raw()
  assert.equal(packed.headers['content-encoding'], 'gzip')
  assert.match(packed.headers.vary as string, /Accept-Encoding/)
  assert.match(gunzipSync(packed.rawPayload).toString(), /A lamp in red/)
  const signedIn = await raw(`${cookieNames(semel).session}=${admin.token}`)
  assert.equal(signedIn.headers['content-encoding'], undefined)
  assert.match(signedIn.body, /A lamp in red/)
})

test('CSRF token of a page → another text each time, each is accepted', async () => {
  const first = await fetch(`${semel.origin}/products`)
  const cookie = /semel_csrf=[^;]+/.exec(first.headers.get('set-cookie')!)![0]
  const tokenIn = (text: string) => /name="_csrf" value="([\w-]+)"/.exec(text)![1]!
  const again = await fetch(`${semel.origin}/products`, { headers: { cookie } })
  const tokens = [tokenIn(await first.text()), tokenIn(await again.text())]
  assert.notEqual(tokens[0], tokens[1])
  const send = async (token: string) => {
    const headers = { cookie, 'x-csrf-token': token, 'content-type': 'application/json' }
    const body = JSON.stringify({ email: 'somebody@example.com' })
    return (await fetch(`${semel.origin}/api/auth/forgot-password`, { method: 'POST', headers, body })).status
  }
  assert.deepEqual(await Promise.all(tokens.map(send)), [200, 200])
  const wrong = tokens[0]!.replace(/^./, letter => (letter === 'A' ? 'B' : 'A'))
  assert.deepEqual(await Promise.all([wrong, tokens[0]!.slice(2), `${tokens[0]}AA`].map(send)), [403, 403, 403])
})
