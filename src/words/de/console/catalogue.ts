/** Texts of src/console/catalogue. */
export const catalogueTexts = {} as const
