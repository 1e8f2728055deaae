/** Texts of src/console/operations. */
export const operationsTexts = {} as const
