import { t } from '../words/words.ts'
import type { ShopSettings } from './settings.ts'

/** The seller's legal details on one line, as the law requires on business letters; '' while nobody has entered them. */
export function legalLine({ legalName, seat, vatId }: Pick<ShopSettings, 'legalName' | 'seat' | 'vatId'>): string {
  const address = seat.split('\n').map(line => line.trim())
  const parts = [legalName, address.filter(Boolean).join(', '), vatId && t('VAT ID {vatId}', { vatId })]
  return parts.filter(Boolean).join(' · ')
}

/** Address to which goods come back; '' when nobody has said it. */
export function returnAddressOf({
  returnAddress,
  legalName,
  seat,
}: Pick<ShopSettings, 'returnAddress' | 'legalName' | 'seat'>): string {
  return returnAddress || (seat && [legalName, seat].filter(Boolean).join('\n'))
}
