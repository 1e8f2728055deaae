import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatDay } from '../notifications/messages/letter.ts'
import { dayOf } from '../shop/days.ts'
import { inLanguage } from '../words/words.ts'
import { minorUnits } from './assets/form-rules.js'
import { clockTime, dayAndMonth, time, typedAmount } from './format.ts'

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

test('amounts for forms → in signs of the reader, read back alike', () => {
  const typed = (locale: string, amount: number, currency: string) =>
    inLanguage('de', () => typedAmount(amount, currency), { locale })
  assert.deepEqual(
    [typed('de', 4800, 'EUR'), typed('de-CH', 4800, 'CHF'), typed('de', 1234, 'KWD'), typed('de', 123450, 'EUR')],
    ['48,00', '48.00', '1.234', '1234,50'],
  )
  for (const currency of ['EUR', 'JPY', 'KWD']) {
    for (const amount of [0, 5, 1234, 100_000, 123_456]) {
      assert.equal(minorUnits(typed('de', amount, currency), currency), amount, `${amount} ${currency}`)
    }
  }
})
