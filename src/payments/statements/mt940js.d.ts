/** The part of `mt940js` that Semel uses. The package has no types. */
declare module 'mt940js' {
  export type Transaction = {
    date: Date
    entryDate: Date | null | undefined
    /** Negative: money that went out. */
    amount: number
    isReversal: boolean
    currency: string
    reference: string
    bankReference: string
    details: string
    structuredDetails: Record<string, string> | null
  }
  export class Parser {
    parse(text: string): { accountIdentification: string; transactions: Transaction[] }[]
  }
}
