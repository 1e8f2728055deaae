/** Codes that attributes are, or lead to: how they are spelled, and why one is refused. */
import { COUNTRIES } from '../../world/countries.ts'

export function withoutSpaces(typed: string): string {
  return typed.replaceAll(/[\s-]/g, '')
}

/**
 * The entry of the European registry that a label's address leads to. Its code is the last part of that address
 * (https://cloud.google.com/php/docs/reference/shopping-css/latest/V1.Certification; the names:
 * https://support.google.com/merchants/answer/13528839, read on 2026-11-28).
 */
export function eprelOf(address: string): { readonly [name: string]: string } | undefined {
  const { hostname, pathname } = new URL(address)
  const code = /\/(\d+)\/?$/.exec(pathname)?.[1]
  if (hostname !== 'eprel.ec.europa.eu' || code === undefined) return undefined
  return { 'g:certification_authority': 'EC', 'g:certification_name': 'EPREL', 'g:certification_code': code }
}

export function customsMistake(digits: string): string | undefined {
  return /^\d{6}$/.test(digits) ? undefined : 'must be the first six digits of the customs tariff number, like 6109.10'
}

export function countryMistake(text: string): string | undefined {
  return COUNTRIES.includes(text) ? undefined : 'must be the two letters of a country, like FR'
}
