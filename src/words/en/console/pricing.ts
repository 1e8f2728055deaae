import type { Plural } from '../../text.ts'

/** Texts of src/console/pricing that English says differently for one. */
export const pricingSingulars: Readonly<Record<string, Plural>> = {
  'Used {number} times': { one: 'Used {number} time', other: 'Used {number} times' },
}
