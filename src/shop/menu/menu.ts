/** The menus of a shop, as its settings keep them: a list of entries, some of which are below the one before them. */
import { Type } from 'typebox'
import { CHECK } from '../../http/input/keywords.ts'
import type { FieldError } from '../../problems.ts'
import { addressMistake } from '../markdown/markdown.ts'
import { type Texts, textsSchema } from '../setting-rules.ts'
import { targetOf } from './target.ts'

/** An entry as the settings keep it. `place` is never kept: the list is in order. */
export type MenuEntry = { label: Texts; address: string; below?: boolean; place?: number }

export const MOST_IN_HEADER = 20
export const MOST_IN_FOOTER = 10

/** @param title of the schema of one entry */
export function menuSchema(title: string, { most, about }: { most: number; about: string }) {
  const entry = Type.Object(
    {
      label: textsSchema(
        40,
        'The words. A category, an own page and a legal page without words are called by their names.',
      ),
      address: Type.String({
        maxLength: 500,
        [CHECK]: addressMistake,
        examples: ['/products?category=Tea'],
        description:
          'Begins with https://, with mailto:, or with / for a page of the shop. `/products?category=Tea` is a category, and ' +
          '`/pages/our-story` a page of the shop. While there is none, or it is not published, the entry is left out.',
      }),
      below: Type.Optional(
        Type.Boolean({
          examples: [false],
          description: 'Whether it is below the last entry before it that is not. There are two levels.',
        }),
      ),
      place: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 100,
          description: 'Moves the entry there, with those below it. Only in a change: the list is in order.',
        }),
      ),
    },
    { title },
  )
  return Type.Array(entry, { maxItems: most, description: `${about} An entry without words and address is left out.` })
}

/** Leaves empty entries out and puts the others into their order. */
export function tidyMenu(entries: readonly MenuEntry[]): MenuEntry[] {
  const branches: Branch[] = []
  for (const [index, entry] of entries.entries()) {
    if (isEmpty(entry)) continue
    const above = branches.at(-1)
    const siblings = entry.below && above ? above.children : branches
    siblings.push({ entry, rank: rankOf(entry, index + 1), children: [] })
  }
  return inOrder(branches).flatMap(({ entry, children }) => [
    tidied(entry, false),
    ...inOrder(children).map(child => tidied(child.entry, true)),
  ])
}

type Branch = { entry: MenuEntry; rank: number; children: Branch[] }

/** One that goes up comes before the entry at its new place, and one that goes down comes behind it. */
function rankOf({ place = Number.NaN }: MenuEntry, now: number): number {
  return Number.isNaN(place) ? now : place + Math.sign(place - now) / 2
}

const inOrder = (branches: readonly Branch[]) => branches.toSorted((a, b) => a.rank - b.rank)

function tidied({ label, address }: MenuEntry, below: boolean): MenuEntry {
  const words = Object.fromEntries(Object.entries(label).filter(([, text]) => text !== ''))
  return { label: words, address, ...(below && { below }) }
}

function isEmpty({ label, address }: MenuEntry): boolean {
  return address === '' && hasNoWords(label)
}

function hasNoWords(label: Texts): boolean {
  return !Object.values(label).some(Boolean)
}

/** @param setting the name of the list, and the main language of the shop */
export function* mistakesInMenu(
  entries: readonly MenuEntry[],
  { setting, main }: { setting: string; main: string },
): Generator<FieldError> {
  const first = entries.findIndex(entry => !isEmpty(entry))
  for (const [index, entry] of entries.entries()) {
    if (isEmpty(entry)) continue
    const required = (field: string) => ({
      field: `${setting}.${index}.${field}`,
      reason: 'is required',
      code: 'required',
    })
    if (entry.address === '') yield required('address')
    if (hasNoWords(entry.label) && !targetOf(entry.address)) yield required(`label.${main}`)
    if (index === first && entry.below) {
      const reason = 'is not possible for the first entry: there is none above it'
      yield { field: `${setting}.${index}.below`, reason, code: 'not_allowed' }
    }
  }
}
