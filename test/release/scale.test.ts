import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareSizes } from '../../bench/scale/table.ts'

/*
 * `npm run bench -- --scale` does the same for all paths and up to a million. Lists that are counted up to 10,000 entries, such
 * as the ledger, are still growing towards that at these sizes, so they can only be compared there.
 */
const COMPARABLE =
  /products|health|kind=order.placed$|(shipped|event=.*)&state=pending|suggestions|[/]metrics|doctor|claim|orphans|cleanup|unpaid|q=|audit-log|state=answered|types=|product=999|updated_since|[/]admin$/

/** The small database holds hours and not a day; and a search counts what it finds, up to 10,000. */
const GROWING = [
  '/admin/health?period=day',
  '/admin/products?q=camp',
  '/admin/products?q=stel desc',
  '/products?q=wool',
]

test('database six times as large → no list, search, claim or count dearer', async () => {
  const lines = (await compareSizes([2500, 15_000])).filter(
    ({ path }) => COMPARABLE.test(path) && !GROWING.includes(path),
  )
  assert.ok(lines.length > 25)
  const grown = lines.filter(({ isFlat }) => !isFlat)
  assert.deepEqual(
    grown.map(({ path, small, large }) => `${path}: ${small.buffers} -> ${large.buffers} buffers`),
    [],
  )
})
