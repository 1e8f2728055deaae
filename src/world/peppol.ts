/**
 * Rules of Peppol BIS Billing 3 by country. Source: OpenPEPPOL/peppol-bis-invoice-3, 3.0.19, code lists and
 * PEPPOL-EN16931-UBL.sch.
 */

/**
 * Schemes in which a VAT identifier is a Peppol address (list EAS, as in OpenPEPPOL/peppol-bis-invoice-3, 3.0.19,
 * structure/codelist/eas.xml). Belgium, Denmark and Sweden have the number of their register there, which is a part of the identifier.
 */
export const VAT_ID_SCHEMES: Readonly<Record<string, readonly [scheme: string, part?: RegExp]>> = {
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

/**
 * Schemes of registers (ISO/IEC 6523, as in structure/codelist/icd.xml there), with the form of their numbers. The Peppol rules of
 * Denmark, the Netherlands and Sweden (DK-R-014, NL-R-003, SE-R-003) refuse other texts.
 */
export const REGISTER_SCHEMES: Readonly<Record<string, { scheme: string; form: RegExp; isOnly?: true }>> = {
  BE: { scheme: '0208', form: /^[01]\d{9}$/ },
  DK: { scheme: '0184', form: /^\d{8}$/, isOnly: true },
  FI: { scheme: '0212', form: /^\d{8}$/ },
  FR: { scheme: '0002', form: /^\d{9}$/ },
  NL: { scheme: '0106', form: /^\d{8}$/, isOnly: true },
  NO: { scheme: '0192', form: /^\d{9}$/ },
  SE: { scheme: '0007', form: /^\d{10}$/, isOnly: true },
}

/** Means of payment that Danish and Dutch sellers may name to buyers of their country (DK-R-005, NL-R-008). */
export const PAYMENT_MEANS: Readonly<Record<string, readonly string[]>> = {
  DK: ['1', '10', '31', '42', '48', '49', '50', '58', '59', '93', '97'],
  NL: ['30', '48', '49', '57', '58', '59'],
}

/** Greece wants the number that its tax office gave the document, Iceland the personal number of both (GR-R-001, IS-R-002). */
export const SELLERS_LEFT_OUT = ['GR', 'IS']

/** Countries whose sellers name street, town and postcode (NL-R-002, IT-R-002 to 004). */
export const SELLER_ADDRESS_NEEDED = ['NL', 'IT']

/** Countries whose sellers name the number of their register (DK-R-002). */
export const REGISTER_NEEDED = ['DK']

/** Countries whose sellers name a phone and an email to buyers of the same country (DE-R-006, DE-R-007). */
export const CONTACT_NEEDED_AT_HOME = ['DE']
