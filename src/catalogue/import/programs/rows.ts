/** Rows of all programs: groups of variants, products that are not on sale there, lists in one cell. */
import { createHash } from 'node:crypto'
import type { Cells } from '../prices.ts'
import type { Meant, Row } from './program.ts'

export const NOT_ON_SALE = 'is not on sale in the other shop. Put it on sale there, or leave the row out'
export const SOLD_ELSEWHERE = 'is sold in another shop, to which the other shop only links'

/** A switch as programs write it in their languages. undefined: the cell says neither. */
export function isOn(cell: string): boolean | undefined {
  const word = cell.trim().toLowerCase()
  if (ON.has(word)) return true
  return OFF.has(word) ? false : undefined
}

const ON = new Set(
  '1 true yes y ja j oui o vrai wahr on active aktiv actif visible sichtbar enabled aktiviert s'.split(' '),
)
const OFF = new Set(
  '0 -1 false no n nein non faux falsch off inactive inaktiv inactif hidden versteckt disabled deaktiviert draft'.split(
    ' ',
  ),
)

/** Two products may have the same title, but groups have names of their own. */
export function groupNames(): (title: string, id: string) => string {
  const owners = new Map<string, string>()
  return (title, id) => {
    if (!owners.has(title)) owners.set(title, id)
    return owners.get(title) === id ? title : `${title} (${id})`
  }
}

/** A row without a number there either says that it needs a SKU. */
export function numberedSku(shop: string, id: string | undefined): string | undefined {
  return id ? `${shop}-${id}` : undefined
}

/** A SKU that stays the same as long as the text does. */
export function skuOfText(shop: string, text: string): string {
  return `${shop}-${createHash('sha256').update(text).digest('hex').slice(0, 10).toUpperCase()}`
}

/** A product that is sold in one kind only has a value for it, too. */
export function isValue(text: string | undefined): text is string {
  return Boolean(text) && text !== 'Default Title'
}

/** Products of a group have at most as many options. */
const MOST_OPTIONS = 3

/** The fields of a variant; none if the product is sold in one kind only. */
export function variantFields(
  group: string,
  chosen: readonly (readonly [name: string | undefined, value: string | undefined])[],
): Pick<Cells, 'group' | 'options'> {
  const plain = (text: string) => text.replaceAll(/[:;]+/g, ',').trim()
  const options = chosen
    .flatMap(([name, value], n) =>
      isValue(value) ? [`${plain(name || `Option ${n + 1}`)}: ${value.replaceAll(';', ',').trim()}`] : [],
    )
    .slice(0, MOST_OPTIONS)
  return group && options.length > 0 ? { group, options: options.join('; ') } : {}
}

/** Fills empty cells from the same places of `source`. */
export function filledFrom(source: readonly string[], cells: readonly string[], indexes: readonly number[]): string[] {
  const filled = [...cells]
  for (const index of indexes) if (index >= 0) filled[index] ||= source[index] ?? ''
  return filled
}

export function firstOf(list: string, separator = ','): string {
  return list.split(separator)[0]!.trim()
}

/** `Clothing / Shirts` → `Clothing > Shirts` */
export function slashPath(category: string): string {
  return category
    .split('/')
    .map(part => part.trim())
    .join(' > ')
}

/** Takes a higher price from before for the regular one. */
export function reduced(now: string, before: string): Pick<Cells, 'amount' | 'sale_amount'> {
  return Number(before) > Number(now) && now !== '' ? { amount: before, sale_amount: now } : {}
}

/**
 * Holds a product back until its variants have come: only then is it known whether it is sold itself. `own`: what the product is by
 * itself.
 */
export function holdBack<Held>(own: (held: Held) => Meant) {
  let held: { what: Held; hasVariants: boolean } | undefined
  const release = () => {
    const meant = held && !held.hasVariants ? own(held.what) : undefined
    held = undefined
    return meant
  }
  return {
    /** @returns the product before */
    next(what: Held): Meant {
      const before = release()
      held = { what, hasVariants: false }
      return before
    },
    /** @returns the product of the variant */
    product(): Held | undefined {
      if (held) held.hasVariants = true
      return held?.what
    },
    release,
  }
}

/** A stock that the other shop does not count. */
export const UNCOUNTED = { stock: '', stock_counted: 'no' } as const

/** The addresses of pictures from several cells. */
export function pictureList(cells: readonly string[]): string {
  return cells
    .map(cell => cell.trim())
    .filter(Boolean)
    .join(' ')
}

export function atEnd(meant: Meant) {
  return meant && 'rows' in meant ? meant.rows : [meant]
}

/** @returns the row with the fields, in its place in the file */
export function meantAs({ cells, line }: Row, more: Cells) {
  return { cells, more, line }
}
