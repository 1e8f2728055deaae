import { type RawBuilder, sql } from 'kysely'
import { limitStatements, withinRequest } from '../../database/limits.ts'
import type { Db } from '../../database/schema.ts'
import { MINUTE, SECOND } from '../../time.ts'

/*
 * For several words, PostgreSQL reads the entries of all in its index of words, and common ones have very many. If one of the words is
 * rare, it is cheaper to find the products with that one, and to look at them for the others: `matchesByRare`. Which words are common,
 * the last ANALYZE has noted. Only the cost of a search depends on that.
 */

/** A part of all products. A page of the index has the entries of some thousands of products. */
const RARE = 1 / 2000
/** With fewer products, the entries of any word are a few pages. */
const LARGE = 50_000

/**
 * The word that the fewest products contain, if they are few, and if there are other words.
 * @param words `spellings`: a product must contain one of them
 */
export async function rarestOf<Word extends { spellings: string[] }>(db: Db, words: Word[]): Promise<Word | undefined> {
  if (words.length < 2) return undefined
  const common = await commonWords(db)
  if (common.size === 0) return undefined
  const part = ({ spellings }: Word) => spellings.reduce((sum, word) => sum + (common.get(word) ?? 0), 0)
  const rarest = words.toSorted((a, b) => part(a) - part(b))[0]!
  return part(rarest) < RARE ? rarest : undefined
}

/** Whether the words of a product match `all`, found by `rare`, which is a part of it. Both are a `tsquery`. */
export function matchesByRare(rare: RawBuilder<unknown>, all: RawBuilder<unknown>): RawBuilder<unknown> {
  // `ts_match_vq` is the operator `@@`, but PostgreSQL does not look it up in the index.
  return sql`words @@ ${rare} and ts_match_vq(words, ${all})`
}

/**
 * The rarest word of a search as customers type it.
 * @returns undefined as `rarestOf` does, or if the search is more than words that must all occur
 */
export async function rareWordIn(db: Db, q: string): Promise<string | undefined> {
  const words = q.trim().split(/\s+/)
  if (words.length < 2 || !words.every(isWord) || (await commonWords(db)).size === 0) return undefined
  // English leaves out words like "the", so a product need not contain them.
  const { rows } = await sql<{ word: string; spellings: string[] }>`
    select word, tsvector_to_array(to_tsvector('simple', word) || english) as spellings
    from unnest(${words}::text[]) as word cross join lateral to_tsvector('english', word) as english
    where english <> ''
  `.execute(db)
  return (await rarestOf(db, rows))?.word
}

/** PostgreSQL takes "or" for an operator, also in front of what it takes for no letter: "or²", or "orégano" in the locale C. */
function isWord(text: string): boolean {
  return /^[\p{L}\p{N}]+$/u.test(text) && !/^or(?![a-z0-9])/i.test(text)
}

const REREAD = 10 * MINUTE
type Common = Map<string, number>
const known = new WeakMap<Db, { at: number; words: Promise<Common> }>()

/** Words that many products of a large catalogue contain, each with their part of all. */
function commonWords(db: Db): Promise<Common> {
  const last = known.get(db)
  if (last && performance.now() - last.at < REREAD) return withinRequest(last.words)
  // For all who ask, so not within the limits of the first. If nobody knows, a search only costs more.
  const words = limitStatements(SECOND, () => readCommonWords(db)).catch(() => {
    known.delete(db)
    return new Map<string, number>()
  })
  known.set(db, { at: performance.now(), words })
  return withinRequest(words)
}

async function readCommonWords(db: Db): Promise<Common> {
  const { rows } = await sql<{ word: string; part: number }>`
    select word, part
    from pg_stats cross join lateral unnest(most_common_elems::text::text[], most_common_elem_freqs) as common (word, part)
    where schemaname = current_schema() and tablename = 'products' and attname = 'words' and word is not null
      and (select reltuples from pg_class where oid = 'products'::regclass) >= ${LARGE}
  `.execute(db)
  return new Map(rows.map(({ word, part }) => [word, part]))
}
