import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatDay } from '../notifications/messages/letter.ts'
import { dayOf } from '../shop/days.ts'
import { inLanguage } from '../words/words.ts'
import { clockTime, dayAndMonth, time } from './format.ts'

test('first day of a month in French → 1er, others as they are', () => {
  const read = (day: string) =>
    inLanguage('fr', () => [dayAndMonth(new Date(day)), formatDay(new Date(day), { timeZone: 'UTC' })], {
      locale: 'fr-FR',
    })
  assert.deepEqual(read('2026-12-01T10:00:00Z'), ['1er déc.', '1er décembre 2026'])
  assert.deepEqual(read('2026-12-11T01:01:00Z'), ['11 déc.', '11 décembre 2026'])
  assert.match(
    inLanguage('fr', () => String(time('2026-12-01T01:01:00Z')), { locale: 'fr-FR' }),
    />1er déc\. 2026,? /,
  )
})

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
