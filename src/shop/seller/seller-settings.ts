/**
 * The facts about the seller that laws want on invoices and business letters besides its name and address. Which ones a country wants
 * is in src/world/seller-facts.ts. All are texts, printed as they were typed.
 */
import { directionMark } from '../../http/input/keywords.ts'
import { line, mailbox, textsSchema } from '../setting-rules.ts'

export const SELLER_SETTINGS = {
  legalForm: line(60, 'Its legal form, such as GmbH, SAS or sole trader.'),
  capital: line(60, 'Its capital with the currency, such as "25 000 €", where the law wants it on papers.'),
  registerNumber: line(60, 'Its number in the register of companies: SIREN, HRB 12345, FN 123456 a, KVK.'),
  registerPlace: line(100, 'The town or the court of that register, such as Lyon or Amtsgericht Charlottenburg.'),
  directors: line(300, 'Those who manage the company, and the head of its supervisory board if it has one.'),
  taxNumber: line(40, 'The number that the tax office knows it by, which is no VAT ID.'),
  contactName: line(100, 'Who answers questions about invoices: a person or a department.'),
  contactPhone: line(40, 'The phone number for them.'),
  contactEmail: mailbox('The email address for them. Empty: the one that answers to emails go to.'),
  electronicAddress: line(
    120,
    'Where it receives e-invoices, with its scheme in front, such as 0208:0123456789. Empty: the email address.',
    electronicAddressMistake,
  ),
  invoiceLines: textsSchema(1000, 'Lines of its own below each invoice and credit note.'),
  orderLines: textsSchema(1000, 'Lines of its own below the emails about orders.'),
}

export const UNSET_SELLER = {
  legalForm: '',
  capital: '',
  registerNumber: '',
  registerPlace: '',
  directors: '',
  taxNumber: '',
  contactName: '',
  contactPhone: '',
  contactEmail: '',
  electronicAddress: '',
  invoiceLines: {},
  orderLines: {},
}

/** Four digits of ISO 6523, or EM, and a colon (EN 16931 code lists, "Electronic Address Scheme"). */
function electronicAddressMistake(text: string) {
  if (/^(?:\d{4}|EM):[^\s:]\S*$/.test(text)) return directionMark(text)
  return {
    reason: 'must be a scheme and an address, such as 0208:0123456789',
    code: 'invalid_electronic_address',
  }
}
