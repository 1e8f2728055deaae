import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Semel runs on Node 26. Those who install it have the Node of their system, and its npm. */
describe('the package on a machine with an older Node', () => {
  let directory: string
  before(() => {
    directory = mkdtempSync(join(tmpdir(), 'semel-nodes-'))
    run(process.execPath, 'scripts/build-package.ts', directory)
  })
  after(() => rmSync(directory, { recursive: true, force: true }))

  for (const major of [20, 22]) {
    test(`Node ${major} installs all; semel asks for Node 26, runs with npm's`, () => {
      const home = join(directory, String(major))
      mkdirSync(home)
      // Installs beside the package: an older Node that npm has brought is none to run with.
      run('npm', 'install', '--no-audit', '--no-fund', '--prefer-offline', '--prefix', home, `node@${major}`)
      const node = join(home, 'node_modules/node/bin/node')
      assert.ok(run(node, '--version').startsWith(`v${major}.`))
      run('tar', 'xzf', join(directory, readdirSync(directory).find(name => name.endsWith('.tgz'))!), '-C', home)
      const installed = join(home, 'package')
      const npm = realpathSync(run('sh', '-c', 'command -v npm').trim())
      const PATH = `${dirname(node)}:/usr/bin:/bin`
      execFileSync(node, [npm, 'ci', '--prefer-offline', '--no-audit', '--prefix', installed], {
        stdio: 'pipe',
        env: { ...process.env, PATH },
      })

      const partsIn = (name: string) => {
        const { packages } = JSON.parse(readFileSync(join(installed, name), 'utf8')) as { packages: object }
        return Object.keys(packages).filter(path => path !== '')
      }
      const pinned = partsIn('npm-shrinkwrap.json')
      const parts = partsIn('node_modules/.package-lock.json')
      assert.ok(parts.length > 150)
      assert.deepEqual(
        parts.filter(part => !pinned.includes(part)),
        [],
      )

      const semel = join(installed, 'bin/semel.js')
      assert.throws(
        () => run(node, semel, '--version'),
        /Semel needs Node 26, and this is Node \d+\..* npm package "node"/,
      )
      symlinkSync(join(root, 'node_modules/node'), join(installed, 'node_modules/node'))
      const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
      assert.ok(run(node, semel, '--version').startsWith(version))
    })
  }
})

function run(command: string, ...args: string[]): string {
  return execFileSync(command, args, { cwd: root, encoding: 'utf8', stdio: 'pipe' })
}
