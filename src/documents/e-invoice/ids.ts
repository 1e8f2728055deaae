/** Says in which scheme the number of a business is an address for e-invoices, and an identifier of its register. */
import type { ElectronicAddress, Party } from './e-invoice.ts'

/**
 * Schemes in which a VAT identifier is a Peppol address (list EAS, as in OpenPEPPOL/peppol-bis-invoice-3, 3.0.19,
 * structure/codelist/eas.xml). Belgium, Denmark and Sweden have the number of their register there, which is a part of the identifier.
 */
const BY_VAT_ID: Readonly<Record<string, readonly [scheme: string, part?: RegExp]>> = {
  AD: ['9922'],
  AL: ['9923'],
  AT: ['9914'],
  BA: ['9924'],
  BE: ['0208', /^BE(\d{10})$/],
  BG: ['9926'],
  CH: ['9927'],
  CY: ['9928'],
  CZ: ['9929'],
  DE: ['9930'],
  DK: ['0184', /^DK(\d{8})$/],
  EE: ['9931'],
  EL: ['9933', /^EL(\d{9})$/],
  ES: ['9920'],
  FI: ['0213'],
  FR: ['9957'],
  GB: ['9932'],
  HR: ['9934'],
  HU: ['9910'],
  IE: ['9935'],
  IT: ['0211'],
  LI: ['9936'],
  LT: ['9937'],
  LU: ['9938'],
  LV: ['9939'],
  MC: ['9940'],
  ME: ['9941'],
  MK: ['9942'],
  MT: ['9943'],
  NL: ['9944'],
  NO: ['0192', /^NO(\d{9})/],
  PL: ['9945'],
  PT: ['9946'],
  RO: ['9947'],
  RS: ['9948'],
  SE: ['0007', /^SE(\d{10})\d{2}$/],
  SI: ['9949'],
  SK: ['9950'],
  SM: ['9951'],
  TR: ['9952'],
  VA: ['9953'],
}

/** EN 16931 takes an email address as an electronic one (scheme EM of EAS). The Peppol network does not. */
export const EMAIL_SCHEME = 'EM'

/** @param text a scheme and an address, such as 0208:0123456789 */
export function readElectronicAddress(text: string): ElectronicAddress | undefined {
  const [, scheme, id] = /^(\d{4}|EM):(.+)$/.exec(text.trim()) ?? []
  return scheme && id ? { scheme, id } : undefined
}

/** @returns undefined if the country has no such scheme */
export function peppolAddressOf(vatId: string): ElectronicAddress | undefined {
  const id = plain(vatId)
  const [scheme, part] = BY_VAT_ID[id.slice(0, 2)] ?? []
  if (!scheme) return undefined
  if (!part) return { scheme, id }
  const found = part.exec(id)?.[1]
  return found === undefined ? undefined : { scheme, id: found }
}

/** VAT identifiers are stored as they were typed. Rules look at their first two characters. */
export function plain(vatId: string): string {
  return vatId.replaceAll(/[\s.-]/g, '').toUpperCase()
}

/**
 * Schemes of registers (ISO/IEC 6523, as in structure/codelist/icd.xml there), with the form of their numbers. The Peppol rules of
 * Denmark, the Netherlands and Sweden (DK-R-014, NL-R-003, SE-R-003) refuse other texts.
 */
const REGISTERS: Readonly<Record<string, { scheme: string; form: RegExp; isOnly?: true }>> = {
  BE: { scheme: '0208', form: /^[01]\d{9}$/ },
  DK: { scheme: '0184', form: /^\d{8}$/, isOnly: true },
  FI: { scheme: '0212', form: /^\d{8}$/ },
  FR: { scheme: '0002', form: /^\d{9}$/ },
  NL: { scheme: '0106', form: /^\d{8}$/, isOnly: true },
  NO: { scheme: '0192', form: /^\d{9}$/ },
  SE: { scheme: '0007', form: /^\d{10}$/, isOnly: true },
}

/** @param number as the shop typed it: "RCS Lyon 123 456 789" */
export function legalIdOf(number: string, country: string): Party['legalId'] {
  if (number === '') return undefined
  const register = REGISTERS[country]
  const digits = number.replaceAll(/\D/g, '')
  if (register?.form.test(digits)) return { id: digits, scheme: register.scheme }
  return register?.isOnly ? undefined : { id: number }
}
