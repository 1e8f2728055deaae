import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { factsOf } from '../../../test/support/en16931-facts.ts'
import { brokenRules } from '../../../test/support/en16931-rules.ts'
import { documentsOf, drawn } from '../../../test/support/generated-orders.ts'
import { runs } from '../../../test/support/thorough.ts'
import { decimalsOf } from '../../pages/assets/form-rules.js'
import { composeEInvoice } from './compose.ts'
import { inProfile } from './profiles.ts'

test('orders, credit notes, reversals at random → no rule broken, totals unchanged', () => {
  const orders = runs(10_000, 2_000)
  let documents = 0
  let supplies = 0
  fc.assert(
    fc.property(drawn, draw => {
      for (const content of documentsOf(draw)) {
        documents++
        if (content.vatRule === 'reverse_charge') supplies++
        const invoice = composeEInvoice(content)
        assert.ok('totals' in invoice)
        for (const profile of ['factur-x', 'xrechnung-ubl'] as const) {
          const written = inProfile(invoice, profile)
          if ('lacks' in written) {
            assert.deepEqual([written.lacks, content.kind, content.currency], [['exact_vat'], 'credit_note', 'JPY'])
            continue
          }
          const facts = factsOf(written.root)
          assert.deepEqual(brokenRules(facts), [], JSON.stringify(facts))
          assert.equal(Number(facts.grandTotal), content.total / 10 ** decimalsOf(content.currency))
        }
      }
    }),
    { numRuns: orders },
  )
  assert.ok(documents > 1.5 * orders, `${documents} documents`)
  assert.ok(supplies > orders / 100, `${supplies} documents of supplies to other member states`)
})
