import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isHoliday } from '../../world/holidays.ts'
import { endOfPeriod, firstDayInTime } from './periods.ts'

test('a period of 14 days → ends on a working day', () => {
  for (const [country, from, end] of [
    ['DE', '2026-11-20', '2026-12-04'],
    // Saturday and Sunday.
    ['DE', '2026-11-21', '2026-12-07'],
    ['DE', '2026-11-22', '2026-12-07'],
    // Christmas Day, a Friday; New Year, a Friday.
    ['DE', '2026-12-11', '2026-12-28'],
    ['DE', '2026-12-18', '2027-01-04'],
    // Epiphany, in Austria and in some German states.
    ['AT', '2026-12-23', '2027-01-07'],
    ['DE', '2026-12-23', '2027-01-07'],
    ['FR', '2026-12-23', '2027-01-06'],
    // Easter: Good Friday is a holiday in Germany, and the Monday too.
    ['DE', '2027-03-12', '2027-03-30'],
    // Outside of the table: Saturday and Sunday alone.
    ['US', '2026-12-11', '2026-12-25'],
    ['DE', '2098-12-11', '2098-12-25'],
  ] as const)
    assert.equal(endOfPeriod(from, 14, country), end, `${country} ${from}`)
})

test('first day in time → its period ends today or later', () => {
  for (const country of ['DE', 'AT', 'US']) {
    for (let n = 0; n < 400; n++) {
      const today = new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10)
      const first = firstDayInTime(today, 14, country)
      assert.ok(endOfPeriod(first, 14, country) >= today, `${country} ${today}`)
      const before = new Date(Date.parse(first) - 86_400_000).toISOString().slice(0, 10)
      assert.ok(endOfPeriod(before, 14, country) < today, `${country} ${today}`)
    }
  }
})

/** Names the days that the sources of the table lack, or have wrongly. The laws are in docs/decisions/053. */
const DELIBERATE: [day: string, country: string, isFree: boolean, why: string][] = [
  ['2027-03-15', 'CY', true, 'Clean Monday is 48 days before Easter of 2 May'],
  ['2027-03-16', 'CY', false, 'date-holidays has it a day late'],
  ['2026-05-05', 'NL', true, 'the fifth of May counts every year'],
  ['2027-03-26', 'NL', true, 'Good Friday counts for periods'],
  ['2026-12-24', 'FI', true, 'Christmas Eve counts for periods'],
  ['2026-01-02', 'RO', true, 'date-holidays has only the first of January'],
  ['2026-12-28', 'BG', true, 'date-holidays has no days in place of a Saturday or Sunday'],
  ['2027-09-15', 'SK', true, 'date-holidays ends it with 2025; holidays suspends it for 2026 alone'],
]

test('deliberate differences from the sources', () => {
  for (const [day, country, isFree, why] of DELIBERATE) assert.equal(isHoliday(day, country), isFree, why)
})
