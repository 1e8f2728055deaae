import type { Plural } from '../../text.ts'

/** Texts of src/console/overview that English says differently for one. */
export const overviewSingulars: Readonly<Record<string, Plural>> = {}
