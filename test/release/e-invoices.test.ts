/** Orders that a running Semel takes, as e-invoices. `npm run check:e-invoices -- RULES_DIR placed` judges the same ones officially. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { composeEInvoice } from '../../src/documents/e-invoice/compose.ts'
import { inProfile } from '../../src/documents/e-invoice/profiles.ts'
import { factsOf } from '../support/en16931-facts.ts'
import { brokenRules } from '../support/en16931-rules.ts'
import { placeFortyOrders } from '../support/placed-orders.ts'
import { startSemel } from '../support/semel.ts'

test('forty orders through the API → e-invoices that break no rule', async () => {
  await using semel = await startSemel()
  const documents = await placeFortyOrders(semel)
  assert.ok(documents.length > 55, `${documents.length} documents`)
  const categories = new Set<string>()
  for (const { name, content } of documents) {
    const invoice = composeEInvoice(content)
    assert.ok('totals' in invoice, `${name} lacks facts`)
    for (const { category } of invoice.taxes) categories.add(category)
    for (const profile of ['factur-x', 'xrechnung-ubl'] as const) {
      const written = inProfile(invoice, profile)
      assert.ok('root' in written, `${name} lacks ${JSON.stringify(written)}`)
      const facts = factsOf(written.root)
      assert.deepEqual(brokenRules(facts), [], `${name}: ${JSON.stringify(facts)}`)
      assert.equal(Number(facts.grandTotal), content.total / 100)
    }
  }
  assert.deepEqual([...categories].sort(), ['E', 'G', 'K', 'S', 'Z'])
})
