import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { Script } from 'node:vm'
import Fastify from 'fastify'
import { assetAddress, scriptAddress, serveAssets } from './assets.ts'

const app = Fastify()
serveAssets(app)

test('assets are cached forever at an address that contains their hash', async () => {
  for (const address of [scriptAddress('en'), assetAddress('style.css'), assetAddress('mark.svg')]) {
    const { statusCode, headers, body } = await app.inject(address)
    assert.equal(statusCode, 200)
    assert.match(headers['cache-control'] as string, /max-age=31536000, immutable/)
    assert.ok(body.length > 100)
    const packed = await app.inject({ url: address, headers: { 'accept-encoding': 'gzip, br' } })
    assert.equal(packed.headers['content-encoding'], 'br')
    assert.ok(packed.rawPayload.length < body.length)
  }
  assert.equal((await app.inject('/assets/style.css')).statusCode, 404)
})

test('the script → one file in one language, nothing from other sites', async () => {
  const [english, german] = await Promise.all(
    (['en', 'de'] as const).map(async language => (await app.inject(scriptAddress(language))).body),
  )
  for (const script of [english!, german!]) {
    assert.ok(new Script(script), 'it parses as a script, so no import or export is left')
    assert.doesNotMatch(script, /^ *(?:\/\/|\* @)/m, 'comments stay here')
    assert.doesNotMatch(script, /(?:url\(|import\(|@import|from )["']?(?:https?:)?\/\//)
  }
  assert.ok(german!.includes('Versuchen Sie es') && !english!.includes('Versuchen Sie es'))
  const style = (await app.inject(assetAddress('style.css'))).body
  assert.doesNotMatch(style, /(?:url\(|@import )["']?(?:https?:)?\/\//)
})

test('the script of a page → has every line of code', async () => {
  const script = (await app.inject(scriptAddress('en'))).body
  const lost: string[] = []
  for await (const file of glob('assets/*.js', { cwd: import.meta.dirname })) {
    const lines = (await readFile(`${import.meta.dirname}/${file}`, 'utf8')).split('\n').map(line => line.trim())
    const code = lines.filter(
      line => !/^(?:\/\*\*(?!.*\*\/.)|\*|\/\/|import|export|.*from '|const WORDS|const SINGULARS)/.test(line),
    )
    lost.push(...code.filter(line => !script.includes(line)))
  }
  assert.deepEqual(lost, [])
})
