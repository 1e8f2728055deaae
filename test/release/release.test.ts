import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** An ordinary user of every Linux: "nobody". Only root can act as another user. */
const [USER, GROUP] = process.getuid?.() === 0 ? [65534, 65534] : [process.getuid!(), process.getgid!()]

describe('a release', () => {
  let directory: string
  let release: string
  let clone: string
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

  before(() => {
    directory = mkdtempSync(join(tmpdir(), 'semel-release-test-'))
    chmodSync(directory, 0o755)
    clone = join(directory, 'clone')
    execFileSync('git', ['clone', '--quiet', root, clone])
    for (const name of ['node_modules', 'packages/client/node_modules'])
      symlinkSync(join(root, name), join(clone, name))
    execFileSync(process.execPath, ['scripts/release.ts', version, directory], { cwd: clone, stdio: 'pipe' })
    release = join(directory, version)
  })
  after(() => rmSync(directory, { recursive: true, force: true }))

  test("has each file's checksum, and a statement naming commit and files", () => {
    const sums = readFileSync(join(release, 'SHA256SUMS'), 'utf8').trim().split('\n')
    assert.deepEqual(
      sums,
      readdirSync(release)
        .filter(name => name !== 'SHA256SUMS')
        .sort()
        .map(name => `${digest(join(release, name))}  ${name}`),
    )
    const { subject, predicate } = JSON.parse(readFileSync(join(release, 'provenance.json'), 'utf8'))
    const own = ['SHA256SUMS', 'provenance.json']
    assert.deepEqual(
      subject.map(({ name }: { name: string }) => name),
      readdirSync(release)
        .filter(name => !own.includes(name))
        .sort(),
    )
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: clone, encoding: 'utf8' }).trim()
    assert.equal(predicate.buildDefinition.resolvedDependencies[0].digest.gitCommit, commit)
  })

  test('wrong version or changed file → no release, and the reason', () => {
    assert.throws(() => run(process.execPath, ['scripts/release.ts', '9.9.9', directory], { cwd: clone }), /says 1\./)
    execFileSync('sh', ['-c', 'echo >> README.md'], { cwd: clone })
    assert.throws(() => run(process.execPath, ['scripts/release.ts', version, directory], { cwd: clone }), /Commit/)
  })

  test('an ordinary user installs it offline, exactly its parts; sharp works', () => {
    const home = mkdtempSync(join(directory, 'home-'))
    chownSync(home, USER, GROUP)
    // The clone may be in a home that others cannot enter.
    const node = join(directory, 'node')
    copyFileSync(process.execPath, node)
    const options = { cwd: home, uid: USER, gid: GROUP, env: { PATH: process.env.PATH!, HOME: home } }
    run('tar', ['xzf', join(release, `semel-${version}.tgz`)], options)
    const parts = readdirSync(release).find(name => name.includes('-parts-'))!
    run('tar', ['xzf', join(release, parts)], options)
    run('npm', ['ci', '--prefix', 'package', '--offline', '--cache', join(home, 'npm-cache')], options)

    const installed = Object.entries(readJson(join(home, 'package/node_modules/.package-lock.json')).packages)
    const names = installed.map(([path, part]) => {
      return `${path.split('node_modules/').at(-1)}@${(part as { version: string }).version}`
    })
    const listed = readJson(join(home, 'package/sbom.cdx.json')).components.map(
      ({ name, version }: { name: string; version: string }) => `${name}@${version}`,
    )
    assert.ok(names.length > 150)
    assert.deepEqual(
      names.filter(name => !listed.includes(name)),
      [],
    )
    const said = run(node, [join(home, 'package/bin/semel.js'), '--version'], options)
    assert.ok(said.startsWith(version), said)
    run(node, ['--input-type=module', '--eval', "await import('sharp')"], {
      ...options,
      cwd: join(home, 'package'),
    })
  })
})

// biome-ignore lint/suspicious/noExplicitAny: files of npm.
function readJson(path: string): any {
  return JSON.parse(readFileSync(path, 'utf8'))
}

function digest(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}

function run(command: string, args: string[], options: object): string {
  return execFileSync(command, args, { encoding: 'utf8', stdio: 'pipe', ...options })
}
