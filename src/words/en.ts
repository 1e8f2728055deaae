import type { Plural } from './text.ts'

/** Where English says it differently for one thing. The text itself is what it says for several. */
export const singulars: Readonly<Record<string, Plural>> = {
  '{count} items': { one: '{count} item', other: '{count} items' },
}
