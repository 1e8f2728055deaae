/*
 * Rules for currencies from Stripe's documents, for the provider of development. They share nothing with the shop's own
 * tables, so a mistake there does not cancel itself out here.
 *
 * Sources: docs.stripe.com/currencies as of 10 July 2026 ("Presentment currencies", "Zero-decimal currencies", "Special
 * cases", "Minimum and maximum charge amounts"); for three decimals the same page of 31 December 2022; for ISK also
 * support.stripe.com/questions/deprecation-of-fractional-isk-charges-and-refunds, which has the words of the refusal.
 */

const TAKEN = `
  aed afn all amd ang aoa ars aud awg azn bam bbd bdt bif bmd bnd bob brl bsd bwp byn bzd cad cdf chf clp cny cop crc cve czk
  djf dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gnf gtq gyd hkd hnl htg huf idr ils inr isk jmd jpy kes kgs khr kmf krw
  kyd kzt lak lbp lkr lrd lsl mad mdl mga mkd mmk mnt mop mur mvr mwk mxn myr mzn nad ngn nio nok npr nzd pab pen pgk php pkr
  pln pyg qar ron rsd rub rwf sar sbd scr sek sgd shp sle sos srd std szl thb tjs top try ttd twd tzs uah ugx usd uyu uzs vnd
  vuv wst xaf xcd xcg xof xpf yer zar zmw bhd jod kwd omr tnd`
  .trim()
  .split(/\s+/)

const ZERO = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ')
const THREE = 'bhd jod kwd omr tnd'.split(' ')
/** Two decimals that must be 00. */
const WHOLE = ['isk', 'ugx']

/** The least charge, in whole units of the currency. */
const LEAST_CHARGE: Record<string, number> = Object.fromEntries(
  `usd 0.50, aed 2.00, ars 0.50, aud 0.50, brl 0.50, cad 0.50, chf 0.50, cop 0.50, czk 15.00, dkk 2.50, eur 0.50, gbp 0.30,
  hkd 4.00, huf 175.00, idr 0.50, ils 0.50, inr 0.50, jpy 50, krw 50, mxn 10, myr 2.00, nok 3.00, nzd 0.50, php 0.50, pln 2.00,
  ron 2.00, rub 0.50, sek 3.00, sgd 0.50, thb 10, zar 0.50`
    .split(',')
    .map(entry => entry.trim().split(' '))
    .map(([currency, least]) => [currency, Number(least)]),
)

/** "8 digits for all other currencies" (ways of paying that are no cards). */
const DIGITS: Record<string, number> = { idr: 12, cop: 10, inr: 9 }

function placesOf(currency: string): number {
  return ZERO.includes(currency) ? 0 : THREE.includes(currency) ? 3 : 2
}

/** Writes it as the provider shows it to its customers: `EUR 48.00`. */
export function displayAmount(amount: number, currency: string): string {
  const places = placesOf(currency)
  return `${currency.toUpperCase()} ${(amount / 10 ** places).toFixed(WHOLE.includes(currency) ? 0 : places)}`
}

export type Mistake = { code: string; message: string }

export function currencyMistake(currency: string): Mistake | undefined {
  if (TAKEN.includes(currency)) return undefined
  const message = `Invalid currency: ${currency}. Stripe currently supports these currencies: ${TAKEN.join(', ')}`
  return { code: 'parameter_invalid_empty', message }
}

/** Checks the unit of an amount: of a charge, a capture or a refund. */
export function unitMistake(amount: number, currency: string): Mistake | undefined {
  const name = currency.toUpperCase()
  if (WHOLE.includes(currency) && amount % 100 !== 0)
    return {
      code: 'invalid_charge_amount_no_decimal_compatible',
      message:
        `Invalid amount. Currency ${name} has become effectively zero-decimal and charged amounts must be evenly ` +
        'divisible by 100. See https://stripe.com/docs/currencies#special-cases for more information.',
    }
  if (THREE.includes(currency) && amount % 10 !== 0)
    return {
      code: 'parameter_invalid_integer',
      message: `Invalid amount. The last digit of an amount in ${name} must be 0.`,
    }
  return undefined
}

export function totalMistake(amount: number, currency: string): Mistake | undefined {
  const wrong = unitMistake(amount, currency)
  if (wrong) return wrong
  const least = (LEAST_CHARGE[currency] ?? 0) * 10 ** placesOf(currency)
  if (amount < Math.max(least, 1))
    return {
      code: 'amount_too_small',
      message: `The Checkout Session's total amount due must add up to at least ${displayAmount(least, currency)}`,
    }
  if (String(amount).length > (DIGITS[currency] ?? 8))
    return {
      code: 'amount_too_large',
      message: `The Checkout Session's total amount must be no more than ${displayAmount(10 ** (DIGITS[currency] ?? 8) - 1, currency)}`,
    }
  return undefined
}
