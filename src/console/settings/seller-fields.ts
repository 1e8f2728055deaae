/** The fields of the page "Legal" of the settings: who sells, as laws want it on papers. */
import type { Field } from '../../pages/field.ts'
import { seatParts } from '../../shop/seller/seat.ts'
import type { Texts } from '../../shop/setting-rules.ts'
import type { Shop } from '../../shop/settings.ts'
import { t } from '../../words/words.ts'
import { texts } from './group-fields.ts'

const text = (name: string, label: string, hint?: string): Field => {
  return { name, label, type: 'text', empty: 'keep', width: 'medium', ...(hint && { hint }) }
}

export const sellerFields: Field[] = [
  { name: 'legalName', label: 'Company or person', type: 'text', empty: 'keep' },
  { name: 'seat', label: 'Postal address', type: 'textarea', rows: 4, empty: 'keep' },
  text('vatId', 'VAT ID', 'Like DE123456789.'),
  text('taxNumber', 'Tax number', 'The one of your tax office. Most countries want it where there is no VAT ID.'),
  text('legalForm', 'Legal form', 'Such as GmbH, SAS or sole trader.'),
  text('capital', 'Capital', 'With its currency, where your law wants it on papers.'),
  text('registerNumber', 'Number in the register of companies', 'SIREN, HRB 12345, FN 123456 a, KVK.'),
  text('registerPlace', 'Town or court of the register'),
  {
    name: 'directors',
    label: 'Directors',
    type: 'text',
    empty: 'keep',
    hint: 'All who manage the company, and the head of its supervisory board.',
  },
  text('contactName', 'Contact for invoices', 'A person or a department. E-invoices for public offices need one.'),
  text('contactPhone', 'Phone of the contact'),
  { ...text('contactEmail', 'Email of the contact', 'Leave it empty to use the address for answers.'), type: 'email' },
  text('electronicAddress', 'Address for e-invoices', 'With its scheme, like 0208:0123456789. Empty: your email.'),
  ...texts('invoiceLines', {
    label: 'Lines on invoices',
    type: 'textarea',
    rows: 3,
    hint: 'Printed below each invoice and credit note, as you write them.',
  }),
  ...texts('orderLines', {
    label: 'Lines in emails about orders',
    type: 'textarea',
    rows: 3,
    hint: 'Printed below them, as you write them.',
  }),
]

export function sellerValues(shop: Shop): Record<string, string> {
  const { legalName, seat, vatId, taxNumber, legalForm, capital, registerNumber, registerPlace, directors } = shop
  const { contactName, contactPhone, contactEmail, electronicAddress, invoiceLines, orderLines } = shop
  return {
    ...{ legalName, seat, vatId, taxNumber, legalForm, capital, registerNumber, registerPlace, directors },
    ...{ contactName, contactPhone, contactEmail, electronicAddress },
    ...byLanguage('invoiceLines', invoiceLines),
    ...byLanguage('orderLines', orderLines),
  }
}

function byLanguage(name: string, texts: Texts): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([language, text]) => [`${name}.${language}`, text]))
}

/** Says what e-invoices make of the address, because they have its parts apart. */
export function seatHint(seat: string, country: string): string | undefined {
  if (seat.trim() === '') return 'A line each: the street, then the postcode and the town.'
  const { street, postcode, city, region } = seatParts(seat, country)
  if (city === '' || street.length === 0) return 'Write the street on a line, and the postcode and the town on another.'
  const parts = [
    street.join(', '),
    postcode && t('postcode {postcode}', { postcode }),
    t('town {town}', { town: city }),
    region && t('region {region}', { region }),
  ]
  return t('E-invoices read: {parts}.', { parts: parts.filter(Boolean).join(' · ') })
}
