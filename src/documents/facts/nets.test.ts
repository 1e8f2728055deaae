import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runs } from '../../../test/support/thorough.ts'
import { type Gross, spreadNets } from './nets.ts'

test('discount and delivery → nets of the rates, to the unit', () => {
  const lines = [
    { total: 14_997, discount: 1500, rate: 1900 },
    { total: 2590, discount: 259, rate: 700 },
    { total: 693, discount: 69, rate: 1900 },
  ]
  const taxes = [
    { rate: 1900, net: 12_220, gross: 14_542 },
    { rate: 700, net: 2243, gross: 2400 },
  ]
  const nets = spreadNets({ lines, taxes, total: 16_942 })
  assert.deepEqual(nets.lines, [12_602, 2421, 582])
  assert.deepEqual(nets.discounts, [
    { rate: 1900, gross: 1569, net: 1318 },
    { rate: 700, gross: 259, net: 242 },
  ])
  assert.deepEqual(nets.charges, [
    { rate: 1900, gross: 421, net: 354 },
    { rate: 700, gross: 69, net: 64 },
  ])
})

test('random documents → parts are the net of their rate', () => {
  const random = randomOf(20_261_128)
  for (let run = 0; run < runs(10_000, 2000); run++) {
    const document = documentOf(random)
    judge(document)
    // A reversal has the same parts below zero.
    const turned = spreadNets(turn(document))
    assert.deepEqual(
      turned.lines,
      spreadNets(document).lines.map(net => 0 - net),
    )
  }
})

test('lines that cancel out or are free → sums of zero', () => {
  const free = { lines: [{ total: 999, discount: 999, rate: 1900 }], taxes: [], total: 0 }
  assert.deepEqual(spreadNets(free).lines, [spreadNets(free).discounts[0]!.net])
  const lines = [
    { total: 500, discount: 0, rate: 700 },
    { total: -500, discount: 0, rate: 700 },
  ]
  assert.deepEqual(spreadNets({ lines, taxes: [], total: 0 }).lines, [467, -467])
})

test('an order from before rates were known → amounts as they are', () => {
  const lines = [{ total: 1190, discount: 90, rate: null }]
  assert.deepEqual(spreadNets({ lines, taxes: [], total: 1490 }), {
    lines: [1190],
    discounts: [{ rate: null, gross: 90, net: 90 }],
    charges: [{ rate: null, gross: 390, net: 390 }],
  })
})

type Random = (below: number) => number

function judge(document: Gross): void {
  const { lines, discounts, charges } = spreadNets(document)
  const rates = new Set(document.lines.map(({ rate }) => rate))
  for (const rate of rates) {
    const own = lines.filter((_, n) => document.lines[n]!.rate === rate)
    const less = discounts.find(part => part.rate === rate)?.net ?? 0
    const more = charges.find(part => part.rate === rate)?.net ?? 0
    const { net } = document.taxes.find(tax => tax.rate === rate)!
    assert.equal(sum(own) - less + more, net, JSON.stringify(document))
  }
  for (const [n, { total, rate }] of document.lines.entries()) {
    const exact = (total * 10_000) / (10_000 + rate!)
    assert.ok(Math.abs(lines[n]! - exact) <= 2, `${lines[n]} for ${exact}`)
    assert.ok(Math.abs(lines[n]!) <= Math.abs(total) && lines[n]! * total >= 0)
  }
}

function documentOf(random: Random): Gross {
  const kinds = [[1900], [700, 1900], [0, 550, 2000], [250, 2100, 600], [2700]][random(5)]!
  const lines = Array.from({ length: 1 + random(12) }, () => {
    const total = (random(3) === 0 ? random(200) : random(100_000)) * (1 + random(9))
    return { total, discount: random(2) === 0 ? 0 : random(total + 1), rate: kinds[random(kinds.length)]! }
  })
  const rates = [...new Set(lines.map(({ rate }) => rate))]
  const taxes = rates.map(rate => {
    const goods = lines.reduce((all, line) => all + (line.rate === rate ? line.total - line.discount : 0), 0)
    const gross = goods + (random(2) === 0 ? 0 : random(2000))
    return { rate, gross, net: gross - taxIn(gross, rate) }
  })
  return { lines, taxes, total: sum(taxes.map(({ gross }) => gross)) }
}

function taxIn(gross: number, rate: number): number {
  return Math.floor((2 * gross * rate + 10_000 + rate) / (2 * (10_000 + rate)))
}

function turn({ lines, taxes, total }: Gross): Gross {
  return {
    lines: lines.map(line => ({ ...line, total: 0 - line.total, discount: 0 - line.discount })),
    taxes: taxes.map(({ rate, net, gross }) => ({ rate, net: 0 - net, gross: 0 - gross })),
    total: 0 - total,
  }
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((all, amount) => all + amount, 0)
}

function randomOf(seed: number): Random {
  let state = seed
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
