import type { Plural } from '../../text.ts'

/** Texts of src/console/settings that English says differently for one. */
export const settingsSingulars: Readonly<Record<string, Plural>> = {}
