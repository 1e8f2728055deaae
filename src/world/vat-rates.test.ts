import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UNION } from './territories.ts'
import { EU_RATES, TERRITORY_RATES } from './vat-rates.ts'

/** ibericode/vat-rates, vat-rates.json, version 4: the newest rates of each state, and those of its exceptions. */
const SOURCE: Record<string, number[]> = {
  AT: [20, 13, 10],
  BE: [21, 12, 6],
  BG: [20, 9],
  CY: [19, 9, 5],
  CZ: [21, 12],
  DE: [19, 7],
  DK: [25],
  EE: [24, 13, 9],
  ES: [21, 10, 4],
  FI: [25.5, 14, 10],
  FR: [20, 10, 5.5, 2.1],
  GR: [24, 13, 6],
  HR: [25, 13, 5],
  HU: [27, 18, 5],
  IE: [23, 13.5, 9, 4.8],
  IT: [22, 10, 5, 4],
  LT: [21, 9, 5],
  LU: [17, 14, 8, 3],
  LV: [21, 12, 5],
  MT: [18, 7, 5],
  NL: [21, 9],
  PL: [23, 8, 5],
  PT: [23, 13, 6],
  RO: [19, 9, 5],
  SE: [25, 12, 6],
  SI: [22, 9.5, 5],
  SK: [23, 19, 5],
  'PT-20': [18],
  'PT-30': [22],
  XI: [20, 5],
}

/** Entries in which the table differs on purpose: what it has, and why. */
const DIFFERENCES: Record<string, [rates: number[], why: string]> = {
  AT: [[20, 13, 10, 4.9], 'Food of annex 3 has 4.9 % since 1 July 2026.'],
  CY: [[19, 9, 5, 3], 'Books have 3 % since 2023.'],
  DK: [[25, 25], 'There is no reduced rate, and a product of the class can be sold.'],
  FI: [[25.5, 13.5, 10], '14 % became 13.5 % on 1 January 2026.'],
  LT: [[21, 12, 5], '9 % became 12 % on 1 January 2026.'],
  RO: [[21, 11], 'New rates since 1 August 2025.'],
  'PT-20': [[16, 9, 4], '16 % since 2021, with the reduced rates of the islands.'],
  'PT-30': [[22, 12, 4], 'The reduced rates of the islands.'],
}

test('rates → those of the source, but for named differences', () => {
  const table = { ...EU_RATES, ...TERRITORY_RATES }
  assert.deepEqual(Object.keys(table).toSorted(), Object.keys(SOURCE).toSorted())
  for (const [place, rates] of Object.entries(table)) {
    const found = Object.values(rates).toSorted((a, b) => b - a)
    assert.deepEqual(found, DIFFERENCES[place]?.[0] ?? SOURCE[place], place)
  }
})

test('the states with rates → the Union', () => {
  assert.deepEqual(Object.keys(EU_RATES), UNION)
})
