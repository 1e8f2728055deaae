import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEMO_PASSWORD } from '../users/demo-accounts.ts'
import { weakness } from './rules.ts'

test('the published password of the demo accounts is refused in every spelling that is hashed alike', () => {
  const fullWidth = String.fromCodePoint(DEMO_PASSWORD.codePointAt(0)! + 0xfee0) + DEMO_PASSWORD.slice(1)
  for (const password of [DEMO_PASSWORD, fullWidth]) {
    assert.equal(weakness(password, {})?.reason, 'is published; choose another', password)
  }
})

test('the name of the shop is refused with signs around it, and in full-width letters', () => {
  for (const password of ['Semel-Shop-2026!', 'ｓemel-shop-2026']) {
    assert.equal(weakness(password, {})?.reason, 'must not be the name of this shop', password)
  }
})
