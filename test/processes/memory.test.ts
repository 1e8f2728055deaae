import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { platform } from 'node:os'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { cloneDatabase } from '../support/database.ts'

/** Above this, two processes and their PostgreSQL do not fit on the smallest machines. docs/decisions/033-memory.md says what takes it. */
const MOST_MIB = 175

test('`semel serve` is one process and at rest fits its memory', async () => {
  await using database = await cloneDatabase()
  // The first start keeps what V8 has compiled, and compiling takes memory of its own.
  await startServe(database.url, () => {})
  await startServe(database.url, pid => {
    // Linux alone tells about other processes. Elsewhere it has started with these settings, which is tested too.
    if (platform() !== 'linux') return
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    assert.equal(children, '', 'no second process')
    const [, resident] = /^Rss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))!
    assert.ok(Number(resident) / 1024 <= MOST_MIB, `${Math.round(Number(resident) / 1024)} MiB`)
  })
  const compiled = await readdir(new URL('../../node_modules/.cache/semel/', import.meta.url))
  assert.notEqual(compiled.length, 0, 'what V8 compiled is kept for the next start')
})

async function startServe(databaseUrl: string, look: (pid: number) => void): Promise<void> {
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH, HOME, PORT: '0', DATABASE_URL: databaseUrl, SECRET_KEY: 'test '.repeat(8) }
  const bin = fileURLToPath(new URL('../../bin/semel.js', import.meta.url))
  const child = spawn(process.execPath, [bin, 'serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  try {
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', part => (output += part))
    while (!output.includes('listens on')) await once(child.stdout, 'data')
    look(child.pid!)
  } finally {
    child.kill()
    await once(child, 'exit')
  }
}
