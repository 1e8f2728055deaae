import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { times } from '../../../test/support/times.ts'
import { type Place, STATUSES } from '../tables.ts'
import type { Change } from './change-log.ts'
import { fits, Tally } from './filter-counts.ts'
import { type Listing, SORTS } from './listing.ts'
import { applyTo } from './memory.ts'
import { planAfter, planOf } from './plan.ts'
import { Anchors } from './rank-samples.ts'
import { compareKeys, keyOf } from './sort-key.ts'

/*
 * The arithmetic of paging against the plainest model: an array that is filtered, sorted and sliced. The database's part,
 * "from this key on, skip so many, take so many", is played by a slice.
 */
type World = Map<number, Place>

const place = fc.tuple(
  fc.constantFrom('', 'a', 'A', 'ä'),
  fc.constantFrom(...STATUSES),
  fc.constantFrom('', 'x', 'X', '\u{1f600}', '\u{ff5e}'),
  fc.integer({ min: 0, max: 3 }),
  fc.constantFrom(0, 1, 2),
)
const world = fc
  .oneof(fc.array(place, { maxLength: 40 }), fc.array(place, { minLength: 30, maxLength: 40 }))
  .map((places): World => new Map(places.map((place, index) => [index + 1, place])))
const steps = fc.array(fc.record({ id: fc.integer({ min: 1, max: 50 }), now: fc.option(place, { nil: null }) }), {
  maxLength: 15,
})
const listing = fc.record({
  sort: fc.constantFrom(...SORTS),
  descending: fc.boolean(),
  filter: fc.oneof(
    fc.constant({}),
    fc.record({ category: fc.constantFrom('', 'a'), status: fc.constantFrom(...STATUSES) }, { requiredKeys: [] }),
  ),
  page: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 3, max: 12 })),
  limit: fc.integer({ min: 1, max: 4 }),
  after: fc.constant(undefined),
})

test('a plan, carried over any changes, reads the page of the changed list', () => {
  let exact = 0
  let anchored = 0
  fc.assert(
    fc.property(world, steps, steps, listing, fc.nat(2), fc.integer({ min: 1, max: 5 }), (...args) => {
      const [start, learned, unknown, wanted, near, spacing] = args
      const tally = new Tally([...start.values()].map(([category, status]) => ({ category, status, count: 1 })))
      const anchors = anchorsOf(start, wanted, spacing)
      const known = change(start, learned)
      tally.apply(known.changes)
      applyTo({ ...wanted, anchors, spacing, builtAt: 0, buildMs: 0 }, known.changes)
      const plan = planOf({ tally, snapshot: '', generation: 1 }, wanted, near, anchors)
      assert.ok(plan)
      assert.deepEqual(read(known.world, wanted, plan), pageOf(known.world, wanted))

      const present = change(known.world, unknown)
      const real = planAfter(plan, wanted, present.changes)
      assert.equal(real.total, listOf(present.world, wanted).length)
      if (real.skip < 0) return
      exact++
      if (typeof plan.origin === 'object') anchored++
      assert.deepEqual(read(present.world, wanted, real), pageOf(present.world, wanted))
    }),
    { numRuns: times(5000) },
  )
  assert.ok(exact > 2000 && anchored > 500, `${exact} plans held, ${anchored} of them from an anchor`)
})

function change(
  before: World,
  steps: readonly { id: number; now: Place | null }[],
): { world: World; changes: Change[] } {
  const world = new Map(before)
  const changes = steps.map(({ id, now }) => {
    const was = world.get(id) ?? null
    if (now) world.set(id, now)
    else world.delete(id)
    return { product_id: id, was, now, words: true }
  })
  return { world, changes }
}

function keysOf(world: World, { sort, filter }: Listing) {
  return [...world]
    .filter(([, place]) => fits(place, filter))
    .map(([id, place]) => keyOf(place, id, sort))
    .sort(compareKeys)
}

function anchorsOf(world: World, listing: Listing, spacing: number): Anchors {
  const keys = keysOf(world, listing)
  const ranks = keys.map((_, rank) => rank).filter(rank => rank % spacing === 0)
  return new Anchors(
    ranks.map(rank => keys[rank]!),
    ranks,
  )
}

function listOf(world: World, listing: Listing): number[] {
  const ids = keysOf(world, listing).map(([, id]) => id)
  return listing.descending ? ids.reverse() : ids
}

function pageOf(world: World, listing: Listing): number[] {
  return listOf(world, listing).slice((listing.page - 1) * listing.limit, listing.page * listing.limit)
}

function read(world: World, listing: Listing, { origin, skip, count }: ReturnType<typeof planAfter>): number[] {
  const keys = keysOf(world, listing)
  const run =
    origin === 'end'
      ? keys
          .reverse()
          .slice(skip, skip + count)
          .reverse()
      : keys.filter(key => origin === 'start' || compareKeys(key, origin.at) >= 0).slice(skip, skip + count)
  const ids = run.map(([, id]) => id)
  return listing.descending ? ids.reverse() : ids
}
