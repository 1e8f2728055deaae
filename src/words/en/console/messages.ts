import type { Plural } from '../../text.ts'

/** Texts of src/console/messages that English says differently for one. */
export const messagesSingulars: Readonly<Record<string, Plural>> = {}
