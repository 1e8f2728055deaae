import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { THOROUGH } from '../support/thorough.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'semel-start-'))
})
afterEach(async () => {
  // If only root can enter DATA_DIR, the database of root is elsewhere.
  const home = await databaseHome()
  for (const path of new Set([home, directory])) await rm(path, { recursive: true, force: true })
})

describe('npm start', () => {
  // Each is a start from nothing, so every day one is enough.
  for (const [what, stop] of [
    ['Ctrl-C, which the terminal sends to every process', (npm: ChildProcess) => process.kill(-npm.pid!, 'SIGINT')],
    ['SIGTERM to npm alone', (npm: ChildProcess) => process.kill(npm.pid!, 'SIGTERM')],
  ].slice(0, THOROUGH ? 2 : 1) as [string, (npm: ChildProcess) => void][]) {
    test(`${what} shuts it down cleanly, and no process is left`, async () => {
      const npm = startByNpm()
      await printed(npm, /Semel is running/)
      const pids = [Number(await readFile(join(directory, 'owner.pid'), 'utf8')), await postmasterPid()]
      stop(npm)
      assert.deepEqual(await once(npm, 'exit'), [0, null])
      for (const pid of pids) assert.throws(() => process.kill(pid, 0), /ESRCH/)
      assert.match(await readFile(join(directory, 'postgres.log'), 'utf8'), /database system is shut down\n$/)
    })
  }

  test('Ctrl-C during the start leaves no process', async () => {
    const npm = startByNpm()
    let pid: number | undefined
    // The file is empty for a moment.
    while (!pid) pid = await postmasterPid().catch(() => nextTurn(undefined))
    process.kill(-npm.pid!, 'SIGINT')
    await once(npm, 'exit')
    // npm may end before Semel does.
    while (isThere(-npm.pid!)) await nextTurn()
    while (await stat(`/proc/${pid}/exe`).catch(() => false)) await nextTurn()
  })

  /** @param pid of a process; below 0, of a group of processes */
  function isThere(pid: number): boolean {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }

  function startByNpm(): ChildProcess {
    return spawn('npm', ['start'], {
      cwd: ROOT,
      env: environment(),
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    })
  }

  async function postmasterPid(): Promise<number> {
    return Number.parseInt(await readFile(join(await databaseHome(), 'postgres/postmaster.pid'), 'utf8'), 10)
  }
})

describe('bin/semel.js', () => {
  test('passes arguments, output and the exit code', async () => {
    const semel = spawn(process.execPath, [join(ROOT, 'bin/semel.js'), 'no-such-command'], { stdio: 'pipe' })
    const [complaint, [code]] = await Promise.all([text(semel.stderr), once(semel, 'exit')])
    assert.match(complaint, /unknown command 'no-such-command'/)
    assert.equal(code, 1)
  })

  test('passes SIGTERM', async () => {
    const semel = spawn(process.execPath, [join(ROOT, 'bin/semel.js'), 'start'], {
      env: environment(),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await printed(semel, /Semel is running/)
    semel.kill('SIGTERM')
    assert.deepEqual(await once(semel, 'exit'), [0, null])
  })
})

function environment(): Record<string, string> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME, DATA_DIR: directory, PORT: '0', ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) }
}

async function databaseHome(): Promise<string> {
  return (await readFile(join(directory, 'postgres.location'), 'utf8').catch(() => directory)).trim()
}

function printed(child: ChildProcess, pattern: RegExp): Promise<void> {
  let output = ''
  return new Promise((resolve, reject) => {
    child.stdout!.on('data', chunk => {
      output += chunk
      if (pattern.test(output)) resolve()
    })
    child.once('exit', () => reject(new Error(`It ended before it printed ${pattern}:\n${output}`)))
  })
}
