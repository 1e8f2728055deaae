/** The shop's settings about invoices and credit notes, and about the program of its accountant. */
import { Type } from 'typebox'
import { CHECK, TRIM } from '../http/input/keywords.ts'
import { prefixMistake } from './setting-rules.ts'

/** The profiles in which a document can be had as an e-invoice (src/documents/e-invoice/profiles.ts). */
export const E_INVOICE_PROFILES = ['xrechnung-ubl', 'xrechnung-cii', 'peppol', 'factur-x'] as const
export type EInvoiceProfile = (typeof E_INVOICE_PROFILES)[number]

export const INVOICE_SETTINGS = {
  invoiceMoment: Type.Enum(['paid', 'shipped', 'never'], {
    description:
      'When an invoice is written: `paid`, at the latest when the order is shipped; `shipped`; or `never`, by a ' +
      'shop that writes them elsewhere.',
  }),
  invoiceEmail: Type.Enum(['attach', 'link'], { description: 'Whether emails bring the PDF, or a link to it.' }),
  eInvoice: Type.Enum(['none', ...E_INVOICE_PROFILES], {
    type: 'string',
    description: 'The e-invoice that emails bring beside the PDF, if the document says enough for it.',
  }),
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
  eInvoice: 'none' as const,
  invoicePrefix: 'R-',
  creditNotePrefix: 'C-',
  numbersByYear: true,
  numberDigits: 5,
  firstNumber: 1,
  documentYears: 10,
}

export const DATEV_CHARTS = ['skr03', 'skr04'] as const

export const ACCOUNT_SETTINGS = {
  datevChart: Type.Enum([...DATEV_CHARTS], { description: 'The chart of accounts of files for DATEV.' }),
  datevConsultant: Type.Integer({
    minimum: 0,
    maximum: 9_999_999,
    description: 'The number of the tax adviser at DATEV (Beraternummer). 0: not known.',
  }),
  datevClient: Type.Integer({
    minimum: 0,
    maximum: 99_999,
    description: 'The number of the shop there (Mandantennummer). 0: not known.',
  }),
  accountNumbers: Type.Array(Type.String({ maxLength: 40, [TRIM]: true, [CHECK]: accountMistake }), {
    maxItems: 50,
    description:
      'Accounts in place of those that files for DATEV and FEC use, such as `8400 = 8410`: the usual account, and the own one.',
  }),
}

export const UNSET_ACCOUNTS = {
  datevChart: 'skr03' as (typeof DATEV_CHARTS)[number],
  datevConsultant: 0,
  datevClient: 0,
  accountNumbers: [] as string[],
}

function accountMistake(text: string) {
  if (/^\d{3,9}\s*=\s*\d{3,9}$/.test(text)) return undefined
  return { reason: 'must be two accounts, like 8400 = 8410', code: 'invalid_account' }
}
