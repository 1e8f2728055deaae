import type { Plural } from '../../text.ts'

/** Texts of src/console/operations that English says differently for one. */
export const operationsSingulars: Readonly<Record<string, Plural>> = {}
