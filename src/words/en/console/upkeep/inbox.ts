import type { Plural } from '../../../text.ts'

/** Texts of the console about messages, recovery requests and announcements that English says differently for one. */
export const inboxSingulars: Readonly<Record<string, Plural>> = {
  '{number} customers': { one: '{number} customer', other: '{number} customers' },
}
