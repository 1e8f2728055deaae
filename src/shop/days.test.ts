import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDay } from '../time.ts'
import { addDays, dayOf, firstDay, partsOf, sameMomentBefore, shopTime, startOfDay } from './days.ts'

const DAYS = [
  // Clocks go forward and back at night: 23 and 25 hours.
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00Z', 23],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00Z', 25],
  ['Pacific/Auckland', '2026-04-05', '2026-04-04T11:00:00Z', 25],
  ['Pacific/Auckland', '2026-09-27', '2026-09-26T12:00:00Z', 23],
  // Midnight: the day begins at one o'clock, and the last hour of the day before is repeated.
  ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00Z', 23],
  ['America/Sao_Paulo', '2018-02-17', '2018-02-17T02:00:00Z', 25],
  ['America/Sao_Paulo', '2026-11-24', '2026-11-24T03:00:00Z', 24],
  // The hour after midnight is repeated.
  ['Atlantic/Azores', '2026-10-25', '2026-10-25T00:00:00Z', 25],
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00Z', 25],
  ['Asia/Kathmandu', '2026-11-24', '2026-11-23T18:15:00Z', 24],
  ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00Z', 24.5],
  // A day that was left out.
  ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00Z', 0],
  ['UTC', '2026-02-28', '2026-02-28T00:00:00Z', 24],
] as const

for (const [zone, day, start, length] of DAYS) {
  test(`${day} in ${zone} begins at ${start} and has ${length} hours`, () => {
    const [begin, end] = [startOfDay(day, zone), startOfDay(addDays(day, 1), zone)]
    assert.equal(begin.toISOString(), start.replace('Z', '.000Z'))
    assert.equal((end.getTime() - begin.getTime()) / 3_600_000, length)
    assert.ok(dayOf(new Date(begin.getTime() - 1), zone) < day)
    if (length > 0) assert.equal(dayOf(begin, zone), day)
    if (length > 0) assert.equal(dayOf(new Date(end.getTime() - 1), zone), day)
  })
}

test('a moment → between the start of its day and of the next', () => {
  for (const zone of Intl.supportedValuesOf('timeZone').filter((_, index) => index % 7 === 0)) {
    for (let hour = 0; hour < 366; hour++) {
      const at = new Date(Date.UTC(2026, 0, 1, hour * 24 + (hour % 24), 30))
      const day = dayOf(at, zone)
      assert.ok(startOfDay(day, zone) <= at && at < startOfDay(addDays(day, 1), zone), `${zone} ${at.toISOString()}`)
    }
  }
})

test('weeks begin on Monday, and months on their first day', () => {
  assert.equal(firstDay('2026-11-29', 'week'), '2026-11-23')
  assert.equal(firstDay('2026-11-23', 'week', -1), '2026-11-16')
  assert.equal(firstDay('2026-03-31', 'month', -1), '2026-02-01')
  assert.equal(firstDay('2026-12-31', 'month', 1), '2027-01-01')
  assert.equal(partsOf('month', '2026-10-01', 'Europe/Berlin').length, 32)
  assert.equal(partsOf('day', '2026-10-25', 'Europe/Berlin').length, 26)
})

test('the same moment one period earlier → by the clock, within shorter months', () => {
  const before = (now: string, span: 'day' | 'week' | 'month') =>
    sameMomentBefore(new Date(now), span, 'Europe/Berlin').toISOString().slice(0, 16)
  assert.equal(before('2026-11-25T11:30:00Z', 'day'), '2026-11-24T11:30')
  assert.equal(before('2026-10-26T11:30:00Z', 'week'), '2026-10-19T10:30')
  assert.equal(before('2026-03-30T10:30:00Z', 'month'), '2026-02-28T23:00')
})

test('a day that does not exist is none', () => {
  for (const text of ['2026-02-30', '2026-2-3', '99999-01-01', '0000-01-01', '9999-12-31', '', 'soon', undefined]) {
    assert.equal(readDay(text), undefined)
  }
  assert.equal(readDay('2028-02-29'), '2028-02-29')
})

test('a moment in a file → shop time with its offset from UTC', () => {
  const at = new Date('2026-11-25T13:57:47.123Z')
  assert.equal(shopTime(at, 'Europe/Berlin'), '2026-11-25T14:57:47+01:00')
  assert.equal(shopTime(at, 'America/Sao_Paulo'), '2026-11-25T10:57:47-03:00')
  assert.equal(shopTime(at, 'Asia/Kathmandu'), '2026-11-25T19:42:47+05:45')
})
