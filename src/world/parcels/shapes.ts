/**
 * Shapes of numbers by carrier. Several carriers share some of them: 12 digits are DHL's, FedEx's, GLS's and Mondial Relay's, and a
 * number of DHL can have the check digit of FedEx. So a shape names a carrier only if no other one has it. Sources:
 * jkeen/tracking_number_data 1.6 (couriers/*.json), paketda.de ("Prüfziffern-Berechnung"), UPU S10-12, WooCommerce 10 (Evri,
 * DPD), read on 28 November 2026.
 */
import { POSTS } from './carriers.ts'
import { fitsFedExExpress, fitsIdentcode, fitsMod7, fitsMod10, fitsMod37, fitsS10, fitsUps } from './check-digits.ts'

type Shape = { carrier: string; form: RegExp; fits?: (number: string) => boolean }

const SHAPES: readonly Shape[] = [
  { carrier: 'ups', form: /^1Z[\dA-Z]{16}$/, fits: fitsUps },
  ...Object.entries(POSTS).map(([country, carrier]) => ({
    carrier,
    form: new RegExp(`^[A-Z]{2}\\d{9}${country}$`),
    fits: fitsS10,
  })),
  { carrier: 'dhl', form: /^0034043[34]\d{12}$/, fits: fitsMod10 },
  { carrier: 'dhl', form: /^JJD\d{10,18}$/ },
  { carrier: 'dhl', form: /^\d{12}$/, fits: fitsIdentcode },
  { carrier: 'dhl', form: /^\d{10,11}$/, fits: fitsMod7 },
  { carrier: 'dpd', form: /^\d{14}$/ },
  { carrier: 'dpd', form: /^\d{14}[\dA-Z]$/, fits: fitsMod37 },
  { carrier: 'hermes', form: /^\d{14}$/, fits: fitsMod10 },
  { carrier: 'hermes', form: /^H\d{19}$/ },
  { carrier: 'evri', form: /^[A-Z]\d{2}[\dA-Z]{13}$/ },
  { carrier: 'evri', form: /^\d{16}$/ },
  { carrier: 'gls', form: /^(?:\d{11,12}|\d{14}|[\dA-Z]{8})$/ },
  { carrier: 'fedex', form: /^\d{12}$/, fits: fitsFedExExpress },
  { carrier: 'fedex', form: /^\d{15}$/, fits: fitsMod10 },
  { carrier: 'fedex', form: /^\d{18}$/, fits: fitsMod10 },
  { carrier: 'mondial_relay', form: /^(?:\d{8}|\d{10}|\d{12})$/ },
  { carrier: 'colissimo', form: /^[5-9][A-Z]\d{11}$/ },
  { carrier: 'postnl', form: /^3S[\dA-Z]{9,13}$/ },
  { carrier: 'usps', form: /^9[1-5]\d{20}(?:\d{4})?$/, fits: fitsMod10 },
  { carrier: 'swiss_post', form: /^99\d{16}$/ },
  { carrier: 'bpost', form: /^\d{24}$/ },
  { carrier: 'inpost', form: /^\d{24}$/ },
]

/** A Serial Shipping Container Code with its identifier: any carrier may have it. */
const SSCC = /^00\d{18}$/

export type KnownShape = {
  carriers: string[]
  /** The digit fits the rule of the carrier, or of the code; undefined: there is no rule. */
  fits: (carrier: string | undefined) => boolean | undefined
}

/** @param number capital letters and digits @returns undefined for a shape that nobody describes */
export function shapeOf(number: string): KnownShape | undefined {
  const found = SHAPES.filter(({ form }) => form.test(number))
  const isSscc = SSCC.test(number)
  if (found.length === 0 && !isSscc && !isS10(number)) return undefined
  return {
    carriers: [...new Set(found.map(({ carrier }) => carrier))],
    fits(carrier) {
      const rules = found.filter(shape => shape.carrier === carrier)
      if (rules.some(({ fits }) => !fits)) return undefined
      if (rules.length > 0) return rules.some(({ fits }) => fits!(number))
      if (isS10(number)) return fitsS10(number)
      return isSscc ? fitsMod10(number) : undefined
    },
  }
}

function isS10(number: string): boolean {
  return /^[A-Z]{2}\d{9}[A-Z]{2}$/.test(number)
}

/**
 * Cuts the number out of a barcode, which has more: 420 and the ZIP code before that of USPS (Publication 199), 22 digits before that
 * of FedEx, and the place before that of DPD (DPD Parcel Label Specification 2.4.1, by couriers/dpd.json). A code of 34 digits can hold
 * a ZIP code of nine or of five digits, so the check digit decides.
 */
export function cutScan(code: string): { carrier: string; number: string } | undefined {
  if (/^420\d{27,}$/.test(code)) {
    const fitting = [8, 12].map(start => code.slice(start)).filter(isOfUsps)
    return fitting.length === 1 ? { carrier: 'usps', number: fitting[0]! } : undefined
  }
  if (/^(?:100[12]|96[23]2)\d{16}00\d{12}$/.test(code) && fitsFedExExpress(code.slice(-12))) {
    return { carrier: 'fedex', number: code.slice(-12) }
  }
  if (/^\d{27}[\dA-Z]$/.test(code) && fitsMod37(code)) return { carrier: 'dpd', number: code.slice(7, 21) }
  return undefined
}

function isOfUsps(number: string): boolean {
  return /^9[1-5]\d{20}(?:\d{4})?$/.test(number) && fitsMod10(number)
}
