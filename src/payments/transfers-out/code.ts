/**
 * What banking apps in Europe read (EPC069-12, Quick Response Code: Guidelines to Enable Data Capture for the Initiation of a SEPA Credit
 * Transfer, version 2.1): UTF-8, at most 70 characters of a name, 140 of what is told to the payee, and 331 bytes in all.
 */
import { sepaText } from './sepa-text.ts'

type Payee = { holder: string; iban: string; bic: string | null; reference: string; amount: string }

export function transferCode({ holder, iban, bic, reference, amount }: Payee): string {
  const [name, words] = [sepaText(holder, 70), sepaText(reference, 140)]
  return ['BCD', '002', '1', 'SCT', bic ?? '', name, iban, `EUR${amount}`, '', '', words].join('\n')
}
