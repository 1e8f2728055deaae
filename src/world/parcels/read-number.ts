/**
 * Reads the number of a parcel from what people type and scanners send, for the ship form, the API, files and the search alike. The
 * number is the run of letters and digits that has the shape of one. Words around it are dropped only if their carrier or the shape is
 * certain. A text that cannot be read stays as it was typed, and gets no link.
 */
import { CARRIERS, type Carrier, carrierOf, linkOf } from './carriers.ts'
import { looksLikeUpperRow, meantBy } from './keyboards.ts'
import { cutScan, shapeOf } from './shapes.ts'

export const PARCEL_WARNINGS = ['check_digit', 'other_carrier', 'carrier_unclear', 'several', 'keyboard'] as const
export type ParcelWarning = (typeof PARCEL_WARNINGS)[number]

export type Parcel = {
  /** The number alone, or the text as it was typed. */
  number: string
  carrier: Carrier | undefined
  warnings: ParcelWarning[]
  /** Number that a scanner with another keyboard layout may have meant. */
  meant?: string
}

type Known = {
  /** The carrier that somebody chose for this parcel. */
  chosen?: string | null | undefined
  /** The carrier of the delivery method. */
  usual?: string | null | undefined
  /** Carriers that the shop has added. */
  own?: readonly Carrier[]
}

export function readParcelNumber(text: string, known: Known = {}): Parcel {
  const typed = tidy(text)
  const found = readTyped(typed, known)
  const isSure = found.isRead && !found.warnings.includes('check_digit')
  const meant = isSure
    ? undefined
    : meantBy(typed)
        .map(other => certainIn(other, known))
        .find(Boolean)
  const isOfScanner = !isSure && (meant !== undefined || looksLikeUpperRow(typed))
  const { isRead: _, ...parcel } = found
  return isOfScanner ? { ...parcel, warnings: ['keyboard'], ...(meant && { meant }) } : parcel
}

/** The page where a parcel can be followed. Nothing but a number goes into an address. */
export function parcelLink(
  { carrier, number }: Pick<Parcel, 'carrier' | 'number'>,
  receiver: { postcode?: string | undefined; country?: string | undefined } | null,
): string | undefined {
  const form = carrier && CARRIERS.includes(carrier) ? /^(?=(?:.*\d){3})[\dA-Z]{6,40}$/ : /^(?=.*\d)[\w./-]{3,60}$/
  return carrier && form.test(number) ? linkOf(carrier, number, receiver ?? {}) : undefined
}

/**
 * Compatible letters and digits become the usual ones (NFKC: full width, NBSP), what nobody sees goes. A separator of a scanner (GS, 1D)
 * is a blank. The identifier of a symbology (ISO/IEC 15424: ] with a letter and a digit) is no part of the text.
 */
function tidy(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\p{Cc}\p{Z}]+/gu, ' ')
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
    .replace(/^\][A-Za-z][\dA-Za-z]/, '')
    .trim()
}

type Found = Parcel & { isRead: boolean }

function readTyped(typed: string, { chosen, usual, own = [] }: Known): Found {
  const named = nameIn(typed, [...own, ...CARRIERS])
  const rest = named ? typed.slice(named.length) : typed
  const stated = carrierOf(chosen, own) ?? named?.carrier
  const isOwn = stated && own.includes(stated)
  const tokens = tokensOf(rest)
  const scan = cutScan(tokens.join(''))
  const run = scan ?? (isOwn ? undefined : findRun(tokens, stated?.code))
  if (!run) return asTyped(typed, rest, { stated, isOwn, usual: carrierOf(usual, own) })
  const certain = scan?.carrier ?? certainOf(run.number)
  const carrier = carrierOf(stated?.code ?? chooseOf(run.number, certain, usual), own)
  const others = 'end' in run && findRun(tokens.slice(run.end), stated?.code, { isUnique: true })
  if (others) return { number: typed, carrier, warnings: ['several'], isRead: true }
  // Words stay beside a number that could be anything.
  const isAlone = tokens.join('') === run.number
  if (!isAlone && !stated && !certain)
    return { number: typed, carrier: carrierOf(usual, own), warnings: [], isRead: false }
  return { number: run.number, carrier, warnings: warningsOf(run.number, carrier?.code, certain), isRead: true }
}

/** A number of no known shape: behind the name of its carrier it is what is left, less words and numbers of services. */
function asTyped(
  typed: string,
  rest: string,
  { stated, isOwn, usual }: { stated: Carrier | undefined; isOwn: boolean | undefined; usual: Carrier | undefined },
): Found {
  const carrier = stated ?? usual
  if (isOwn) return { number: rest.replaceAll(/^[\s:#.-]+|\s+/g, '') || typed, carrier, warnings: [], isRead: true }
  const tokens = stated ? tokensOf(rest) : []
  const words = tokens.findLastIndex(token => !/\d/.test(token)) + 1
  const service = words > 0 ? tokens.slice(words).findIndex(token => token.length > 3) : 0
  const number = tokens.slice(words + Math.max(service, 0)).join('')
  return /^(?=(?:.*\d){3})[\dA-Z]{6,40}$/.test(number)
    ? { number, carrier, warnings: [], isRead: true }
    : { number: typed, carrier, warnings: [], isRead: false }
}

type Named = { carrier: Carrier; length: number }

/** The longest name at the beginning, with no letter or digit behind it. */
function nameIn(typed: string, carriers: readonly Carrier[]): Named | undefined {
  const small = typed.toLowerCase()
  const fitting = carriers.flatMap(carrier =>
    [carrier.name.toLowerCase(), ...carrier.words]
      .filter(word => small.startsWith(word) && !/^[\p{L}\p{N}]/u.test(small.slice(word.length)))
      .map(word => ({ carrier, length: word.length })),
  )
  return fitting.sort((a, b) => b.length - a.length)[0]
}

/** An address keeps its parts apart; in other texts dots, hyphens and parentheses are signs inside of a number. */
function tokensOf(text: string): string[] {
  const apart = /https?:\/\//i.test(text) ? text.replaceAll(/[^\dA-Za-z]+/g, ' ') : text.replaceAll(/[,;]/g, ' ')
  const tokens = apart.toUpperCase().split(' ')
  return tokens.map(token => token.replaceAll(/[^\dA-Z]/g, '')).filter(Boolean)
}

type Run = { number: string; end: number }

/** The first run of tokens that has a shape, the longest one from each place. */
function findRun(tokens: readonly string[], carrier: string | undefined, { isUnique = false } = {}): Run | undefined {
  const MOST_TOKENS = 40
  for (let start = 0; start < Math.min(tokens.length, MOST_TOKENS); start++) {
    for (let end = Math.min(tokens.length, MOST_TOKENS); end > start; end--) {
      const number = tokens.slice(start, end).join('')
      if (isNumber(number, carrier, isUnique || end < tokens.length)) return { number, end }
    }
  }
  return undefined
}

/** @param isInside more text follows: then only a shape that is one carrier's alone counts */
function isNumber(number: string, carrier: string | undefined, isInside: boolean): boolean {
  const shape = shapeOf(number)
  if (!shape || !/\d{3}/.test(number)) return false
  if (certainOf(number) || shape.carriers.length === 0) return true
  return !isInside && (carrier === undefined || shape.carriers.includes(carrier))
}

function certainOf(number: string): string | undefined {
  const carriers = shapeOf(number)?.carriers ?? []
  return carriers.length === 1 ? carriers[0] : undefined
}

/** The carrier of the method, unless the number can only be another one's. */
function chooseOf(
  number: string,
  certain: string | undefined,
  usual: string | null | undefined,
): string | null | undefined {
  if (!usual) return certain
  return certain && shapeOf(number)?.fits(certain) !== false ? certain : usual
}

function warningsOf(number: string, carrier: string | undefined, certain: string | undefined): ParcelWarning[] {
  const shape = shapeOf(number)
  const fits = shape?.fits(carrier ?? certain)
  return [
    ...(fits === false ? (['check_digit'] as const) : []),
    ...(certain && carrier && certain !== carrier && shape?.fits(certain) === true ? (['other_carrier'] as const) : []),
    ...(!carrier && (shape?.carriers.length ?? 0) > 1 ? (['carrier_unclear'] as const) : []),
  ]
}

/** A number whose check digit fits the only carrier that has its shape. */
function certainIn(text: string, known: Known): string | undefined {
  const { number, isRead, warnings } = readTyped(text, known)
  const certain = certainOf(number)
  return isRead && warnings.length === 0 && certain && shapeOf(number)?.fits(certain) ? number : undefined
}
