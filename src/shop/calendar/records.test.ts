import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordsKeptFrom } from './records.ts'

test('records are kept from the first day of a shop’s year', () => {
  const keptFrom = (now: string, timeZone: string, country = 'DE') =>
    recordsKeptFrom({ documentYears: 10, country, timeZone }, new Date(now))
  for (const [now, timeZone, country, day] of [
    ['2026-06-01T12:00Z', 'Europe/Berlin', 'DE', '2016-01-01'],
    // The year has begun in Berlin, and not in UTC; and the other way around in New York.
    ['2025-12-31T23:30Z', 'Europe/Berlin', 'DE', '2015-01-01'],
    ['2026-01-01T00:30Z', 'America/New_York', 'DE', '2015-01-01'],
    ['2026-01-01T06:00Z', 'America/New_York', 'DE', '2016-01-01'],
    // VAT of December falls due in January.
    ['2026-06-01T12:00Z', 'Europe/Warsaw', 'PL', '2015-12-01'],
  ] as const)
    assert.equal(keptFrom(now, timeZone, country).day, day, `${now} ${timeZone}`)
  assert.equal(keptFrom('2026-06-01T12:00Z', 'Europe/Berlin').at.toISOString(), '2015-12-31T23:00:00.000Z')
})
