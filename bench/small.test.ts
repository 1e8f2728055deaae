import assert from 'node:assert/strict'
import { glob } from 'node:fs/promises'
import { test } from 'node:test'
import type { Bench } from './bench.ts'

const MACHINERY = ['run.ts', 'bench.ts', 'cpu.ts']
const files = await Array.fromAsync(glob('*.ts', { cwd: import.meta.dirname }))
for (const file of files.filter(file => !/\.(test|d)\.ts$/.test(file) && !MACHINERY.includes(file)).sort()) {
  test(`the benchmark ${file} runs, and every figure is one`, async () => {
    const { bench } = (await import(`./${file}`)) as { bench: Bench }
    const rows = await bench.run({ seconds: 0.2, small: true })
    assert.ok(rows.length > 0)
    for (const { what, measured, floor } of rows) {
      assert.ok(measured > 0 && Number.isFinite(measured), `${what}: ${measured}`)
      if (floor !== undefined) assert.ok(floor > 0 && Number.isFinite(floor), `${what}: floor ${floor}`)
    }
  })
}
