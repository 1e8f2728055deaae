import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { creditTaxes } from './credit.ts'

const INVOICE = [
  { rate: 1900, net: 8395, tax: 1595, gross: 9990 },
  { rate: 700, net: 935, tax: 65, gross: 1000 },
]

test('the whole amount → the VAT of the invoice', () => {
  assert.deepEqual(creditTaxes(INVOICE, [], 10_990), INVOICE)
})

test('nothing is left → no rates', () => {
  assert.deepEqual(creditTaxes(INVOICE, INVOICE, 5), [])
})

test('any parts, one after the other → each adds up, none is negative, and all of them are the invoice', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 4000 }), { maxLength: 12 }), amounts => {
      const earlier: ReturnType<typeof creditTaxes> = []
      for (const amount of [...amounts, 10_990]) {
        const left = 10_990 - earlier.reduce((sum, { gross }) => sum + gross, 0)
        const taxes = creditTaxes(INVOICE, earlier, amount)
        assert.equal(
          taxes.reduce((sum, { gross }) => sum + gross, 0),
          Math.min(amount, left),
        )
        for (const { net, tax, gross } of taxes) assert.ok(net + tax === gross && gross > 0 && net >= 0)
        earlier.push(...taxes)
      }
      for (const { rate, ...whole } of INVOICE) {
        const own = earlier.filter(tax => tax.rate === rate)
        const sum = (part: 'net' | 'tax' | 'gross') => own.reduce((total, tax) => total + tax[part], 0)
        assert.deepEqual({ net: sum('net'), tax: sum('tax'), gross: sum('gross') }, whole)
      }
    }),
  )
})
