import type { Plural } from '../../text.ts'

/** Texts of src/console/returns that English says differently for one. */
export const returnsSingulars: Readonly<Record<string, Plural>> = {}
