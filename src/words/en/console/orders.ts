import type { Plural } from '../../text.ts'

/** Texts of src/console/orders that English says differently for one. */
export const ordersSingulars: Readonly<Record<string, Plural>> = {}
