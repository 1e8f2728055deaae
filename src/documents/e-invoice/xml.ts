/** Writes elements as XML. The order of the members is the order of the elements. */
import Builder from 'fast-xml-builder'
import type { Vat } from './e-invoice.ts'

/** Attributes begin with `@`, the text of an element with attributes is `#text`. What is undefined is left out. */
export type Elements = { [name: string]: Content | readonly Content[] | undefined }
type Content = string | Elements

const builder = new Builder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  suppressEmptyNode: true,
  format: true,
  indentBy: ' ',
})

export function writeXml(root: Elements): string {
  return builder.build({ '?xml': { '@version': '1.0', '@encoding': 'UTF-8' }, ...root })
}

/** Writes elements of a document that is too long to be held. */
export function writePart(elements: Elements): string {
  return builder.build(elements)
}

/** The characters that XML 1.0 cannot have (section 2.2, Char), surrogates without a partner among them. The builder lets them through. */
const NO_CHARACTER = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

/** @returns one line, or undefined for nothing, because Peppol refuses empty elements (PEPPOL-EN16931-R008) */
export function textOf(text: string | undefined): string | undefined {
  return text?.replace(NO_CHARACTER, ' ').replace(/\s+/g, ' ').trim() || undefined
}

/** Leaves out a group of which nothing is known. */
export function group(elements: Elements): Elements | undefined {
  return Object.values(elements).some(value => value !== undefined) ? elements : undefined
}

/** @param decimals those of the currency, two at most: EN 16931 rules BR-DEC-01 to 28 */
export function amountText(minor: number, decimals: number): string {
  const digits = String(Math.abs(minor)).padStart(decimals + 1, '0')
  const sign = minor < 0 ? '-' : ''
  if (decimals === 0) return `${sign}${digits}`
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** @returns undefined for what is not subject to VAT: BR-O-05 */
export function percentOf({ category, rate }: Vat): string | undefined {
  return category === 'O' ? undefined : String(rate / 100)
}

/** "One" in UN/ECE Recommendation 20: what a shop sells by the piece. */
export const UNIT_OF_PIECES = 'C62'
