/** Texts of src/console/pricing. */
export const pricingTexts = {} as const
