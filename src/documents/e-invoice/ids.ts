/** Says in which scheme the number of a business is an address for e-invoices, and an identifier of its register. */
import { REGISTER_SCHEMES, VAT_ID_SCHEMES } from '../../world/peppol.ts'
import { plainVatId } from '../../world/vat-id.ts'
import type { ElectronicAddress, Party } from './e-invoice.ts'

/** EN 16931 takes an email address as an electronic one (scheme EM of EAS). The Peppol network does not. */
export const EMAIL_SCHEME = 'EM'

/** @param text a scheme and an address, such as 0208:0123456789 */
export function readElectronicAddress(text: string): ElectronicAddress | undefined {
  const [, scheme, id] = /^(\d{4}|EM):(.+)$/.exec(text.trim()) ?? []
  return scheme && id ? { scheme, id } : undefined
}

/** @returns undefined if the country has no such scheme */
export function peppolAddressOf(vatId: string): ElectronicAddress | undefined {
  const id = plainVatId(vatId)
  const [scheme, part] = VAT_ID_SCHEMES[id.slice(0, 2)] ?? []
  if (!scheme) return undefined
  if (!part) return { scheme, id }
  const found = part.exec(id)?.[1]
  return found === undefined ? undefined : { scheme, id: found }
}

/** @param number as the shop typed it: "RCS Lyon 123 456 789" */
export function legalIdOf(number: string, country: string): Party['legalId'] {
  if (number === '') return undefined
  const register = REGISTER_SCHEMES[country]
  const digits = number.replaceAll(/\D/g, '')
  if (register?.form.test(digits)) return { id: digits, scheme: register.scheme }
  return register?.isOnly ? undefined : { id: number }
}
