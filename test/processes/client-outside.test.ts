import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { newPerson, PASSWORD } from '../support/accounts.ts'
import { openBrowser } from '../support/browser.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/** The packed client in a project outside of ours: compiled strictly, run by Node, and loaded by a browser app elsewhere. */
const run = promisify(execFile)
const PROGRAM = `import { createClient, orThrow } from '@semel/client'
export async function job(baseUrl: string, email: string, password: string, code: string): Promise<string> {
  const client = createClient({ baseUrl })
  await client.signIn({ email, password, code })
  let products = 0
  let last = 0
  for await (const { id } of client.each('/products', { sort: 'name', limit: 2 })) {
    products++
    last = id
  }
  const order = await orThrow(client.POST('/orders', { body: { items: [{ productId: last, quantity: 1 }] } }))
  return \`\${products} products, order of \${order.owner.userName}\`
}
`
const WANTED = '5 products, order of Ada Lovelace'

let semel: Semel
let project: string
before(async () => {
  project = await mkdtemp(join(tmpdir(), 'semel-client-'))
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', project], { cwd: 'packages/client' })
  const packed: { filename: string }[] = Object.values(JSON.parse(stdout.slice(stdout.search(/^[[{]/m))))
  await writeFile(join(project, 'package.json'), JSON.stringify({ type: 'module', private: true }))
  const options = ['--no-audit', '--no-fund', '--prefer-offline']
  await run('npm', ['install', ...options, `./${packed[0]!.filename}`], { cwd: project })
  await writeFile(join(project, 'job.ts'), PROGRAM)
  const strict = [
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2023',
    '--lib',
    'es2023,dom,dom.iterable',
    '--types',
    '',
  ]
  await run(resolve('node_modules/.bin/tsc'), [...strict, 'job.ts'], { cwd: project }).catch(({ stdout }) =>
    assert.fail(stdout),
  )
})
after(async () => {
  await semel?.[Symbol.asyncDispose]()
  await rm(project, { recursive: true, force: true })
})

test('the packed client compiles strictly, and works in Node and browsers', async () => {
  const page = createServer(async (request, response) => {
    const path = request.url!.split('?')[0]!
    if (path === '/') return response.setHeader('content-type', 'text/html').end(HTML)
    const text = await readFile(join(project, path)).catch(() => undefined)
    response.statusCode = text ? 200 : 404
    response.setHeader('content-type', 'text/javascript').end(text)
  })
  await once(page.listen(0, '127.0.0.1'), 'listening')
  const origin = `http://127.0.0.1:${(page.address() as AddressInfo).port}`
  semel = await startSemel({ corsOrigins: [origin] }, { worker: false })
  for (let i = 0; i < 5; i++) await stockProduct(semel.db)
  const ada = await newPerson(semel, { userName: 'Ada Lovelace' })

  const call = [semel.origin, ada.email, PASSWORD, ada.code()]
  const script = `import { job } from './job.js'; console.log(await job(...${JSON.stringify(call)}))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: project })
  assert.equal(stdout.trim(), WANTED)

  const browser = await openBrowser()
  try {
    const tab = await browser.newPage()
    await tab.goto(origin)
    semel.clock.advance(30_000)
    const again = [semel.origin, ada.email, PASSWORD, ada.code()]
    // The import is the browser's, so it is in a text that this process does not look into.
    const done = await tab.evaluate(`import('/job.js').then(({ job }) => job(...${JSON.stringify(again)}))`)
    assert.equal(done, WANTED)
  } finally {
    await browser.close()
    page.close()
  }
})

const IMPORTS = {
  '@semel/client': '/node_modules/@semel/client/dist/index.js',
  'openapi-fetch': '/node_modules/openapi-fetch/dist/index.mjs',
}
const HTML = `<!doctype html><script type="importmap">${JSON.stringify({ imports: IMPORTS })}</script>`
