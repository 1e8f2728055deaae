import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatDay } from '../notifications/messages/letter.ts'
import { dayOf } from '../shop/days.ts'
import { inLanguage } from '../words/words.ts'
import { clockTime, dayAndMonth, time } from './format.ts'

test('unknown zone → UTC on pages, in emails and days', () => {
  const at = new Date('2026-11-25T23:30:00Z')
  const read = (timeZone: string) =>
    inLanguage(
      'en',
      () => [clockTime(at), dayAndMonth(at), String(time(at)), formatDay(at, { timeZone }), dayOf(at, timeZone)],
      {
        clock: { timeZone, isFixed: true },
      },
    )
  assert.deepEqual(read('Mars/Olympus'), read('UTC'))
  assert.notDeepEqual(read('Europe/Berlin'), read('UTC'))
})
