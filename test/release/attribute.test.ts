import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** All that a new attribute needs: behind which line of a file, and what. */
const PATCH: Record<string, [after: string, line: string]> = {
  'src/catalogue/attributes/table.ts': [
    'export const FREE_ATTRIBUTES = {',
    "  shelf_life_days: { ...wholeNumber(10_000, 365), label: 'Shelf life in days', part: 'Identity', page: 'fact' },",
  ],
  'src/words/de/catalogue.ts': ['export const catalogue = {', "  'Shelf life in days': 'Haltbarkeit in Tagen',"],
  'src/words/fr/catalogue.ts': [
    'export const catalogue: Record<keyof typeof german, string | Plural> = {',
    "  'Shelf life in days': 'Conservation en jours',",
  ],
}

/** Runs in the copy, with a server and a database. */
const TEST = `
  import assert from 'node:assert/strict'
  import { test } from 'node:test'
  import { cookieNames } from './src/accounts/sessions/cookies.ts'
  import { person } from './test/support/people.ts'
  import { startSemel } from './test/support/semel.ts'

  test('new attribute → API, form, import, export and page know it', async () => {
    await using semel = await startSemel({}, { worker: false })
    const staff = await person(semel, 'staff')
    const client = semel.client()
    client.cookies.set(cookieNames(semel).session, staff.token)
    const product = { sku: 'S-1', name: 'Tea', category: 'tea', price: 500 }
    const { body } = await client.post('/api/products', { ...product, shelf_life_days: 30 }, staff)
    assert.equal(body.shelf_life_days, 30)
    assert.equal((await client.post('/api/products', { ...product, shelf_life_days: 0 }, staff)).status, 422)
    assert.match((await client.get('/admin/products/' + body.id)).text, /Shelf life in days/)
    assert.match((await client.get('/products/' + body.id + '-tea')).text, /Shelf life in days/)
    const document = (await client.get('/api/v3/openapi.json')).body
    assert.equal(document.components.schemas.Product.properties.shelf_life_days.type, 'integer')
    const file = Buffer.from('sku;Haltbarkeit in Tagen\\nS-1;45\\n').toString('base64')
    const { preview } = (await client.post('/api/product-imports', { data: file }, staff)).body
    assert.deepEqual(preview.changes[0].values, [{ field: 'shelf_life_days', old: '30', new: '45' }])
    assert.match((await client.get('/admin/products.csv')).text, /^sku,.*shelf_life_days/)
  })
`

test('one line and its words → API, forms, files and page know it', async () => {
  const copy = await mkdtemp(join(tmpdir(), 'semel-attribute-'))
  try {
    for (const part of ['src', 'test', 'migrations', 'openapi', 'scripts', 'package.json', 'tsconfig.json', 'docs']) {
      await cp(part, join(copy, part), { recursive: true, filter: path => !basename(path).startsWith('.') })
    }
    for (const part of ['node_modules', 'packages', 'bench', 'prove']) await symlink(resolve(part), join(copy, part))
    for (const [file, [after, line]] of Object.entries(PATCH)) {
      const text = await readFile(join(copy, file), 'utf8')
      assert.ok(text.includes(after), file)
      await writeFile(join(copy, file), text.replace(after, `${after}\n${line}`))
    }
    await writeFile(join(copy, 'attribute-drill.ts'), TEST)
    await run('node_modules/.bin/tsc', ['--singleThreaded'], { cwd: copy }).catch(error => assert.fail(error.stdout))
    await run(process.execPath, ['--test', 'attribute-drill.ts'], { cwd: copy }).catch(error =>
      assert.fail(error.stdout),
    )
  } finally {
    await rm(copy, { recursive: true })
  }
})
