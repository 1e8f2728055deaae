import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, test } from 'node:test'
import { fileURLToPath } from 'node:url'

/*
 * bin/install.js with a fake npm that each test scripts. The real npm needs the network and half a minute. It runs in
 * every new clone.
 */
let clone: string

beforeEach(async () => {
  clone = await mkdtemp(join(tmpdir(), 'semel-install-test-'))
  await cp(fileURLToPath(new URL('../../bin', import.meta.url)), join(clone, 'bin'), { recursive: true })
  await writeFile(join(clone, 'package.json'), '{ "type": "module" }')
  await writeFile(join(clone, 'package-lock.json'), lockFile('26.1.0'))
})
afterEach(() => rm(clone, { recursive: true }))

test('npm ci runs once, and again after the lock file has changed', async () => {
  await npmDoes(INSTALLS)
  assert.equal((await install()).code, 0)
  assert.deepEqual(await install(), { code: 0, output: '' })
  assert.equal(await runs(), 1)
  await writeFile(join(clone, 'package-lock.json'), `${lockFile('26.1.0')} `)
  await writeFile(join(clone, 'node_modules/.package-lock.json'), lockFile('25.0.0'))
  assert.equal((await install()).code, 0)
  assert.equal(await runs(), 2)
})

test('packages that a person installed with npm ci are recognized', async () => {
  await npmDoes(INSTALLS)
  await install()
  await rm(join(clone, 'node_modules/.semel-installed'))
  assert.deepEqual(await install(), { code: 0, output: '' })
  assert.equal(await runs(), 1)
})

test('two processes at once: one installs, the other waits', async () => {
  await npmDoes(`const { existsSync } = await import('node:fs')
    while (!existsSync('go')) await new Promise(resolve => setTimeout(resolve, 10))
    ${INSTALLS}`)
  const first = start()
  assert.match(String(await once(first.stderr!, 'data')), /^Installing/)
  const second = start()
  assert.match(String(await once(second.stderr!, 'data')), /^Another process is installing/)
  await writeFile(join(clone, 'go'), '')
  assert.deepEqual(await Promise.all([once(first, 'exit'), once(second, 'exit')]), [
    [0, null],
    [0, null],
  ])
  assert.equal(await runs(), 1)
})

test('a killed installation does not block the next one', async () => {
  await npmDoes(`process.stderr.write('begun'); setInterval(() => {}, 1000)`)
  const killed = start()
  await once(killed.stderr!, 'data')
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  await npmDoes(INSTALLS)
  assert.equal((await install()).code, 0)
})

test('npm fails → its exit code and the likely reason', async () => {
  await npmDoes(`console.error('npm error code ENOTFOUND'); process.exit(7)`)
  const { code, output } = await install()
  assert.equal(code, 7)
  assert.match(output, /npm error code ENOTFOUND\n\nSemel is not installed: npm cannot reach its registry/)
})

test('a system that forbids install scripts is reported', async () => {
  await npmDoes(`(await import('node:fs')).mkdirSync('node_modules')`)
  const { code, output } = await install()
  assert.equal(code, 1)
  assert.match(output, /not Node 26.*install scripts/)
})

test('semel names the next step while nothing is installed', async () => {
  const semel = spawn(process.execPath, [join(clone, 'bin/semel.js')])
  const [complaint, [code]] = await Promise.all([text(semel.stderr), once(semel, 'exit')])
  assert.match(complaint, /not installed yet. Run "npm ci"/)
  assert.equal(code, 1)
})

/** Creates the files of a successful npm ci that install.js reads. */
const INSTALLS = `
  const { appendFileSync, mkdirSync, readFileSync, writeFileSync } = await import('node:fs')
  appendFileSync('runs', '.')
  for (const directory of ['.bin', 'node']) mkdirSync('node_modules/' + directory, { recursive: true })
  writeFileSync('node_modules/node/package.json', '{}')
  writeFileSync('node_modules/.bin/node', '#!/bin/sh\\necho v26.1.0\\n', { mode: 0o755 })
  writeFileSync('node_modules/.package-lock.json', readFileSync('package-lock.json', 'utf8').replace('"":{},', ''))`

function lockFile(version: string): string {
  return JSON.stringify({ packages: { '': {}, 'node_modules/node': { version } } })
}

async function npmDoes(script: string): Promise<void> {
  await mkdir(join(clone, 'npm'), { recursive: true })
  await writeFile(join(clone, 'npm/npm-cli.js'), script)
}

function start(): ChildProcess {
  return spawn(process.execPath, [join(clone, 'bin/install.js')], {
    env: {
      PATH: process.env.PATH,
      npm_execpath: join(clone, 'npm/npm-cli.js'),
      npm_node_execpath: process.execPath,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function install(): Promise<{ code: number; output: string }> {
  const child = start()
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'exit')])
  return { code, output: stdout + stderr }
}

async function runs(): Promise<number> {
  return (await readFile(join(clone, 'runs'), 'utf8')).length
}
