/** Reasons why the API did not do what staff asked for: products, prices, people, messages and settings. Browsers have these words. */
export const refusalsOfSettings = {} as const
