/** Checks the VAT identification number of a business that buys. */
import { fitsCheckDigits } from '../world/vat-check-digits.ts'
import { plainVatId, vatIdMistake } from '../world/vat-id.ts'

/**
 * Checks form and check digits (`CHECK`). A customer whose number is right and is refused all the same can leave the field empty; the
 * seller's own number is never refused for its digits. '' is none.
 */
export function buyerVatIdMistake(text: string): { reason: string; code: string } | undefined {
  if (text === '') return undefined
  const plain = plainVatId(text)
  if (fitsCheckDigits(plain) !== false) return vatIdMistake(plain)
  return { reason: 'has a wrong digit. Check its letters and digits', code: 'invalid_vat_id' }
}
