/** Examples by property name for the facts of invoices and their seller. */
export const EXAMPLES_OF_PAPERS: Record<string, unknown> = {
  accountNumbers: ['8400 = 8410'],
  bank: 'Bank of Lamps',
  buyerReference: 'PO 4711',
  capital: '25,000 €',
  contactEmail: 'invoices@example.com',
  contactName: 'Invoices',
  contactPhone: '+49 30 123456',
  directors: 'Ada Lovelace',
  electronicAddress: '0208:0123456789',
  legalForm: 'GmbH',
  person: 'Ada Lovelace',
  registerNumber: 'HRB 12345',
  registerPlace: 'Amtsgericht Charlottenburg',
  street: ['12 St James Square'],
  taxNumber: '30/123/45678',
  tradeName: 'Lamp House',
}
