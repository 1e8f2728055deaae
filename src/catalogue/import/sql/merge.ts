/** The second half of an import: the statements that merge the staged rows into the catalogue. */
import { partOf, readSql } from '../../../database/sql-file.ts'

/** Imports merge one at a time. */
export const TURN = 0x696d7074

/** Runs before the merge, and locks. */
export const MAKE_GROUPS = readSql('make-groups.sql', import.meta.url)

const MERGE_ROWS = readSql('merge.sql', import.meta.url)

const NAME_CATEGORIES = readSql('category-names.sql', import.meta.url)

/** Tests whether the row `g` of the file changes its product `p`. */
export const IS_OUTDATED = `(${partOf(MERGE_ROWS, 'is_outdated')})`

/** Tests whether the row `g` gives the category of its product `p` another name in a language. */
export const NAMES_CATEGORY = `(${partOf(MERGE_ROWS, 'names_category')})`

/** All of it, in one transaction: several statements that are sent together are one. */
export const MERGE = `${MAKE_GROUPS};${MERGE_ROWS};${NAME_CATEGORIES}`
