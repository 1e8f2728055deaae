import type { Plural } from '../../text.ts'

/** Texts of src/console/books that English says differently for one. */
export const booksSingulars: Readonly<Record<string, Plural>> = {}
