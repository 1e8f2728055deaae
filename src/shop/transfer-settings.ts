/** The shop's settings about bank transfers: the account, and what customers are asked for. */
import { Type } from 'typebox'
import { bicMistake, ibanMistake, line, referenceMistake } from './setting-rules.ts'

export const TRANSFER_SETTINGS = {
  iban: line(42, 'The account for bank transfers. While it is empty, no paper says where to pay.', ibanMistake),
  accountHolder: line(70, 'Whose account it is. Empty: the company or person that sells.'),
  bic: line(11, 'The code of the bank.', bicMistake),
  bankName: line(70, 'The name of the bank.'),
  daysToPay: Type.Integer({
    minimum: 1,
    maximum: 90,
    description: 'The days that a customer has to pay by bank transfer, from the order on.',
  }),
  transferReference: line(
    60,
    'What customers write on a transfer. `{order}` is the number of the order. Empty: "Order 1043" in their language.',
    referenceMistake,
  ),
}

export const UNSET_TRANSFER = {
  iban: '',
  accountHolder: '',
  bic: '',
  bankName: '',
  daysToPay: 14,
  transferReference: '',
}
