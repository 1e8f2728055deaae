/** Texts of src/console/payments. */
export const paymentsTexts = {} as const
