/** Texts of src/console/overview. */
export const overviewTexts = {} as const
