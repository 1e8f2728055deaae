/*
 * VIES of development: the answers of the Commission's "VIES on-the-Web Endpoint" 1.0.0 (swagger_publicVAT.yaml) and of its test service,
 * whose numbers and codes checkVatTestService.wsdl lists. Its register has every number that fits the form of its state, but those that
 * were taken out of it. It can be down, in one of the ways of those lists, or slow.
 */
import { TAXED_BY_UNION } from '../../world/territories.ts'
import { vatIdMistake, vatPrefixOf } from '../../world/vat-id.ts'

export type Question = {
  countryCode?: unknown
  vatNumber?: unknown
  requesterMemberStateCode?: unknown
  requesterNumber?: unknown
}

/** Numbers of the test service, with any country (checkVatTestService.wsdl, "Specific disclaimer for this service"). */
const TEST_ANSWERS: Readonly<Record<string, string>> = {
  '100': 'VALID',
  '200': 'INVALID',
  '201': 'INVALID_INPUT',
  '202': 'INVALID_REQUESTER_INFO',
  '300': 'SERVICE_UNAVAILABLE',
  '301': 'MS_UNAVAILABLE',
  '302': 'TIMEOUT',
  '400': 'VAT_BLOCKED',
  '401': 'IP_BLOCKED',
  '500': 'GLOBAL_MAX_CONCURRENT_REQ',
  '501': 'GLOBAL_MAX_CONCURRENT_REQ_TIME',
  '600': 'MS_MAX_CONCURRENT_REQ',
  '601': 'MS_MAX_CONCURRENT_REQ_TIME',
}

const FAULTS = Object.values(TEST_ANSWERS).filter(code => code !== 'VALID' && code !== 'INVALID')
const STATES = TAXED_BY_UNION.map(vatPrefixOf)

export class Register {
  /** Numbers that no state has given, or not anymore. */
  unknown: readonly string[] = []
  /** A code of the list with which all questions fail. */
  fault: string | null = null
  /** Milliseconds that an answer takes. */
  delay = 0
  /** Questions so far. */
  asked = 0

  set({ unknown, fault, delay }: { unknown?: unknown; fault?: unknown; delay?: unknown }): void {
    if (Array.isArray(unknown)) this.unknown = unknown.map(String)
    if (fault === null || (typeof fault === 'string' && FAULTS.includes(fault))) this.fault = fault
    if (typeof delay === 'number' && delay >= 0) this.delay = Math.min(delay, 60_000)
  }

  check(question: Question): object {
    this.asked++
    const { countryCode, vatNumber } = question
    if (this.fault !== null) return failure(this.fault)
    const isKnownState = typeof countryCode === 'string' && STATES.includes(countryCode)
    if (!isKnownState || typeof vatNumber !== 'string' || !/^[A-Za-z0-9+*]{1,12}$/.test(vatNumber))
      return failure('INVALID_INPUT')
    const requester = this.#requesterOf(question)
    if (requester === 'wrong') return failure('INVALID_REQUESTER_INFO')
    const id = `${countryCode}${vatNumber}`
    return answer(question, this.#has(id), requester === 'none' ? '' : `WAPIAAAA${String(this.asked).padStart(8, '0')}`)
  }

  test(question: Question): object {
    const code = TEST_ANSWERS[String(question.vatNumber)] ?? 'SERVICE_UNAVAILABLE'
    return code === 'VALID' || code === 'INVALID' ? answer(question, code === 'VALID', '') : failure(code)
  }

  #has(id: string): boolean {
    return vatIdMistake(id) === undefined && !this.unknown.includes(id)
  }

  #requesterOf({ requesterMemberStateCode: state, requesterNumber: number }: Question): 'none' | 'wrong' | 'right' {
    if (state === undefined && number === undefined) return 'none'
    return STATES.includes(String(state)) && this.#has(`${state}${number}`) ? 'right' : 'wrong'
  }
}

function answer({ countryCode, vatNumber }: Question, valid: boolean, requestIdentifier: string): object {
  const name = valid ? 'John Doe' : '---'
  return {
    countryCode,
    vatNumber,
    requestDate: new Date().toISOString(),
    valid,
    requestIdentifier,
    name,
    address: '---',
  }
}

function failure(error: string): object {
  return { actionSucceed: false, errorWrappers: [{ error }] }
}
