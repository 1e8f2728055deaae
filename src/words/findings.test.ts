import assert from 'node:assert/strict'
import { test } from 'node:test'
import { doubtsAbout, loadConfig } from '../config.ts'
import { describeServer, describeSkew } from '../database/health/server.ts'
import { findingsOf } from '../notifications/health.ts'
import { describeDescriptors } from '../observability/descriptors.ts'
import { DAY, SECOND } from '../time.ts'
import type { Finding } from './text.ts'
import { inLanguage, sentences, t } from './words.ts'

const many = { workers: [], inDoubt: 1000, failed: 2, failedBecause: '550 no', failedLast: '551 no', waiting: 1000 }
const HEALTH = { ...many, late: 1000, unanswered: 1000, unansweredSeconds: 20, lateBecause: '450 later' }

const all = () => [
  ...findingsOf(HEALTH),
  ...describeServer({ weak: ['fsync'], skew: 0, certificateLeft: 2 * DAY }),
  ...describeSkew(2.5 * SECOND),
  ...describeDescriptors({ used: 999, limit: 1000 }),
  ...doubtsAbout(loadConfig({ BASE_URL: 'https://shop.example', TRUSTED_PROXIES: 'uniquelocal', SMTP_ULR: 'x' })).map(
    text => ({ text }),
  ),
]

test('finding → in the language of its reader, also beyond one thousand', () => {
  const inEnglish = all().map(({ text }) => text)
  assert.ok(inEnglish.some(text => text.startsWith('At least 1,000 deliveries are in doubt.')))
  for (const language of ['de', 'fr'] as const) {
    const said = inLanguage(language, () => all().map(({ text }) => text), { isConsole: true })
    assert.equal(said.length, inEnglish.length)
    for (const [index, text] of said.entries()) {
      assert.notEqual(text, inEnglish[index])
      assert.doesNotMatch(text, /\b(?:the|of|least|Newest|Renew|says)\b/)
    }
  }
})

test('words that no dictionary has → no finding, so it does not compile', () => {
  const days = 3
  // @ts-expect-error: only `t` makes what a finding says.
  const finding: Finding = { level: 'warn', text: `It ends in ${days} days.` }
  assert.equal(finding.level, 'warn')
  assert.equal(sentences(t('Cart'), undefined, t('Orders')), 'Cart Orders')
})
