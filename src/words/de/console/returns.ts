/** Texts of src/console/returns. */
export const returnsTexts = {} as const
