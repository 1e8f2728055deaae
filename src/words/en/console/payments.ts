import type { Plural } from '../../text.ts'

/** Texts of src/console/payments that English says differently for one. */
export const paymentsSingulars: Readonly<Record<string, Plural>> = {}
