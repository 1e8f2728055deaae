/** Composes who sells and who buys. What a document from before form 3 has as lines of an address is read from them. */
import { seatParts } from '../../shop/seller/seat.ts'
import { plainVatId } from '../../world/vat-id.ts'
import type { AddressParts, DocumentContent } from '../content.ts'
import type { EInvoice, Party, PostalAddress, Seller } from './e-invoice.ts'
import { EMAIL_SCHEME, legalIdOf, readElectronicAddress } from './ids.ts'

export function sellerOf({ seller }: Pick<DocumentContent, 'seller'>): Seller {
  const { name, address, country, tradeName, contact } = seller
  const vatId = plainVatId(seller.vatId) || undefined
  const taxNumber = seller.taxNumber || undefined
  const legalId = legalIdOf(seller.registerNumber ?? '', country)
  const email = contact?.email
  return {
    name,
    tradingName: tradeName === name ? undefined : tradeName,
    address: addressOf(seller.parts, address, country),
    electronicAddress: readElectronicAddress(seller.electronicAddress ?? '') ?? emailAddress(email),
    vatId,
    taxNumber,
    legalId,
    id: vatId || legalId ? undefined : taxNumber,
    legalInformation: [seller.legalForm, seller.capital, seller.registerPlace, seller.directors]
      .filter(Boolean)
      .join(', '),
    contact: contact && { name: contact.name || name, phone: contact.phone, email },
  }
}

/** @returns undefined when the person was taken out, or has no country */
export function buyerOf({ buyer }: DocumentContent): Party | undefined {
  if (!buyer?.country) return undefined
  const { name, address, country, email, parts, vatId, company, person } = buyer
  return {
    name,
    address: addressOf(parts, address, country),
    electronicAddress: emailAddress(email),
    vatId: (vatId && plainVatId(vatId)) || undefined,
    contact: company && person && person !== name ? { name: person } : undefined,
  }
}

/**
 * The address that goods went to, if it is not the buyer's. A supply within the Union always names it (BR-IC-12).
 */
export function deliverToOf({
  buyer,
  taxes,
}: DocumentContent): Pick<NonNullable<EInvoice['delivery']>, 'name' | 'address'> {
  const to = buyer?.deliverTo
  if (to?.country) return { name: to.name, address: addressOf(to, to.address, to.country) }
  const isWithinUnion = taxes.some(({ category }) => category === 'K')
  return isWithinUnion && buyer?.country ? { address: addressOf(buyer.parts, buyer.address, buyer.country) } : {}
}

function addressOf(parts: AddressParts | undefined, lines: readonly string[], country: string): PostalAddress {
  const { street, postcode, city, region } = parts ?? seatParts(lines.join('\n'), country)
  const [line1, line2, ...more] = street
  return { line1, line2, line3: more.join(', '), city, postcode, region, country }
}

function emailAddress(email: string | undefined): Party['electronicAddress'] {
  return email ? { scheme: EMAIL_SCHEME, id: email } : undefined
}
