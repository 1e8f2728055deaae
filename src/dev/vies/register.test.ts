import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Register } from './register.ts'

const ask = (register: Register, question: object) => register.check(question) as Record<string, unknown>
const codeOf = (answer: object) => (answer as { errorWrappers?: { error: string }[] }).errorWrappers?.[0]?.error

test('number with its form → valid; taken out, other form → not valid', () => {
  const register = new Register()
  const french = { countryCode: 'FR', vatNumber: '40303265045' }
  assert.deepEqual([ask(register, french).valid, ask(register, french).requestIdentifier], [true, ''])
  assert.equal(ask(register, { countryCode: 'XI', vatNumber: '980780684' }).valid, true)
  assert.equal(ask(register, { countryCode: 'DE', vatNumber: '12' }).valid, false)
  register.set({ unknown: ['FR40303265045'] })
  assert.equal(ask(register, french).valid, false)
})

test('shop asks with its own number → consultation number', () => {
  const question = { countryCode: 'FR', vatNumber: '40303265045' }
  const own = { ...question, requesterMemberStateCode: 'DE', requesterNumber: '136695976' }
  assert.match(String(ask(new Register(), own).requestIdentifier), /^WAPIAAAA\d{8}$/)
  assert.equal(codeOf(ask(new Register(), { ...own, requesterNumber: '1' })), 'INVALID_REQUESTER_INFO')
})

test('what VIES does not take → INVALID_INPUT', () => {
  for (const question of [
    {},
    { countryCode: 'GR', vatNumber: '094259216' },
    { countryCode: 'CH', vatNumber: 'E123456788' },
    { countryCode: 'GB', vatNumber: '980780684' },
    { countryCode: 'FR', vatNumber: '' },
    { countryCode: 'FR', vatNumber: '40 303 265 045' },
    { countryCode: 'FR', vatNumber: 40 },
  ])
    assert.equal(codeOf(ask(new Register(), question)), 'INVALID_INPUT', JSON.stringify(question))
})
