/** Finds the typed words of a search field as parts of a text. */
import { type RawBuilder, sql } from 'kysely'

/** Matching rows that a search compares. A text that fits more rows finds only some of them. */
export const MOST_CANDIDATES = 1000
export const CANDIDATES = sql.lit(MOST_CANDIDATES)

/**
 * The text has each typed word somewhere. One of them needs three letters in a row that fold to a to z, or digits, because
 * that is what an index on trigrams finds in every database.
 * @param text an expression that has such an index (migration 057)
 * @returns undefined when no word is long enough
 */
export function hasAll(text: RawBuilder<unknown>, typed: string): RawBuilder<boolean> | undefined {
  const words = typed.normalize('NFKC').split(/\s+/).filter(Boolean)
  if (!words.some(isFindable)) return undefined
  const conditions = words.map(word => {
    const escaped = word.replaceAll(/[\\%_]/g, character => `\\${character}`)
    return sql`${text} like '%' || fold(${escaped}) || '%'`
  })
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

function isFindable(word: string): boolean {
  return /[a-z\d]{3}/i.test(
    word
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .replaceAll(/[ßæœø]/giu, 'ss'),
  )
}
