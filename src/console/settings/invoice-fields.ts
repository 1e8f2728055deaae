/** The fields of the page "Invoices" of the settings. */
import type { Field } from '../../pages/field.ts'
import type { Shop } from '../../shop/settings.ts'

export const invoiceFields: Field[] = [
  {
    name: 'invoiceMoment',
    label: 'Invoices are written',
    type: 'select',
    required: true,
    width: 'medium',
    hint: 'Nothing is written until "Legal" says who sells and from where.',
    options: [
      { value: 'paid', label: 'When an order is paid, at the latest when it is shipped' },
      { value: 'shipped', label: 'When an order is shipped' },
      { value: 'never', label: 'Not here: we write them elsewhere' },
    ],
  },
  {
    name: 'invoiceEmail',
    label: 'The email to the customer',
    type: 'select',
    required: true,
    width: 'medium',
    options: [
      { value: 'attach', label: 'Brings the PDF' },
      { value: 'link', label: 'Has a link to it' },
    ],
  },
  {
    name: 'eInvoice',
    label: 'E-invoice beside the PDF',
    type: 'select',
    required: true,
    width: 'medium',
    hint: 'An invoice that says too little for it goes without. All of them can be downloaded on the page of the invoice.',
    options: [
      { value: 'none', label: 'None' },
      { value: 'xrechnung-ubl', label: 'XRechnung (UBL)' },
      { value: 'xrechnung-cii', label: 'XRechnung (CII)' },
      { value: 'peppol', label: 'Peppol BIS Billing' },
      { value: 'factur-x', label: 'Factur-X and ZUGFeRD (XML)' },
    ],
  },
  { name: 'invoicePrefix', label: 'Before the number of an invoice', type: 'text', empty: 'keep', width: 'short' },
  { name: 'creditNotePrefix', label: 'Before that of a credit note', type: 'text', empty: 'keep', width: 'short' },
  {
    name: 'numbersByYear',
    label: 'Numbers carry the year, and begin anew with it',
    type: 'select',
    value: 'boolean',
    required: true,
    width: 'short',
    options: [
      { value: 'true', label: 'Yes' },
      { value: 'false', label: 'No' },
    ],
  },
  {
    name: 'numberDigits',
    label: 'Digits',
    type: 'number',
    value: 'integer',
    required: true,
    width: 'short',
    hint: 'With 5 the first one is 00001.',
  },
  {
    name: 'firstNumber',
    label: 'First number',
    type: 'number',
    value: 'integer',
    required: true,
    width: 'short',
    hint: 'Of a series that has none yet, such as those of the next year.',
  },
  {
    name: 'documentYears',
    label: 'Years to keep invoices',
    type: 'number',
    value: 'integer',
    required: true,
    width: 'short',
    hint: 'After the end of their year, also when a customer deletes the account. Sales by the One Stop Shop are kept for 10.',
  },
]

export function invoiceValues(shop: Shop): Record<string, string> {
  const { invoiceMoment, invoiceEmail, eInvoice, invoicePrefix, creditNotePrefix } = shop
  const { numbersByYear, numberDigits, firstNumber, documentYears } = shop
  const counts = Object.entries({ numbersByYear, numberDigits, firstNumber, documentYears })
  const values = Object.fromEntries(counts.map(([name, value]) => [name, String(value)]))
  return { ...values, invoiceMoment, invoiceEmail, eInvoice, invoicePrefix, creditNotePrefix }
}
