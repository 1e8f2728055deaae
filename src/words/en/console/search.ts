import type { Plural } from '../../text.ts'

/** Texts of src/console/search that English says differently for one. */
export const searchSingulars: Readonly<Record<string, Plural>> = {}
