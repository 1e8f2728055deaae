/** Texts of src/console/books. */
export const booksTexts = {} as const
