import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

/** A command whose shutdown never ends: something still waits for a reply. It prints a line when it is asked to stop. */
function startStuck(lastResort: number) {
  const program = `
    import { listenForSignals, untilStopped } from '${new URL('../../src/cli/signals.ts', import.meta.url).href}'
    listenForSignals()
    setInterval(() => {}, 1000)
    console.log('running')
    await untilStopped(${lastResort})
    console.log('stopping')
    await new Promise(() => {})`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return { child, ended: once(child, 'exit'), next: async () => (await lines.next()).value }
}

test("shutdown does not end → cut off with its signal's exit code", async () => {
  const { child, ended, next } = startStuck(500)
  assert.equal(await next(), 'running')
  child.kill('SIGTERM')
  assert.equal(await next(), 'stopping')
  const [code] = await ended
  assert.equal(code, 128 + 15)
})

test('second signal → the shutdown ends at once, unless the same keystroke', async () => {
  const { child, ended, next } = startStuck(60_000)
  assert.equal(await next(), 'running')
  child.kill('SIGINT')
  assert.equal(await next(), 'stopping')
  child.kill('SIGINT')
  await sleep(1_100)
  assert.equal(child.exitCode, null)
  child.kill('SIGINT')
  const [code] = await ended
  assert.equal(code, 128 + 2)
})
