import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareSizes } from '../../bench/scale/table.ts'

/*
 * `npm run bench -- --scale` does the same up to a million. A plan that reads a whole table shows at these sizes too.
 *
 * These are not flat yet: lists of the ledger that have to pass over all deliveries that wait, which are newer, or that look
 * up the event of each delivery; and the list of all recipients of an announcement.
 */
const NOT_FLAT = [/deliveries[?]state=sent/, /deliveries[?]kind=/, /deliveries[?]event=/]

test('no list, search or count costs more on a database that is six times as large', async () => {
  const lines = await compareSizes([2500, 15_000])
  const grown = lines.filter(({ path, isFlat }) => !isFlat && !NOT_FLAT.some(known => known.test(path)))
  assert.deepEqual(
    grown.map(({ path, small, large }) => `${path}: ${small.buffers} -> ${large.buffers} buffers`),
    [],
  )
})
