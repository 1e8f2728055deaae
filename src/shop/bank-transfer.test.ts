import assert from 'node:assert/strict'
import { test } from 'node:test'
import { payableUntil, transferOf } from './bank-transfer.ts'
import { UNSET } from './settings.ts'

test('days to pay → calendar days despite clock changes, until a working day', () => {
  const shop = { ...UNSET, iban: 'DE89370400440532013000', timeZone: 'Europe/Berlin' }
  for (const [placedAt, day] of [
    // Half past midnight and noon, before the clocks go back.
    ['2026-10-20T00:30+02:00', '2026-11-03'],
    ['2026-10-20T12:00+02:00', '2026-11-03'],
    // Day before the clocks go forward.
    ['2027-03-16T23:30+01:00', '2027-03-30'],
    ['2027-03-17T00:30+01:00', '2027-03-31'],
    // Would end on a Saturday, on Christmas Day.
    ['2026-11-21T12:00+01:00', '2026-12-07'],
    ['2026-12-11T12:00+01:00', '2026-12-28'],
  ] as const)
    assert.equal(payableUntil(transferOf(shop)!, new Date(placedAt)), day, placedAt)
})
