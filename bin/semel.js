#!/usr/bin/env node
// `semel …` on any installed Node: runs src/main on Node 26, the one that runs this file or the one from npm.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = resolve(fileURLToPath(import.meta.url), '../..')
// A clone holds TypeScript. A package holds JavaScript, because Node strips no types below node_modules.
const main = ['src/main.js', 'src/main.ts'].map(name => join(root, name)).find(existsSync)
const node = isNewEnough(process.versions.node) ? process.execPath : findNode()
const args = [main, ...process.argv.slice(2)]
// One arena of malloc: docs/decisions/033-memory.md.
const MEMORY = { MALLOC_ARENA_MAX: '1' }
// What V8 compiled at the last start saves four tenths of the time in which modules are loaded. Node goes on without it where it may
// not write. The folder belongs to who installed Semel, unlike one for temporary files, in which others could leave code.
const COMPILED = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/semel') }

if (!isInstalled()) {
  refuse(`Semel is not installed yet. Run "npm ci" or "npm start" in ${root}.`)
} else if (!node) {
  refuse(`Semel needs Node 26, and this is Node ${process.versions.node}. Install Node 26, or the npm package "node".`)
}
// The new program takes the place of this one: no second process waits, and signals need no forwarding.
else if (process.execve) process.execve(node, [node, ...args], { ...MEMORY, ...COMPILED, ...process.env })
else if (node === process.execPath) await import(pathToFileURL(main))
else runBeside()

function refuse(message) {
  console.error(message)
  process.exitCode = 1
}

/** The parts lie in this folder, or beside it where Semel itself was installed as a package. */
function isInstalled() {
  try {
    return Boolean(createRequire(import.meta.url).resolve('commander'))
  } catch {
    return false
  }
}

function isNewEnough(version) {
  return Number(version.split('.')[0]) >= 26
}

/** The Node of the npm package "node", unless it is an older one that something else has brought. */
function findNode() {
  try {
    const manifest = createRequire(import.meta.url).resolve('node/package.json')
    const path = join(dirname(manifest), process.platform === 'win32' ? 'bin/node.exe' : 'bin/node')
    const { version } = JSON.parse(readFileSync(manifest, 'utf8'))
    return isNewEnough(version) && existsSync(path) ? path : undefined
  } catch {
    return undefined
  }
}

function runBeside() {
  const child = spawn(node, args, { stdio: 'inherit' })
  // A terminal sends Ctrl-C to both processes. Only a signal sent to this process alone has to be forwarded.
  process.on('SIGINT', () => {
    if (!process.stdin.isTTY) child.kill('SIGINT')
  })
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2']) process.on(signal, () => child.kill(signal))
  child.on('error', error => {
    console.error(`Semel did not start: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}
