import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareSizes } from '../../bench/scale/table.ts'

/* `npm run bench -- --scale` does the same up to a million. A plan that reads a whole table shows at these sizes too. */
test('no list, search or count costs more on a database that is six times as large', async () => {
  const lines = await compareSizes([2500, 15_000])
  const grown = lines.filter(({ isFlat }) => !isFlat)
  assert.deepEqual(
    grown.map(({ path, small, large }) => `${path}: ${small.buffers} -> ${large.buffers} buffers`),
    [],
  )
})
