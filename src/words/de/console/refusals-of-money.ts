/** Reasons why the API did not do what staff asked for: orders, payments, books and returns. The browser has these words too. */
export const refusalsOfMoney = {} as const
