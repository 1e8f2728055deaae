/** Writes who sells, as laws want it on invoices and business letters. */
import { t } from '../../words/words.ts'
import { registerText } from '../../world/seller-facts.ts'
import type { ShopSettings } from '../settings.ts'
import { seatLines } from './seat.ts'

type Company = {
  legalForm?: string
  capital?: string
  registerNumber?: string
  registerPlace?: string
  directors?: string
  taxNumber?: string
  vatId: string
}

/** The facts about the company behind its name and address: form and capital, register, directors, numbers of the tax office. */
export function companyFacts(name: string, country: string, company: Company): string[] {
  const { legalForm = '', capital = '', registerNumber = '', registerPlace = '' } = company
  const { directors = '', taxNumber = '', vatId } = company
  const form = name.toLowerCase().includes(legalForm.toLowerCase()) ? '' : legalForm
  return [
    [form, capital && t('capital {capital}', { capital })].filter(Boolean).join(', '),
    registerText(country, registerPlace, registerNumber),
    directors && t('Directors: {directors}', { directors }),
    vatId && t('VAT ID {vatId}', { vatId }),
    taxNumber && t('Tax number {number}', { number: taxNumber }),
  ].filter(Boolean)
}

type Seller = Pick<ShopSettings, 'legalName' | 'seat' | 'country' | keyof Company>

/** The seller's legal details on one line, as the law requires on business letters; '' while nobody has entered them. */
export function legalLine({ legalName, seat, country, ...company }: Seller): string {
  const facts = companyFacts(legalName, country, company)
  return [legalName, seatLines(seat, country).join(', '), ...facts].filter(Boolean).join(' · ')
}

/** Address to which goods come back; '' when nobody has said it. */
export function returnAddressOf({
  returnAddress,
  legalName,
  seat,
}: Pick<ShopSettings, 'returnAddress' | 'legalName' | 'seat'>): string {
  return returnAddress || (seat && [legalName, seat].filter(Boolean).join('\n'))
}
