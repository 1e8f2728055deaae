import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEMO_PASSWORD } from '../users/demo-accounts.ts'
import { weakness } from './rules.ts'

test('the published demo password in any spelling that hashes alike → refused', () => {
  const fullWidth = String.fromCodePoint(DEMO_PASSWORD.codePointAt(0)! + 0xfee0) + DEMO_PASSWORD.slice(1)
  for (const password of [DEMO_PASSWORD, fullWidth]) {
    assert.equal(weakness(password, {})?.reason, 'is published; choose another', password)
  }
})

test('the name of the shop with signs or in full-width letters → refused', () => {
  for (const password of ['Semel-Shop-2026!', 'ｓemel-shop-2026']) {
    assert.equal(weakness(password, {})?.reason, 'must not be the name of this shop', password)
  }
})
