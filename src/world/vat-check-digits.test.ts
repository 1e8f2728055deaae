import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UNION } from './territories.ts'
import { fitsCheckDigits } from './vat-check-digits.ts'

/**
 * Published numbers: the examples in the modules of python-stdnum 1.18, and below those that somebody found in VIES or at an office
 * while a program refused them.
 */
const PUBLISHED = `
  ATU13585627 BE0428759497 BG175074752 BG7523169263 BG8032056031 BG7552010005 CHE-100.155.212 CHE107787577IVA CY10259033P
  CZ25123891 CZ7103192745 CZ640903926 DE136695976 DK13585628 EE100931558 EE100594102 EL094259216 ESB58378431 ESB64717838
  ES54362315K ESX5253868R ESM1234567L FI20774740 FR40303265045 FR23334175221 GB980780684 HR33392005961 HU12892312 IE6433435F
  IE6433435OA IE8D79739I IT00743110157 LT119511515 LT100001919017 LT100004801610 LU15027442 LV40003521600 MT11679112
  NL004495445B01 NL002455799B11 PL8567346215 PT501964843 RO18547290 SE556188840401 SI50223054 SK2022749619`
/** python-stdnum #51; jsvat #32; DragonBe/vies #89, with the example of belastingdienst.nl; stdnum-js #28, #37, #118, #135, #164. */
const REFUSED_BY_OTHERS = `
  CZ682127228 CZ699000899 CZ687836437 CZ681208919 NL002342672B42 NL000099998B57 BE0417497106 GB340804329 GB346270013 XI346270013
  FR04813837531 DK19319970`
const numbers = [...PUBLISHED.trim().split(/\s+/), ...REFUSED_BY_OTHERS.trim().split(/\s+/)]

test('published numbers of all member states, XI and CHE → fit', () => {
  for (const number of numbers) assert.equal(fitsCheckDigits(number), true, number)
  const states = new Set(numbers.map(number => number.slice(0, 2)))
  for (const state of [...UNION.map(code => (code === 'GR' ? 'EL' : code)), 'XI', 'CH'])
    assert.ok(states.has(state), state)
})

/** Several kinds of persons, each with digits of its own, and organizations with a digit or a letter. */
const MORE_THAN_ONE: Readonly<Record<string, number>> = { BG: 3, ES: 2, NL: 2 }

/** Finds the last sign that checks the others. Behind it come `01` in Sweden, `B01` in the Netherlands, and `IVA`. */
function endOf(number: string): number {
  return number.replace(/(?<=^SE.*)01$|(?<=^NL.*)B\d\d$|(?<=^CHE.*)[A-Z]+$/, '').length - 1
}

test('the last digit or letter is another one → does not fit', () => {
  for (const number of numbers) {
    const end = endOf(number)
    const signs = [...(/\d/.test(number[end]!) ? '0123456789' : 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')]
    const fitting = signs.filter(sign => fitsCheckDigits(number.slice(0, end) + sign + number.slice(end + 1)))
    assert.ok(fitting.length <= (MORE_THAN_ONE[number.slice(0, 2)] ?? 1), `${number}: ${fitting}`)
  }
})

test('two digits changed places → nearly always found', () => {
  let [changed, unnoticed] = [0, 0]
  for (const number of numbers)
    for (let n = 3; n < number.length - 1; n++) {
      const [one, other] = [number[n]!, number[n + 1]!]
      if (one === other || !/^\d\d$/.test(one + other)) continue
      changed++
      if (fitsCheckDigits(number.slice(0, n) + other + one + number.slice(n + 2)) === true) unnoticed++
    }
  assert.ok(unnoticed / changed < 0.05, `${unnoticed} of ${changed}`)
})

test('wrong form, no rule, or unsettled practice → unknown', () => {
  for (const number of ['', 'DE', 'XX123', 'NO123456785', 'GBGD001', 'FRK7399859412', 'CZ530101123', 'LV01019012345'])
    assert.equal(fitsCheckDigits(number), undefined, number)
})
