import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Bench, SUBJECTS } from '../../bench/bench.ts'

for (const subject of SUBJECTS) {
  test(`the benchmark ${subject} runs, and every figure is a positive number`, async () => {
    const { bench } = (await import(`../../bench/${subject}.ts`)) as { bench: Bench }
    const rows = await bench.run({ seconds: 0.2, small: true })
    assert.ok(rows.length > 0)
    for (const { what, measured, floor } of rows) {
      assert.ok(measured > 0 && Number.isFinite(measured), `${what}: ${measured}`)
      if (floor !== undefined) assert.ok(floor > 0 && Number.isFinite(floor), `${what}: floor ${floor}`)
    }
  })
}
