// Runs before `npm start`, `npm test` and `npm run check`, on Node 20 or newer. It installs the packages of
// package-lock.json when node_modules differs. One of them is Node 26, at node_modules/.bin/node, where scripts find it first.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const clone = resolve(fileURLToPath(import.meta.url), '../..')
const modules = join(clone, 'node_modules')
const marker = join(modules, '.semel-installed')
const lockText = readFileSync(join(clone, 'package-lock.json'), 'utf8')
const wanted = `${createHash('sha256').update(lockText).digest('hex')} ${process.platform}-${process.arch}\n`

if (!isInstalled()) {
  const lock = await acquireLock()
  // Another process may have installed them while this one waited.
  const code = isInstalled() ? 0 : await install()
  lock.close()
  process.exit(code)
}

function isInstalled() {
  if (!existsSync(nodePath())) return false
  if (readText(marker) === wanted) return true
  if (!matchesLock()) return false
  writeFileSync(marker, wanted)
  return true
}

/** Recognizes an `npm ci` that a person ran: npm ends it by writing a lock file into node_modules. */
function matchesLock() {
  const listed = readText(join(modules, '.package-lock.json'))
  if (listed === undefined) return false
  const installed = JSON.parse(listed).packages
  const { '': _root, ...locked } = JSON.parse(lockText).packages
  const fits = (list, value) => !list || list.includes(value)
  const same = Object.entries(locked).every(([path, { version, optional, os, cpu }]) => {
    if (!fits(os, process.platform) || !fits(cpu, process.arch)) return true
    if (!installed[path]) return optional === true
    return installed[path].version === version && existsSync(join(clone, path, 'package.json'))
  })
  return (
    same && Object.keys(installed).every(path => locked[path]) && nodeVersion() === locked['node_modules/node'].version
  )
}

async function install() {
  console.error('Installing the packages of Semel (only once, up to a minute) …')
  const { code, output } = await npmCi()
  if (code !== 0) {
    console.error(output.trimEnd().split('\n').slice(0, 20).join('\n'))
    console.error(explain(output))
    return code
  }
  const version = nodeVersion()
  if (!version || Number(version.split('.')[0]) < 26) {
    console.error(
      'npm installed the packages, but not Node 26 (package "node"). Check whether this system forbids install scripts.',
    )
    return 1
  }
  writeFileSync(marker, wanted)
  return 0
}

function npmCi() {
  const args = ['ci', '--include=dev', '--ignore-scripts=false', '--no-audit', '--no-fund', '--loglevel=error']
  const { npm_execpath: npm = '', npm_node_execpath: node } = process.env
  // Not process.execPath: that may be node_modules/.bin/node, which npm ci removes first.
  const [command, first] = basename(npm) === 'npm-cli.js' && node ? [node, [npm]] : ['npm', []]
  return new Promise(done => {
    let output = ''
    const child = spawn(command, [...first, ...args], { cwd: clone, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', chunk => {
        output += chunk
      })
    }
    const forward = signal => child.kill(signal)
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, forward)
    child.on('error', error => done({ code: 1, output: `npm did not start: ${error.message}` }))
    child.on('close', (code, signal) =>
      done({ code: code ?? 1, output: signal ? `${output}\nSignal ${signal} ended npm.` : output }),
    )
  })
}

function explain(output) {
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|network/i.test(output)) {
    return '\nSemel is not installed: npm cannot reach its registry. Check the network and npm\'s "registry" and "proxy" settings.'
  }
  if (/ENOSPC/.test(output)) return '\nSemel is not installed: the disk is full.'
  if (/EACCES|EPERM|EROFS/.test(output)) return `\nSemel is not installed: this user cannot write to ${modules}.`
  return '\nSemel is not installed: "npm ci" failed. The reason is above.'
}

/**
 * Only one `npm ci` may run in a directory at a time. The lock is a listening socket: it ends with its process, and a
 * waiting process notices the end. After a kill -9 the socket file stays, but nobody answers. It is then renamed; if it
 * turns out that a newer process had just created it, it is renamed back.
 */
async function acquireLock() {
  const id = createHash('sha256').update(`${clone} ${process.getuid?.()}`).digest('hex').slice(0, 16)
  const path = process.platform === 'win32' ? `\\\\.\\pipe\\semel-${id}` : join(tmpdir(), `semel-install-${id}.sock`)
  for (;;) {
    const server = await listen(path)
    if (server) return server
    const owner = await connect(path)
    if (owner) {
      console.error('Another process is installing the packages. Waiting for it …')
      await new Promise(done => owner.once('close', done))
      continue
    }
    const aside = `${path}.${process.pid}`
    try {
      renameSync(path, aside)
    } catch {
      continue
    }
    if (await connect(aside)) renameSync(aside, path)
    else rmSync(aside, { force: true })
  }
}

/** @returns undefined when another process listens at this path */
function listen(path) {
  return new Promise((done, fail) => {
    const server = net.createServer(waiting => waiting.on('error', () => {}))
    server.once('error', error => (error.code === 'EADDRINUSE' ? done(undefined) : fail(error)))
    server.listen(path, () => done(server))
  })
}

/** @returns undefined when no process listens at this path */
function connect(path) {
  return new Promise(done => {
    const socket = net.connect(path)
    socket.once('connect', () => done(socket))
    socket.once('error', () => done(undefined))
  })
}

function nodePath() {
  return join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
}

/** Runs the binary, because one for another platform does not count as installed. */
function nodeVersion() {
  return /^v(\S+)/.exec(spawnSync(nodePath(), ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1]
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
