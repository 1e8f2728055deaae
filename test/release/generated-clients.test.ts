import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { readCommitted } from '../../scripts/openapi-files.ts'
import type { Job } from '../generators/jobs/job.ts'
import { newPerson } from '../support/accounts.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/*
 * The usual generators make clients of our documents that compile with `tsc --strict` and work. The generators are a
 * package of their own, installed on the first run, so that `npm start` does not install 250 packages for nothing.
 */
const GENERATORS = ['hey-api', 'oazapfts', 'openapi-typescript', 'orval', 'swagger-typescript-api']
const FOLDER = resolve('.semel-test/generators')
const run = promisify(execFile)

let semel: Semel
before(async () => {
  semel = await startSemel({}, { worker: false })
  await install()
  await writeDocuments()
  const args = ['generate.js', 'documents', resolve('node_modules/.bin/tsc')]
  await run(process.execPath, args, { cwd: FOLDER }).catch(({ stdout, stderr }) => assert.fail(`${stdout}\n${stderr}`))
})
after(() => semel?.[Symbol.asyncDispose]())

/** Installs the packages of the lock file, unless they are those of the last run. */
async function install(): Promise<void> {
  await cp('test/generators', FOLDER, { recursive: true })
  const wanted = createHash('sha256')
    .update(await readFile(`${FOLDER}/package-lock.json`))
    .digest('hex')
  const marker = `${FOLDER}/node_modules/.installed`
  if ((await readFile(marker, 'utf8').catch(() => '')) === wanted) return
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: FOLDER })
  await writeFile(marker, wanted)
}

/** openapi/ holds only the difference of an older version. */
async function writeDocuments(): Promise<void> {
  await mkdir(`${FOLDER}/documents`, { recursive: true })
  for (const [version, document] of await readCommitted()) {
    await writeFile(`${FOLDER}/documents/${version}.json`, JSON.stringify(document))
  }
}

for (const version of ['v1', 'v2', 'v3']) {
  for (const generator of GENERATORS) {
    test(`${generator} makes a client of ${version} that lists, orders and reads names`, async () => {
      await stockProduct(semel.db, { price: 1999, stock: 1000 })
      const { token, id } = await newPerson(semel, { userName: 'Ada Lovelace' })
      const { job } = createRequire(import.meta.url)(`${FOLDER}/out/js/${version}/${generator}/job.js`) as { job: Job }
      const { totalCount, orderId, ...result } = await job({ origin: semel.origin, version, token, key: randomUUID() })
      assert.deepEqual(result, { total: 1999, name: 'Ada Lovelace', refused: 'insufficient_stock' })
      assert.ok(totalCount > 0)
      const orders = await semel.db.selectFrom('orders').select('id').where('owner_id', '=', id).execute()
      assert.deepEqual(orders, [{ id: orderId }])
    })
  }
}
