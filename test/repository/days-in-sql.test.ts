import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

/*
 * One way cuts days: `dayOf` in src/shop/days.ts. The database has time zones of its own, which may be older, newer or without the
 * shop's. So statements of the business get day and year handed in. UTC is the same everywhere.
 */
test('no statement of the business cuts days', () => {
  const wrong = globSync('src/**/*.{ts,sql}')
    .filter(file => !file.startsWith('src/database/') && !file.endsWith('.test.ts'))
    .flatMap(file =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter(line =>
          /at time zone (?!'UTC')|date_trunc|extract\s*\(\s*(year|month|day|week|dow|doy)|date_part/i.test(line),
        )
        .map(line => `${file}: ${line.trim()}`),
    )
  assert.deepEqual(wrong, [])
})
