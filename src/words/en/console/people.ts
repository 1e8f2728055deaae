import type { Plural } from '../../text.ts'

/** Texts of src/console/people that English says differently for one. */
export const peopleSingulars: Readonly<Record<string, Plural>> = {}
