/*
 * VIES of development: the answers of the Commission's "VIES on-the-Web Endpoint" 1.0.0 (swagger_publicVAT.yaml). Its register has every
 * number that fits the form of its state, but those that were taken out of it. It can be down, in one of the ways that VIES names, or
 * slow.
 */
import { TAXED_BY_UNION } from '../../world/territories.ts'
import { vatIdMistake, vatPrefixOf } from '../../world/vat-id.ts'

export type Question = {
  countryCode?: unknown
  vatNumber?: unknown
  requesterMemberStateCode?: unknown
  requesterNumber?: unknown
}

/** Codes of the test service (checkVatTestService.wsdl, "Specific disclaimer for this service"). */
const FAULTS = [
  'INVALID_INPUT',
  'INVALID_REQUESTER_INFO',
  'SERVICE_UNAVAILABLE',
  'MS_UNAVAILABLE',
  'TIMEOUT',
  'VAT_BLOCKED',
  'IP_BLOCKED',
  'GLOBAL_MAX_CONCURRENT_REQ',
  'GLOBAL_MAX_CONCURRENT_REQ_TIME',
  'MS_MAX_CONCURRENT_REQ',
  'MS_MAX_CONCURRENT_REQ_TIME',
]

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
