import type { Plural } from '../../text.ts'

/** Texts of src/console/catalogue that English says differently for one. */
export const catalogueSingulars: Readonly<Record<string, Plural>> = {}
