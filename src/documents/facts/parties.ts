/** Composes who sells and who buys, as a document freezes them. */
import { addressLines, type DeliveryAddress } from '../../orders/delivery-address.ts'
import { sayText } from '../../shop/in-words.ts'
import { seatLines, seatParts } from '../../shop/seller/seat.ts'
import type { Shop } from '../../shop/settings.ts'
import { countriesOf } from '../../world/territories.ts'
import type { AddressParts, CompleteContent } from '../content.ts'

type Seller = CompleteContent['seller']
type Buyer = NonNullable<CompleteContent['buyer']>

/** Has to be called in the language of the document. */
export function sellerOf(shop: Shop): Seller {
  const { legalName, seat, vatId, country, legalForm, capital, directors, registerNumber, registerPlace } = shop
  const { name, taxNumber, contactName, contactPhone, contactEmail, replyTo, electronicAddress, logo } = shop
  return {
    name: legalName,
    address: seatLines(seat, country),
    vatId,
    country,
    parts: { ...seatParts(seat, country), country },
    tradeName: name,
    ...{ legalForm, capital, directors, registerNumber, registerPlace, taxNumber },
    contact: { name: contactName, phone: contactPhone, email: contactEmail || replyTo },
    electronicAddress,
    lines: sayText(shop.invoiceLines)
      .split('\n')
      .map(line => line.trim())
      .filter(Boolean),
    ...(logo && { logo }),
  }
}

/** An order, as far as it says who buys. */
export type Bought = {
  ownerName: string
  ownerEmail: string
  deliveryAddress: DeliveryAddress | null
  billingAddress: DeliveryAddress | null
  vatId: string | null
  buyerReference: string | null
  taxCountry: string | null
}

export function buyerOf(bought: Bought): Buyer {
  const { ownerName, ownerEmail, deliveryAddress, billingAddress, taxCountry } = bought
  const to = billingAddress ?? deliveryAddress
  const facts = { email: ownerEmail, vatId: bought.vatId ?? '', reference: bought.buyerReference ?? '' }
  if (!to) {
    // An order collected on an island has the VAT of the island, which no address names as its country.
    const country = taxCountry && (countriesOf(taxCountry)[0] ?? taxCountry)
    const parts = { street: [], postcode: '', city: '', region: '', country }
    const empty = { person: ownerName, company: '', phone: '', deliverTo: null }
    return { name: ownerName, address: [], country, ...facts, ...empty, parts }
  }
  const { name, address } = addressedTo(to)
  return {
    ...{ name, address, country: to.country, ...facts },
    parts: partsOf(to),
    person: to.name,
    company: to.company ?? '',
    phone: to.phone ?? '',
    deliverTo: billingAddress && deliveryAddress && { ...addressedTo(deliveryAddress), ...partsOf(deliveryAddress) },
  }
}

/** The company is above the person, who is a line of the address then. */
function addressedTo(to: DeliveryAddress): { name: string; address: string[] } {
  const name = to.company ?? to.name
  const lines = addressLines(to)
  return { name, address: lines.toSpliced(lines.indexOf(name), 1) }
}

function partsOf({ line1, line2, district, postcode = '', city, region = '', country }: DeliveryAddress): AddressParts {
  return { street: [line1, line2, district].filter(line => line !== undefined), postcode, city, region, country }
}
