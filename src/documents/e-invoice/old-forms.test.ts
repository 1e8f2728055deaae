/** Documents from before form 3, which keep what they say. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from '../../../test/support/en16931-facts.ts'
import { brokenRules } from '../../../test/support/en16931-rules.ts'
import type { DocumentContent } from '../content.ts'
import { composeEInvoice } from './compose.ts'
import { inProfile } from './profiles.ts'

const INVOICE: DocumentContent = {
  ...{ form: 1, kind: 'invoice', number: 'OLD-1', issuedOn: '2025-03-01', language: 'en', currency: 'EUR' },
  seller: { name: 'Lamp House', address: ['Weg 1', '10115 Berlin'], vatId: 'DE136695976', country: 'DE' },
  buyer: { name: 'Ada', address: ['Lane 2', '10115 Berlin', 'Germany'], email: 'ada@example.com', country: 'DE' },
  order: { id: 7, placedOn: '2025-02-27', shippedOn: null, termsVersion: null },
  lines: [
    { sku: 'L', name: 'Lamp', quantity: 2, unitPrice: 1190, discount: 238, total: 2380, rate: 1900 },
    { sku: 'B', name: 'Book', quantity: 3, unitPrice: 107, discount: 32, total: 321, rate: 700 },
  ],
  ...{ delivery: { name: 'Parcel', total: 490 }, discount: { code: 'TEN', total: 270 }, total: 2921 },
  taxes: [
    { rate: 1900, net: 2159, tax: 410, gross: 2569 },
    { rate: 700, net: 329, tax: 23, gross: 352 },
  ],
  ...{ taxCountry: 'DE', corrects: null },
}
const CREDIT: DocumentContent = {
  ...INVOICE,
  ...{ kind: 'credit_note', number: 'OLD-C1', lines: [], delivery: null, discount: null, total: 1190 },
  taxes: [{ rate: 1900, net: 1000, tax: 190, gross: 1190 }],
  corrects: { number: 'OLD-1', issuedOn: '2025-03-01' },
}
const LINE = { sku: 'L', name: 'Lamp', quantity: 1, unitPrice: 1190, discount: 0, total: 1190, rate: 1900 }

const OLD: [string, DocumentContent][] = [
  ['invoice of form 1', INVOICE],
  ['credit note of form 1, without lines', CREDIT],
  ['credit note of form 2', { ...CREDIT, form: 2, lines: [LINE], reason: 'returned' }],
]

for (const [name, content] of OLD)
  test(`${name} → an e-invoice that breaks no rule`, () => {
    const invoice = composeEInvoice(content)
    assert.ok('totals' in invoice)
    const written = inProfile(invoice, 'factur-x')
    assert.ok('root' in written)
    const facts = factsOf(written.root)
    assert.deepEqual(brokenRules(facts), [], JSON.stringify(facts))
    assert.equal(Number(facts.grandTotal), content.total / 100)
    // Nobody kept the phone and the email of the shop, which XRechnung asks for.
    assert.deepEqual(inProfile(invoice, 'xrechnung-ubl'), { lacks: ['seller_phone', 'seller_email'] })
  })

test('documents from before VAT or without their person → refused with the fact', () => {
  const lines = INVOICE.lines.map(line => ({ ...line, rate: null }))
  assert.deepEqual(composeEInvoice({ ...INVOICE, lines, taxes: [] }), { lacks: ['vat_rates'] })
  assert.deepEqual(composeEInvoice({ ...INVOICE, buyer: null }), { lacks: ['buyer'] })
})
