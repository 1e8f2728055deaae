/**
 * Guesses what a visitor may have meant: completes the last word while it is typed, and corrects mistakes. A list uses it only
 * when nothing matches the typed words.
 */
import { type RawBuilder, sql } from 'kysely'
import { one } from '../../database/rows.ts'
import type { Db } from '../../database/schema.ts'
import { PRODUCT_COLUMNS, type Product } from '../product.ts'
import { asProduct, type ProductRow } from '../queries.ts'
import { meaning, spacedFractions } from './search-text.ts'

/** Longer input is cut. */
const MOST_WORDS = 6
/** Words that one typed word may represent. */
const MOST_MEANINGS = 8
/** Products that are compared with each other to find the best ones: some for each that is wanted. */
const CANDIDATES = { each: 3, least: 40 }

/**
 * Suggests products for what a visitor has typed so far.
 *
 *     const { products, words } = await suggestProducts(db, 'wol campi', 8)
 *
 * Every word must occur in the name or the description, in any order: as typed, completed (the last word), or corrected if
 * the catalogue has no such word. All but swapped letters need the extension pg_trgm. Products with the words in
 * their names come first. The cost depends on how common the words are, and hardly on the number of products.
 * @param text what the visitor typed; nothing but punctuation finds nothing
 * @param limit products at most, up to 100
 * @returns the products, and for each typed word what it was taken for, best first; to say "Results for wool camping"
 */
export async function suggestProducts(
  db: Db,
  text: string,
  limit: number,
): Promise<{ products: Product[]; words: { typed: string; meanings: string[] }[] }> {
  const words = await meaningsOf(db, text)
  if (words.length === 0) return { products: [], words }
  const query = meaning(words.map(({ meanings }) => meanings))
  const { rows } = await sql<ProductRow>`
    select ${sql.join(PRODUCT_COLUMNS.map(name => sql.ref(name)))} from (
      select * from products where removed_at is null and words @@ ${query} limit ${Math.max(CANDIDATES.least, CANDIDATES.each * limit)}
    ) as candidates
    order by to_tsvector('simple', search_words(name)) @@ ${query} desc, status = 'active' desc, name, id
    limit ${limit}
  `.execute(db)
  return { products: rows.map(asProduct), words: words.map(({ typed, meanings }) => ({ typed, meanings })) }
}

/**
 * Lists the meanings of each typed word. Omits a word if neither it nor a similar one is in a name: it would hide the matches of
 * the others. @returns undefined when all words are in names, or when none is
 */
export async function correct(db: Db, text: string): Promise<string[][] | undefined> {
  const words = await meaningsOf(db, text)
  const meant = words.filter(({ isKnown, meanings }) => isKnown || meanings.length > 1)
  const isOther = meant.length < words.length || meant.some(({ meanings }) => meanings.length > 1)
  return meant.length > 0 && isOther ? meant.map(({ meanings }) => meanings) : undefined
}

async function meaningsOf(db: Db, text: string) {
  const typed = (spacedFractions(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(0, MOST_WORDS)
  if (typed.length === 0) return []
  const corrects = await hasTrigrams(db)
  const { rows } = await sql<{ typed: string; isKnown: boolean; meanings: string[] }>`
    -- 1. the words that were typed
    with typed_words as materialized (
      select typed, n, n = ${typed.length} as is_last, exists (select from product_words where word = typed) as is_known
      from unnest(${typed}::text[]) with ordinality as t (raw, n), fold(raw) as typed
    -- 2. those of names that are newer than the list of words
    ), new_words as materialized (
      select distinct word
      from (
        select now ->> 2 as name from product_changes
        where (product_id is null or was is not null or now is not null) and exists (select from typed_words where not is_known)
        order by xid desc limit ${sql.lit(CHANGES_READ)}
      ) as changed, unnest(tsvector_to_array(to_tsvector('simple', search_words(name)))) as word
    )
    -- 3. what each may represent
    select typed, is_known or typed in (select word from new_words) as "isKnown", array(
      select word from (
        select typed as word, 0 as rank
        union all (
          select word, 1 from product_words
          where is_last and word > typed and word < typed || U&'\\+10FFFF' order by word limit ${sql.lit(MOST_MEANINGS)}
        )
        ${swaps(sql`product_words`)} ${swaps(sql`new_words`)}
        ${corrects ? sql`${corrections(sql`product_words`)} ${corrections(sql`new_words`)}` : sql``}
      ) as meaning
      group by word order by min(rank), word limit ${sql.lit(MOST_MEANINGS)}
    ) as meanings
    from typed_words order by n
  `.execute(db)
  return rows
}

/** Changes of the catalogue in which new words are looked for, until the cleanup records them. */
const CHANGES_READ = 200

/** Two letters in the wrong order: "lmap". In a short word, the trigrams of the two have almost nothing in common. */
const swaps = (words: RawBuilder<unknown>) => sql`
        union all (
          select word, 2 from ${words}
          where not is_known and length(typed) between 4 and 6 and word in (
            select left(typed, n - 1) || substr(typed, n + 1, 1) || substr(typed, n, 1) || substr(typed, n + 2)
            from generate_series(1, length(typed) - 1) as n
          )
        )`

/** The three most similar words. With fewer than four letters, almost every word would be similar. */
const corrections = (words: RawBuilder<unknown>) => sql`
        union all (
          select word, 2 + (1 - similarity(word, typed)) from ${words}
          where not is_known and length(typed) >= 4 and word % typed
          order by similarity(word, typed) desc, word limit 3
        )`

const trigrams = new WeakMap<Db, Promise<boolean>>()

function hasTrigrams(db: Db): Promise<boolean> {
  let found = trigrams.get(db)
  if (!found) {
    found = sql<{ found: boolean }>`select to_regproc('similarity') is not null as found`
      .execute(db)
      .then(({ rows }) => one(rows).found)
    trigrams.set(db, found)
    // A database that was away is asked again.
    found.catch(() => trigrams.delete(db))
  }
  return found
}

/**
 * Adds the words of new names, as the log of changes has them. After a change of thousands of products, which the log
 * does not list, it reads all names.
 */
export async function noteNewWords(db: Db): Promise<void> {
  // Sorts the words, so that two processes that add the same words wait for each other in no circle.
  await sql`
    with new as (
      select distinct word
      from product_changes, unnest(tsvector_to_array(to_tsvector('simple', search_words(now ->> 2)))) as word
      where now is not null and at > now() - interval '30 minutes'
    )
    insert into product_words (word) select word from new order by word on conflict do nothing
  `.execute(db)
  const { rows } = await sql`
    select from product_changes where product_id is null and at > now() - interval '15 minutes' limit 1
  `.execute(db)
  if (rows.length > 0) await sql.raw(ALL_WORDS).execute(db)
}

export const ALL_WORDS = `
  insert into product_words (word)
  select word from ts_stat('select to_tsvector(''simple'', search_words(name)) from products where removed_at is null')
  order by word
  on conflict do nothing`

declare module '../../database/schema.ts' {
  interface Tables {
    product_words: { word: string }
  }
}
