import type { Plural } from '../../text.ts'

/** Texts of src/console/returns that English says differently for one. */
export const returnsSingulars: Readonly<Record<string, Plural>> = {
  '{count} transfers are new.': { one: '{count} transfer is new.', other: '{count} transfers are new.' },
  '{count} were known from a file before.': {
    one: '{count} was known from a file before.',
    other: '{count} were known from a file before.',
  },
  '{count} entries bring no money, and were left out.': {
    one: '{count} entry brings no money, and was left out.',
    other: '{count} entries bring no money, and were left out.',
  },
}
