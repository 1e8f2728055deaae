import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeCosts, measureRoutes } from '../../bench/route-costs.ts'

test('every GET route → ten times the cheapest page, or a reason', async t => {
  const costs = await measureRoutes(3)
  const dearest = costs.slice(0, 12).map(({ route, ratio }) => `${route} ${ratio.toFixed(1)}`)
  t.diagnostic(dearest.join(', '))
  assert.ok(costs.length > 300, String(costs.length))
  assert.deepEqual(judgeCosts(costs), [])
})
