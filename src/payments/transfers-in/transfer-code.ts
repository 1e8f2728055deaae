/**
 * The payment code that banking apps in Europe read (EPC069-12, Quick Response Code: Guidelines to Enable Data Capture
 * for the Initiation of a SEPA Credit Transfer, version 2.1 of 9 February 2012, section 2): UTF-8, at most 70
 * characters of a name, 140 of the words for the payee, and 331 bytes in all. The customer's code and the one for a
 * refund are made here.
 */
import { plainIban } from '../../shop/setting-rules.ts'
import { sepaText } from './sepa-text.ts'

type Payee = {
  holder: string
  /** IBAN in groups or not. */
  iban: string
  /** Banks of the European Economic Area need none. */
  bic?: string | null
  reference: string
  /** Amount with a point: 12.50 */
  amount: string
}

/** @returns undefined when no code can carry it: a payee needs a name, and 999,999,999.99 is the most */
export function transferCode({ holder, iban, bic, reference, amount }: Payee): string | undefined {
  const [name, words] = [sepaText(holder, 70), sepaText(reference, 140)]
  if (name === '' || Number(amount) > MOST_EUROS) return undefined
  return ['BCD', '002', '1', 'SCT', bic ?? '', name, plainIban(iban), `EUR${amount}`, '', '', words].join('\n')
}

const MOST_EUROS = 999_999_999.99
