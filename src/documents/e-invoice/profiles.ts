/**
 * The profiles in which a document can be had, and what each wants beyond EN 16931. Sources: XRechnung 3.0
 * (itplr-kosit/xrechnung-schematron, master of July 2026), Peppol BIS Billing 3 (OpenPEPPOL/peppol-bis-invoice-3, release 3.0.19 of May
 * 2025), Factur-X 1.07 and ZUGFeRD 2.3, profile EN 16931.
 */
import { decimalsOf } from '../../pages/assets/form-rules.js'
import { E_INVOICE_PROFILES, type EInvoiceProfile } from '../../shop/invoice-settings.ts'
import {
  CONTACT_NEEDED_AT_HOME,
  PAYMENT_MEANS,
  REGISTER_NEEDED,
  SELLER_ADDRESS_NEEDED,
  SELLERS_LEFT_OUT,
} from '../../world/peppol.ts'
import type { DocumentContent } from '../content.ts'
import { ciiOf } from './cii.ts'
import { composeEInvoice } from './compose.ts'
import type { EInvoice, PostalAddress, VatBreakdown } from './e-invoice.ts'
import { EMAIL_SCHEME, peppolAddressOf } from './ids.ts'
import { LACKED_FACTS, type LackedFact, type Lacking } from './lacking.ts'
import { ublOf } from './ubl.ts'
import type { Elements } from './xml.ts'

const PROCESS = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'
const XRECHNUNG = { id: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0', process: PROCESS }
const PEPPOL = { id: 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0', process: PROCESS }
const FACTUR_X = { id: 'urn:cen.eu:en16931:2017' }

type Rules = {
  write: (invoice: EInvoice) => Elements
  /** Leaves out or changes what the profile refuses. */
  adapt: (invoice: EInvoice) => EInvoice
  lacks: (invoice: EInvoice) => LackedFact[]
}

const PROFILE_RULES: Record<EInvoiceProfile, Rules> = {
  'xrechnung-ubl': { write: invoice => ublOf(invoice, XRECHNUNG), adapt: forXRechnung, lacks: lacksForXRechnung },
  'xrechnung-cii': { write: invoice => ciiOf(invoice, XRECHNUNG), adapt: forXRechnung, lacks: lacksForXRechnung },
  peppol: { write: invoice => ublOf(invoice, PEPPOL), adapt: forPeppol, lacks: lacksForPeppol },
  'factur-x': { write: invoice => ciiOf(invoice, FACTUR_X), adapt: forFacturX, lacks: () => [] },
}

/** @returns the elements, or what is lacking for them */
export function inProfile(invoice: EInvoice, profile: EInvoiceProfile): { root: Elements } | Lacking {
  const { write, adapt, lacks } = PROFILE_RULES[profile]
  const adapted = adapt(invoice)
  const lacking = [...lacksForAll(adapted), ...lacks(adapted)]
  return lacking.length > 0 ? { lacks: [...new Set(lacking)] } : { root: write(adapted) }
}

/** The profiles for which the content says enough. */
export function profilesOf(content: DocumentContent): EInvoiceProfile[] {
  const invoice = composeEInvoice(content)
  if ('lacks' in invoice) return []
  return E_INVOICE_PROFILES.filter(profile => 'root' in inProfile(invoice, profile))
}

/** Lists what EN 16931 itself wants. */
function lacksForAll({ currency, seller, buyer, delivery, taxes }: EInvoice): LackedFact[] {
  const has = (...categories: string[]) => taxes.some(({ category }) => categories.includes(category))
  const isKnown = seller.vatId ?? seller.taxNumber
  return lacking({
    // BR-DEC-01 to 28.
    two_decimals: decimalsOf(currency) <= 2,
    exact_vat: taxes.every(tax => isExact(tax, decimalsOf(currency))),
    // BR-G-02, BR-IC-02: no tax number will do.
    seller_vat_id: seller.vatId !== undefined || !has('G', 'K'),
    // BR-S-02, BR-Z-02, BR-E-02, BR-AE-02.
    seller_tax_number: isKnown !== undefined,
    // BR-AE-02, BR-IC-02.
    buyer_vat_id: buyer.vatId !== undefined || !has('AE', 'K'),
    // BR-IC-11, BR-IC-12. XRechnung leaves out a place without a postcode.
    delivery_day: delivery?.day !== undefined || !has('K'),
    delivery_place: delivery?.address?.country !== undefined || !has('K'),
  })
}

/**
 * BR-S-09 refuses VAT that is 1.00 away from the rate. The VAT of credit notes can be that far away in currencies without decimals, because
 * it is that of what is left.
 */
function isExact({ base, tax, rate }: VatBreakdown, decimals: number): boolean {
  return Math.abs(Math.abs(tax) * 10_000 - Math.abs(base) * rate) < 10_000 * 10 ** decimals
}

/** A place to deliver to needs a town and a postcode (BR-DE-10, BR-DE-11), or is left out. */
function forXRechnung(invoice: EInvoice): EInvoice {
  const { delivery } = invoice
  if (!delivery?.address || hasTown(delivery.address)) return invoice
  return { ...invoice, delivery: { day: delivery.day } }
}

function hasTown({ city, postcode }: PostalAddress): boolean {
  return Boolean(city && postcode)
}

/** Goods without a day of delivery name the country that they go to (BR-FX-DE-04 of Factur-X 1.09.2). */
function forFacturX(invoice: EInvoice): EInvoice {
  const { delivery, buyer } = invoice
  if (delivery?.day || delivery?.address) return invoice
  return { ...invoice, delivery: { ...delivery, address: { country: buyer.address.country } } }
}

/** BR-DE-2 to 9. */
function lacksForXRechnung({ seller, buyer }: EInvoice): LackedFact[] {
  return lacking({
    seller_town: seller.address.city,
    seller_postcode: seller.address.postcode,
    seller_phone: seller.contact?.phone,
    seller_email: seller.contact?.email,
    buyer_town: buyer.address.city,
    buyer_postcode: buyer.address.postcode,
  })
}

function forPeppol(invoice: EInvoice): EInvoice {
  const { seller, buyer, payment, totals } = invoice
  const isWithin = seller.address.country === buyer.address.country
  const means = isWithin ? PAYMENT_MEANS[seller.address.country] : undefined
  const isAllowed = !payment || !means || means.includes(payment.code)
  const isSwedish = seller.address.country === 'SE'
  return {
    ...invoice,
    seller: {
      ...seller,
      // SE-R-005 wants a sentence in place of the number.
      taxNumber: isSwedish && seller.vatId ? undefined : seller.taxNumber,
      legalId: seller.legalId ?? registeredId(seller),
      electronicAddress: networkAddress(seller),
    },
    buyer: { ...buyer, electronicAddress: networkAddress(buyer) },
    // Nothing has to be said of what is paid already (NL-R-007).
    payment: isAllowed || totals.due > 0 ? payment : undefined,
  }
}

function networkAddress({ electronicAddress, vatId }: EInvoice['buyer']): EInvoice['buyer']['electronicAddress'] {
  if (electronicAddress && electronicAddress.scheme !== EMAIL_SCHEME) return electronicAddress
  return vatId === undefined ? undefined : peppolAddressOf(vatId)
}

/** Finds the number of the register in the VAT identifier, where a seller has to name it. */
function registeredId({ address, vatId }: EInvoice['seller']): EInvoice['seller']['legalId'] {
  const found = REGISTER_NEEDED.includes(address.country) && vatId ? peppolAddressOf(vatId) : undefined
  return found && { id: found.id, scheme: found.scheme }
}

function lacksForPeppol({ seller, buyer, payment, totals }: EInvoice): LackedFact[] {
  const from = seller.address.country
  const isWithin = from === buyer.address.country
  const means = isWithin ? PAYMENT_MEANS[from] : undefined
  return lacking({
    seller_electronic_address: seller.electronicAddress,
    buyer_electronic_address: buyer.electronicAddress,
    seller_register_number: !REGISTER_NEEDED.includes(from) || seller.legalId,
    seller_street: !SELLER_ADDRESS_NEEDED.includes(from) || seller.address.line1,
    seller_town: !SELLER_ADDRESS_NEEDED.includes(from) || seller.address.city,
    seller_postcode: !SELLER_ADDRESS_NEEDED.includes(from) || seller.address.postcode,
    payment_means: !payment || !means || means.includes(payment.code) || totals.due <= 0,
    national_facts: !SELLERS_LEFT_OUT.includes(from),
    ...(CONTACT_NEEDED_AT_HOME.includes(from) &&
      isWithin && { seller_phone: seller.contact?.phone, seller_email: seller.contact?.email }),
  })
}

/** @returns the names of the facts that are false or empty */
function lacking(facts: Partial<Record<LackedFact, unknown>>): LackedFact[] {
  return LACKED_FACTS.filter(name => name in facts && !facts[name])
}
