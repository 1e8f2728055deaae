/** Texts of src/console/people. */
export const peopleTexts = {} as const
