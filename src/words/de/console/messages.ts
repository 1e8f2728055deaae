/** Texts of src/console/messages. */
export const messagesTexts = {} as const
