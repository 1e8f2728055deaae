/** Texts of src/console/settings. */
export const settingsTexts = {} as const
