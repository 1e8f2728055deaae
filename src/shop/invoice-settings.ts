/** The shop's settings about invoices and credit notes. */
import { Type } from 'typebox'
import { CHECK } from '../http/input/keywords.ts'
import { prefixMistake } from './setting-rules.ts'

export const INVOICE_SETTINGS = {
  invoiceMoment: Type.Enum(['paid', 'shipped', 'never'], {
    description:
      'When an invoice is written: `paid`, at the latest when the order is shipped; `shipped`; or `never`, by a ' +
      'shop that writes them elsewhere.',
  }),
  invoiceEmail: Type.Enum(['attach', 'link'], { description: 'Whether emails bring the PDF, or a link to it.' }),
  invoicePrefix: Type.String({
    maxLength: 20,
    [CHECK]: prefixMistake,
    description: 'Before the numbers of invoices.',
  }),
  creditNotePrefix: Type.String({
    maxLength: 20,
    [CHECK]: prefixMistake,
    description: 'Before those of credit notes.',
  }),
  numbersByYear: Type.Boolean({ description: 'Whether numbers carry the year and begin anew with it.' }),
  numberDigits: Type.Integer({ minimum: 1, maximum: 12, description: 'Shorter numbers get zeros in front.' }),
  firstNumber: Type.Integer({
    minimum: 1,
    maximum: 999_999_999_999,
    description: 'The number that a series of numbers begins with.',
  }),
  documentYears: Type.Integer({
    minimum: 1,
    maximum: 50,
    description:
      'How many years invoices and the countries of orders are kept after the end of their year, also when the account is deleted.',
  }),
}

export const UNSET_INVOICES = {
  invoiceMoment: 'paid' as const,
  invoiceEmail: 'attach' as const,
  invoicePrefix: 'R-',
  creditNotePrefix: 'C-',
  numbersByYear: true,
  numberDigits: 5,
  firstNumber: 1,
  documentYears: 10,
}
