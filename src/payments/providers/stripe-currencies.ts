/*
 * Converts amounts as Stripe counts money. The shop counts in the minor units of ISO 4217, and Stripe differs for some
 * currencies, so each amount is converted at the border, once each way (`toStripe`, `fromStripe`).
 *
 * Source: https://docs.stripe.com/currencies as of 10 July 2026: "Presentment currencies" (accounts of Poland and of the United
 * Arab Emirates, which also have the currencies with three decimals), "Zero-decimal currencies", "Special cases", "Minimum and
 * maximum charge amounts". Its list of zero-decimal currencies names UGX too; the special case says how it is really sent.
 * That three decimals end in 0 is on the page of 31 December 2022 and was never taken back. ISK is confirmed by
 * https://support.stripe.com/questions/deprecation-of-fractional-isk-charges-and-refunds. HUF and TWD are special for payouts only.
 */
import { decimalsOf } from '../../pages/assets/form-rules.js'

const TAKEN = new Set(
  (
    'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CLP CNY COP ' +
    'CRC CVE CZK DJF DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR ISK JMD JOD JPY ' +
    'KES KGS KHR KMF KRW KWD KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK ' +
    'NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SEK SGD SHP SLE SOS SRD STD SZL THB TJS TND TOP ' +
    'TRY TTD TWD TZS UAH UGX USD UYU UZS VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW'
  ).split(' '),
)
const NO_DECIMALS = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))
const THREE_DECIMALS = new Set('BHD JOD KWD OMR TND'.split(' '))
/** Sent with two decimals that are 00. */
const WHOLE_UNITS = new Set(['ISK', 'UGX'])

/** The least charge in Stripe's units. What converts into another currency of the account's bank has the least of that one. */
const LEAST_CHARGE: Readonly<Record<string, number>> = {
  ...{
    AED: 200,
    ARS: 50,
    AUD: 50,
    BRL: 50,
    CAD: 50,
    CHF: 50,
    COP: 50,
    CZK: 1500,
    DKK: 250,
    EUR: 50,
    GBP: 30,
    HKD: 400,
  },
  ...{
    HUF: 17_500,
    IDR: 50,
    ILS: 50,
    INR: 50,
    JPY: 50,
    KRW: 50,
    MXN: 1000,
    MYR: 200,
    NOK: 300,
    NZD: 50,
    PHP: 50,
    PLN: 200,
  },
  ...{ RON: 200, RUB: 50, SEK: 300, SGD: 50, THB: 1000, USD: 50, ZAR: 50 },
}
/** Digits of the largest charge by a way of paying that is no card. Most cards take more, but the page offers both. */
const MOST_DIGITS: Readonly<Record<string, number>> = { IDR: 12, COP: 10, INR: 9 }
const DIGITS = 8

function decimalsAtStripe(currency: string): number {
  return NO_DECIMALS.has(currency) ? 0 : THREE_DECIMALS.has(currency) ? 3 : 2
}

function scaleOf(currency: string): number {
  return 10 ** (decimalsAtStripe(currency) - decimalsOf(currency))
}

/** @param amount in minor units of ISO 4217. The result is no whole number when Stripe cannot take it (`whyNotAtStripe`). */
export function toStripe(amount: number, currency: string): number {
  const scale = scaleOf(currency)
  return scale < 1 ? amount / Math.round(1 / scale) : amount * scale
}

/** @returns minor units of ISO 4217 */
export function fromStripe(amount: number, currency: string): number {
  const scale = scaleOf(currency)
  return scale < 1 ? amount * Math.round(1 / scale) : amount / scale
}

/** The step of which every amount is a multiple, in the shop's units. */
export function stepAtStripe(currency: string): number {
  const step = WHOLE_UNITS.has(currency) ? 100 : THREE_DECIMALS.has(currency) ? 10 : 1
  return fromStripe(step, currency)
}

export function takesCurrency(currency: string): boolean {
  return TAKEN.has(currency)
}

/** The least and the largest charge, in the shop's units. */
export function limitsAtStripe(currency: string): { least: number; most: number } {
  const most = 10 ** (MOST_DIGITS[currency] ?? DIGITS) - 1
  return { least: fromStripe(LEAST_CHARGE[currency] ?? 1, currency), most: Math.floor(fromStripe(most, currency)) }
}
