/** Texts of src/console/search. */
export const searchTexts = {} as const
