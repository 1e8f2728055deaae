/** Texts of src/console/orders. */
export const ordersTexts = {} as const
