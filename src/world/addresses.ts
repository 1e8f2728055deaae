/**
 * Addresses of each country: their parts, what they need, the order of lines on a label, and the look of postcodes. The table is written
 * by scripts/world/write-addresses.ts from Google's address data (docs/decisions/057-addresses.md).
 */
import { readFileSync } from 'node:fs'
import { regionOnLabel } from './regions.ts'

/** The parts of an address between the country and its people, each by the letter that the data has for it. */
const LETTERS = { N: 'name', O: 'company', A: 'street', D: 'district', C: 'city', S: 'region', Z: 'postcode' } as const
type Letter = keyof typeof LETTERS
export type AddressPart = (typeof LETTERS)[Letter]

/** Parts that differ from country to country; people, company and street are everywhere. */
export const PLACE_PARTS = ['district', 'city', 'region', 'postcode'] as const
export type PlacePart = (typeof PLACE_PARTS)[number]

type Token = { before: string; part: AddressPart | undefined }
type Line = readonly Token[]

export type AddressShape = {
  readonly lines: readonly Line[]
  /** The lines of an address in Latin letters. */
  readonly latinLines: readonly Line[]
  readonly required: readonly AddressPart[]
  /** The name of a part in the country, in the words of the data; '' for the usual one. */
  readonly kinds: Readonly<Record<PlacePart, string>>
  readonly postcode: { readonly pattern: string; readonly example: string } | undefined
}

/** The rule of the data for countries that say nothing else. */
const USUAL = { format: '%N%n%O%n%A%n%C', required: 'AC' }

const shapes = new Map<string, AddressShape>()
let rows: ReadonlyMap<string, string> | undefined

export function addressShape(country: string): AddressShape {
  const known = shapes.get(country) ?? parse(tableRows().get(country) ?? '')
  if (tableRows().has(country)) shapes.set(country, known)
  return known
}

/** Reads it with the first question, and splits a row with the first address of its country. */
function tableRows(): ReadonlyMap<string, string> {
  rows ??= new Map(
    readFileSync(new URL('./addresses.txt', import.meta.url), 'utf8')
      .trimEnd()
      .split('\n')
      .map(row => [row.slice(0, 2), row]),
  )
  return rows
}

function parse(row: string): AddressShape {
  const [, format, latin, required, postcode = '', region = '', city = '', district = '', pattern, example = ''] =
    row.split('\t')
  const lines = parseLines(format || USUAL.format)
  return {
    lines,
    latinLines: latin ? parseLines(latin) : lines,
    required: [...(required || USUAL.required)].map(letter => LETTERS[letter as Letter]),
    kinds: { district, city, region, postcode },
    postcode: pattern ? { pattern, example } : undefined,
  }
}

/** Leaves out letters that Semel has no part for: codes of sorting offices, and the landmarks of India. */
function parseLines(format: string): Line[] {
  return format
    .split('%n')
    .map(line => {
      const tokens = [...line.matchAll(/([^%]*)%(\w)/g)].map(([, before = '', letter]) => ({
        before,
        part: LETTERS[letter as Letter] as AddressPart | undefined,
      }))
      return tokens.length > 0 ? tokens.filter(({ part }) => part) : [{ before: line, part: undefined }]
    })
    .filter(line => line.length > 0)
}

/** Countries whose addresses need a part, as schemas name them. */
export function countriesThatNeed(part: AddressPart): string[] {
  const letter = Object.keys(LETTERS).find(name => LETTERS[name as Letter] === part)!
  return [...tableRows().keys()].filter(code =>
    (tableRows().get(code)!.split('\t')[3] || USUAL.required).includes(letter),
  )
}

/**
 * Programs could send an empty region to all other countries before the data asked for one, so only a form that checks its address
 * requires it there.
 */
export const REGION_NEVER_EMPTY = 'AE AU BR CA IN JP MX US'.split(' ')

/** Lists the parts that a form asks for besides people and street, in the order of the label. */
export function askedParts(country: string): { part: PlacePart; isRequired: boolean }[] {
  const { latinLines, required } = addressShape(country)
  const parts = latinLines.flatMap(line => line.map(({ part }) => part))
  return parts
    .filter(part => PLACE_PARTS.includes(part as PlacePart))
    .map(part => ({ part: part as PlacePart, isRequired: required.includes(part as PlacePart) }))
}

/**
 * Compares a postcode with those of its country. Some write the sign of the country before it, which labels do anyway.
 *
 * @returns an example of its postcodes, if it does not
 */
export function postcodeInstead(country: string, postcode: string): string | undefined {
  const { postcode: usual } = addressShape(country)
  const typed = postcode.normalize('NFKC').trim().toUpperCase()
  if (!usual || typed === '') return undefined
  const fits = new RegExp(`^(?:${usual.pattern})$`, 'i')
  return fits.test(typed) || fits.test(withoutSign(country, typed)) ? undefined : usual.example
}

/** `CH-8001` and `CH 8001` → `8001`, where the format has `CH-` before each postcode. */
function withoutSign(country: string, postcode: string): string {
  const token = addressShape(country)
    .lines.flat()
    .find(({ part }) => part === 'postcode')
  const sign = token?.before.replaceAll(/[^\p{L}〒]/gu, '') ?? ''
  const isThere = sign !== '' && postcode.toUpperCase().startsWith(sign)
  return isThere ? postcode.slice(sign.length).replace(/^[\s-]+/, '') : postcode
}

export type AddressTexts = Partial<Record<Exclude<AddressPart, 'street'>, string>> & { street: readonly string[] }
type Texts = Readonly<Partial<Record<AddressPart, string | undefined>>>

/** The lines of a label above the country. An address in letters of the country has their order there, where that is another one. */
export function labelLines(country: string, address: AddressTexts): string[] {
  const isLatin = !/(?=\p{L})\P{Script=Latin}/u.test(`${address.street.join('')}${address.city ?? ''}`)
  const shape = addressShape(country)
  const texts = {
    ...address,
    street: address.street.join('\n'),
    region: address.region && regionOnLabel(country, address.region, isLatin),
    postcode: address.postcode && withoutSign(country, address.postcode),
  }
  return withOthers(isLatin ? shape.latinLines : shape.lines, texts)
    .map(line => line.reduce((text, token) => joined(text, token, texts), ''))
    .flatMap(line => line.split('\n'))
    .filter(line => line !== '')
}

/** Parts that a program sends although addresses of the country do not have them: a town below its street, others at the end. */
function withOthers(lines: readonly Line[], texts: Texts): Line[] {
  const has = (part: AddressPart) => lines.some(line => line.some(token => token.part === part))
  const lineOf = (part: AddressPart): Line[] => (has(part) || !texts[part] ? [] : [[{ before: '', part }]])
  return [
    ...lines.flatMap(line => {
      const at = line.findIndex(({ part }) => part === 'street')
      const below = at < 0 ? [] : [...lineOf('district'), ...lineOf('city')]
      if (below.length === 0) return [line]
      // The place of the line goes on behind the town: "Road 1", "Chiyoda, Tokyo".
      const town = [...below.at(-1)!, ...line.slice(at + 1)]
      return [line.slice(0, at + 1), ...below.slice(0, -1), town]
    }),
    ...lineOf('region'),
    ...lineOf('postcode'),
  ]
}

/** Joins a part to its line. A missing part leaves no gap: signs between two parts belong to the second. */
function joined(text: string, { before, part }: Token, texts: Texts): string {
  if (part === undefined) return text + before
  const own = texts[part]
  if (!own) return text
  return text + (text === '' ? before.replace(/^[\s,/-]+/, '') : before) + own
}
