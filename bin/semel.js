#!/usr/bin/env node
// `npx semel …` on any installed Node: runs src/main.ts with the Node 26 from npm.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const clone = resolve(fileURLToPath(import.meta.url), '../..')
const node = join(clone, 'node_modules/.bin/node')
if (!existsSync(node)) {
  console.error(`Semel is not installed yet. Run "npm ci" or "npm start" in ${clone}.`)
  process.exit(1)
}

const child = spawn(node, [join(clone, 'src/main.ts'), ...process.argv.slice(2)], { stdio: 'inherit' })
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
