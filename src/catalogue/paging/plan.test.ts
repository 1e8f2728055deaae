import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { times } from '../../../test/support/times.ts'
import { STATUSES } from '../states/states.ts'
import type { ListPosition } from '../tables.ts'
import type { Change } from './change-log.ts'
import { FilterCounts, matchesFilter, RankSamples } from './counts.ts'
import type { Listing } from './listing.ts'
import { planAfter, planPage } from './plan.ts'
import { compareKeys, SORTS, sortKeyOf } from './sort-key.ts'

/*
 * Compares the arithmetic of paging with a simple model: an array that is filtered, sorted and sliced. A slice replaces
 * the database's part: "from this key on, skip so many, take so many".
 */
type World = Map<number, ListPosition>

const position = fc.tuple(
  fc.constantFrom('', 'a', 'A', 'ä'),
  fc.constantFrom(...STATUSES),
  fc.constantFrom('', 'x', 'X', '\u{1f600}', '\u{ff5e}'),
  fc.integer({ min: 0, max: 3 }),
  fc.constantFrom(0, 1, 2),
  fc.boolean(),
  fc.constantFrom('', 'x'),
)
const world = fc
  .oneof(fc.array(position, { maxLength: 40 }), fc.array(position, { minLength: 30, maxLength: 40 }))
  .map((positions): World => new Map(positions.map((position, index) => [index + 1, position])))
const steps = fc.array(fc.record({ id: fc.integer({ min: 1, max: 50 }), now: fc.option(position, { nil: null }) }), {
  maxLength: 15,
})
const listing = fc.record({
  sort: fc.constantFrom(...SORTS, 'sort_name' as const),
  descending: fc.boolean(),
  filter: fc.oneof(
    fc.constant({}),
    fc.record(
      {
        category: fc.constantFrom('', 'a'),
        status: fc.constantFrom(...STATUSES),
        isListed: fc.constant(true as const),
      },
      { requiredKeys: [] },
    ),
  ),
  page: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 3, max: 12 })),
  limit: fc.integer({ min: 1, max: 4 }),
  after: fc.constant(undefined),
})

test('a plan corrected by any changes → a page of the changed list', () => {
  let exact = 0
  let sampled = 0
  fc.assert(
    fc.property(world, steps, steps, listing, fc.nat(2), fc.integer({ min: 1, max: 5 }), (...args) => {
      const [start, learned, unknown, wanted, nearEnd, samplesEvery] = args
      const counts = new FilterCounts(
        [...start.values()].map(([category, status, , , , is_listed]) => ({ category, status, is_listed, count: 1 })),
      )
      const samples = samplesOf(start, wanted, samplesEvery)
      const known = change(start, learned)
      counts.apply(known.changes)
      samples.apply(known.changes)
      const plan = planPage({ counts, snapshot: '' }, wanted, nearEnd, samples)
      assert.ok(plan)
      assert.deepEqual(read(known.world, wanted, plan), pageOf(known.world, wanted))

      const present = change(known.world, unknown)
      const real = planAfter(plan, wanted, present.changes)
      assert.equal(real.total, listOf(present.world, wanted).length)
      if (real.skip < 0) return
      exact++
      if (typeof plan.origin === 'object') sampled++
      assert.deepEqual(read(present.world, wanted, real), pageOf(present.world, wanted))
    }),
    { numRuns: times(5000) },
  )
  assert.ok(exact > 2000 && sampled > 500, `${exact} plans held, ${sampled} of them from a sample`)
})

function change(
  before: World,
  steps: readonly { id: number; now: ListPosition | null }[],
): { world: World; changes: Change[] } {
  const world = new Map(before)
  const changes = steps.map(({ id, now }) => {
    const was = world.get(id) ?? null
    if (now) world.set(id, now)
    else world.delete(id)
    return { product_id: id, was, now }
  })
  return { world, changes }
}

function keysOf(world: World, { sort, filter }: Listing) {
  return [...world]
    .filter(([, position]) => matchesFilter(position, filter))
    .map(([id, position]) => sortKeyOf(position, id, sort))
    .sort(compareKeys)
}

function samplesOf(world: World, listing: Listing, samplesEvery: number): RankSamples {
  const samples = keysOf(world, listing)
    .map(([value, id], rank) => [value, id, rank] as const)
    .filter(([, , rank]) => rank % samplesEvery === 0)
  return new RankSamples(listing.sort, listing.filter, samples)
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
  const page =
    origin === 'end'
      ? keys
          .reverse()
          .slice(skip, skip + count)
          .reverse()
      : keys.filter(key => origin === 'start' || compareKeys(key, origin.at) >= 0).slice(skip, skip + count)
  const ids = page.map(([, id]) => id)
  return listing.descending ? ids.reverse() : ids
}
