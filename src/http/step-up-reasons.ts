/**
 * Step-up of an operation: whether a session needs a second factor of the last ten minutes. Each operation of staff that changes
 * something says yes, or why not. API keys have no second factor: an admin gave them their scopes with one, and scopes are their guard.
 */
export type StepUp =
  | true
  /** Some requests of the operation need it, and its handler asks. */
  | { readonly when: string }
  | { readonly no: string }

/** Reasons why operations do without, for those that share a reason. */
export const WITHOUT_STEP_UP = {
  ends: { no: 'It only ends something, so a thief of a session gains nothing by it.' },
  orders: {
    no: 'Daily work of those who pack. Each step is kept on the order with who did it, and the customer is told of it.',
  },
  refunds: {
    no: 'Daily work with money. It goes back to whom it came from and on the same way, at most what was paid, and is kept with who did it.',
  },
  records: { no: 'It records what happened outside of Semel, and moves nothing.' },
  products: {
    no: 'Daily work on the catalogue. A price counts for new orders only, which are seen before anything leaves and can be cancelled.',
  },
  prices: {
    no: 'It changes what new orders cost. Each is seen before anything leaves, and can be cancelled.',
  },
  draft: { no: 'It writes a draft that no customer reads.' },
  toYourself: { no: 'It sends an email to the caller alone.' },
  oneEmail: {
    no: 'It is about one email to one person, in words that were written before or that are kept with who wrote them.',
  },
  sameAddress: { no: 'Events go to the address that somebody has set with a second factor.' },
  picture: { no: 'A picture holds no link. Semel draws it anew.' },
  notes: {
    no: 'It keeps texts of staff about daily work. No customer reads them, and Semel does nothing because of them.',
  },
  metadata: { no: 'It keeps texts of other programs. Semel does nothing because of them.' },
} as const satisfies Record<string, StepUp>
