/** An address for a reader whom nobody knows: enough to recognize one's own, and no room for a stranger's words. */
import type { DeliveryAddress } from '../../orders/delivery-address.ts'

/** More digits than a house has, and fewer than a telephone. */
const MOST_DIGITS = 4
const MOST_WORDS = 6

/**
 * Masks the lines of an address. A stranger can order with somebody else's email and type any lines. So each word keeps its first letter,
 * and each line a few digits: a customer recognizes the own address, and nobody can send an advertisement, a number or a link with it.
 * The country stays, and so does a postcode that looks like one.
 */
export function maskAddress(address: DeliveryAddress): DeliveryAddress {
  const masked = Object.entries(address).map(([name, text]) => [name, maskPart(name, text)])
  return Object.fromEntries(masked)
}

function maskPart(name: string, text: unknown): unknown {
  if (typeof text !== 'string' || name === 'country') return text
  if (name === 'postcode') return /^[A-Z\d][A-Z\d -]{1,9}$/i.test(text) && digitsIn(text) <= 8 ? text : ''
  return maskLine(text)
}

function maskLine(text: string): string {
  const words = text.normalize('NFC').split(/[^\p{L}\p{M}\d]+/u)
  let digits = 0
  return words
    .filter(word => word !== '')
    .slice(0, MOST_WORDS)
    .map(word => {
      if (/^\d/.test(word)) {
        const shown = /^\d+/.exec(word)![0]
        digits += shown.length
        return digits <= MOST_DIGITS ? shown : '…'
      }
      return `${[...word][0]}…`
    })
    .join(' ')
}

function digitsIn(text: string): number {
  return text.replaceAll(/\D/g, '').length
}
