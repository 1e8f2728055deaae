/**
 * Asks VIES, where the member states say whether a VAT ID is valid. Protocol: European Commission, "VIES on-the-Web Endpoint" 1.0.0
 * (ec.europa.eu/assets/taxud/vow-information/swagger_publicVAT.yaml): `POST /check-vat-number` with `countryCode` and `vatNumber`, and
 * `requesterMemberStateCode` with `requesterNumber` for a consultation number. The answer has a boolean `valid` and a
 * `requestIdentifier`, or `actionSucceed: false` with codes in `errorWrappers`, also with status 200. The codes are those of
 * checkVatService.wsdl and checkVatTestService.wsdl of the same service; Greece is EL and Northern Ireland XI there.
 */
import { SECOND } from '../../time.ts'
import { plainVatId } from '../../world/vat-id.ts'

const VIES_DEADLINE = 3 * SECOND

export type ViesAnswer =
  | { status: 'valid' | 'invalid'; consultationNumber: string | null }
  | { status: 'unavailable'; reason: string }

type Question = {
  vatId: string
  /** VAT ID of the shop: only with it, VIES gives a consultation number, which is evidence. */
  requester: string
}

/** It never fails: whatever is wrong over there, an order does not wait for it. */
export async function askVies(address: string, question: Question): Promise<ViesAnswer> {
  const signal = AbortSignal.timeout(VIES_DEADLINE)
  const answer = await ask(address, question, signal)
  // The number of the shop itself may not be in the register. That says nothing about the buyer.
  const isOwnFault = answer.status === 'unavailable' && answer.reason === 'INVALID_REQUESTER_INFO'
  return isOwnFault ? ask(address, { ...question, requester: '' }, signal) : answer
}

async function ask(address: string, { vatId, requester }: Question, signal: AbortSignal): Promise<ViesAnswer> {
  const [countryCode, vatNumber] = partsOf(vatId)
  const [requesterMemberStateCode, requesterNumber] = partsOf(requester)
  const body = { countryCode, vatNumber, ...(requesterNumber && { requesterMemberStateCode, requesterNumber }) }
  try {
    const answer = await fetch(`${address}/check-vat-number`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal,
    })
    return readAnswer((await answer.json()) as Answered | null)
  } catch (error) {
    const { name } = error as Error
    return { status: 'unavailable', reason: REASONS[name] ?? 'UNREACHABLE' }
  }
}

const REASONS: Readonly<Record<string, string>> = { TimeoutError: 'TIMEOUT', SyntaxError: 'MALFORMED' }

type Answered = { valid?: unknown; requestIdentifier?: unknown; errorWrappers?: { error?: unknown }[] }

function readAnswer(answered: Answered | null): ViesAnswer {
  const { valid, requestIdentifier, errorWrappers } = answered ?? {}
  const code = Array.isArray(errorWrappers) ? errorWrappers[0]?.error : undefined
  // The form was checked before, so the register has no such number.
  if (code === 'INVALID_INPUT') return { status: 'invalid', consultationNumber: null }
  if (typeof code === 'string') return { status: 'unavailable', reason: code.slice(0, 60) }
  if (typeof valid !== 'boolean') return { status: 'unavailable', reason: 'MALFORMED' }
  const isGiven = typeof requestIdentifier === 'string' && requestIdentifier !== ''
  return { status: valid ? 'valid' : 'invalid', consultationNumber: isGiven ? requestIdentifier.slice(0, 60) : null }
}

function partsOf(vatId: string): [country: string, number: string] {
  const plain = plainVatId(vatId)
  return [plain.slice(0, 2), plain.slice(2)]
}
