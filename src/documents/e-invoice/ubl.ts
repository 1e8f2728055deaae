/**
 * Writes an e-invoice in UBL 2.1, for XRechnung and Peppol. Which element carries which term: CEN/TS 16931-3-2, as in the syntax of Peppol
 * BIS Billing 3 (OpenPEPPOL/peppol-bis-invoice-3, structure/syntax, release 3.0.19). UBL wants its elements in this order.
 */
import { decimalsOf } from '../../pages/assets/form-rules.js'
import type {
  AllowanceOrCharge,
  EInvoice,
  EInvoiceLine,
  ElectronicAddress,
  Party,
  PaymentInstructions,
  PostalAddress,
  Seller,
  Specification,
  Vat,
  VatBreakdown,
} from './e-invoice.ts'
import { amountText, type Elements, group, percentOf, textOf, UNIT_OF_PIECES } from './xml.ts'

const NAMESPACES = {
  '@xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  '@xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
}

/** The amounts of one currency. */
type Amounts = (minor: number) => Elements

export function ublOf(invoice: EInvoice, specification: Specification): Elements {
  const { currency, type, lines } = invoice
  const decimals = decimalsOf(currency)
  const amounts: Amounts = minor => ({ '@currencyID': currency, '#text': amountText(minor, decimals) })
  if (type === '380') {
    const root = { '@xmlns': 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2', ...NAMESPACES }
    const own = lines.map((line, index) => lineOf(line, index, 'cbc:InvoicedQuantity', amounts))
    return { Invoice: { ...root, ...headOf(invoice, specification, amounts), 'cac:InvoiceLine': own } }
  }
  const root = { '@xmlns': 'urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2', ...NAMESPACES }
  const own = lines.map((line, index) => lineOf(line, index, 'cbc:CreditedQuantity', amounts))
  return { CreditNote: { ...root, ...headOf(invoice, specification, amounts), 'cac:CreditNoteLine': own } }
}

function headOf(invoice: EInvoice, specification: Specification, amounts: Amounts): Elements {
  const { number, issuedOn, type, currency, dueOn, preceding, seller, buyer, totals, taxes } = invoice
  const { delivery, payment, allowances, charges } = invoice
  const isInvoice = type === '380'
  return {
    'cbc:CustomizationID': specification.id,
    'cbc:ProfileID': specification.process,
    'cbc:ID': textOf(number),
    'cbc:IssueDate': issuedOn,
    'cbc:DueDate': isInvoice ? dueOn : undefined,
    'cbc:InvoiceTypeCode': isInvoice ? type : undefined,
    'cbc:CreditNoteTypeCode': isInvoice ? undefined : type,
    'cbc:Note': textOf(invoice.note),
    'cbc:DocumentCurrencyCode': currency,
    'cbc:BuyerReference': textOf(invoice.buyerReference),
    'cac:OrderReference': group({ 'cbc:ID': textOf(invoice.purchaseOrder) }),
    'cac:BillingReference': preceding && {
      'cac:InvoiceDocumentReference': { 'cbc:ID': textOf(preceding.number), 'cbc:IssueDate': preceding.issuedOn },
    },
    'cac:AccountingSupplierParty': { 'cac:Party': partyOf(seller) },
    'cac:AccountingCustomerParty': { 'cac:Party': partyOf(buyer) },
    'cac:Delivery': delivery && group(deliveryOf(delivery)),
    'cac:PaymentMeans': payment && paymentOf(payment, isInvoice ? undefined : dueOn),
    'cac:PaymentTerms': group({ 'cbc:Note': textOf(invoice.terms) }),
    'cac:AllowanceCharge': [
      ...allowances.map(each => allowanceOf(each, false, amounts)),
      ...charges.map(each => allowanceOf(each, true, amounts)),
    ],
    'cac:TaxTotal': {
      'cbc:TaxAmount': amounts(totals.tax),
      'cac:TaxSubtotal': taxes.map(tax => subtotalOf(tax, amounts)),
    },
    'cac:LegalMonetaryTotal': {
      'cbc:LineExtensionAmount': amounts(totals.lines),
      'cbc:TaxExclusiveAmount': amounts(totals.net),
      'cbc:TaxInclusiveAmount': amounts(totals.gross),
      'cbc:AllowanceTotalAmount': allowances.length > 0 ? amounts(totals.allowances) : undefined,
      'cbc:ChargeTotalAmount': charges.length > 0 ? amounts(totals.charges) : undefined,
      'cbc:PrepaidAmount': totals.paid === 0 ? undefined : amounts(totals.paid),
      'cbc:PayableAmount': amounts(totals.due),
    },
  }
}

function partyOf(party: Party | Seller): Elements {
  const { name, address, electronicAddress, vatId, legalId, contact } = party
  const { id, tradingName, taxNumber, legalInformation } = party as Partial<Seller>
  return {
    'cbc:EndpointID': electronicAddress && endpoint(electronicAddress),
    'cac:PartyIdentification': group({ 'cbc:ID': textOf(id) }),
    'cac:PartyName': group({ 'cbc:Name': textOf(tradingName) }),
    'cac:PostalAddress': addressOf(address),
    // Norway and Sweden want TAX as the scheme of what is no VAT identifier (Peppol rules NO-R-002, SE-R-005).
    'cac:PartyTaxScheme': [
      ...(vatId ? [taxScheme(vatId, 'VAT')] : []),
      ...(taxNumber ? [taxScheme(taxNumber, 'TAX')] : []),
    ],
    'cac:PartyLegalEntity': {
      'cbc:RegistrationName': textOf(name),
      'cbc:CompanyID': legalId && { '@schemeID': legalId.scheme, '#text': textOf(legalId.id) },
      'cbc:CompanyLegalForm': textOf(legalInformation),
    },
    'cac:Contact':
      contact &&
      group({
        'cbc:Name': textOf(contact.name),
        'cbc:Telephone': textOf(contact.phone),
        'cbc:ElectronicMail': textOf(contact.email),
      }),
  }
}

function endpoint({ scheme, id }: ElectronicAddress): Elements {
  return { '@schemeID': scheme, '#text': textOf(id) }
}

function taxScheme(id: string, scheme: string): Elements {
  return { 'cbc:CompanyID': textOf(id), 'cac:TaxScheme': { 'cbc:ID': scheme } }
}

function addressOf({ line1, line2, line3, city, postcode, region, country }: PostalAddress): Elements {
  return {
    'cbc:StreetName': textOf(line1),
    'cbc:AdditionalStreetName': textOf(line2),
    'cbc:CityName': textOf(city),
    'cbc:PostalZone': textOf(postcode),
    'cbc:CountrySubentity': textOf(region),
    'cac:AddressLine': group({ 'cbc:Line': textOf(line3) }),
    'cac:Country': { 'cbc:IdentificationCode': country },
  }
}

function deliveryOf({ day, name, address }: NonNullable<EInvoice['delivery']>): Elements {
  return {
    'cbc:ActualDeliveryDate': day,
    'cac:DeliveryLocation': address && { 'cac:Address': addressOf(address) },
    'cac:DeliveryParty': name ? { 'cac:PartyName': { 'cbc:Name': textOf(name) } } : undefined,
  }
}

/** @param dueOn has its place here on a credit note */
function paymentOf({ code, text, reference, account }: PaymentInstructions, dueOn: string | undefined): Elements {
  return {
    'cbc:PaymentMeansCode': { '@name': textOf(text), '#text': code },
    'cbc:PaymentDueDate': dueOn,
    'cbc:PaymentID': textOf(reference),
    'cac:PayeeFinancialAccount': account && {
      'cbc:ID': account.iban,
      'cbc:Name': textOf(account.holder),
      'cac:FinancialInstitutionBranch': group({ 'cbc:ID': textOf(account.bic) }),
    },
  }
}

function allowanceOf({ amount, reason, reasonCode, ...vat }: AllowanceOrCharge, isCharge: boolean, amounts: Amounts) {
  return {
    'cbc:ChargeIndicator': String(isCharge),
    'cbc:AllowanceChargeReasonCode': reasonCode,
    'cbc:AllowanceChargeReason': textOf(reason),
    'cbc:Amount': amounts(amount),
    'cac:TaxCategory': categoryOf(vat),
  }
}

function subtotalOf({ base, tax, exemption, ...vat }: VatBreakdown, amounts: Amounts): Elements {
  return {
    'cbc:TaxableAmount': amounts(base),
    'cbc:TaxAmount': amounts(tax),
    'cac:TaxCategory': categoryOf(vat, {
      'cbc:TaxExemptionReasonCode': exemption?.code,
      'cbc:TaxExemptionReason': textOf(exemption?.reason),
    }),
  }
}

function categoryOf({ category, rate }: Vat, more: Elements = {}): Elements {
  return {
    'cbc:ID': category,
    'cbc:Percent': percentOf({ category, rate }),
    ...more,
    'cac:TaxScheme': { 'cbc:ID': 'VAT' },
  }
}

type QuantityName = 'cbc:InvoicedQuantity' | 'cbc:CreditedQuantity'

function lineOf(line: EInvoiceLine, index: number, quantityName: QuantityName, amounts: Amounts): Elements {
  const { name, sku, quantity, net, ...vat } = line
  return {
    'cbc:ID': String(index + 1),
    [quantityName]: { '@unitCode': UNIT_OF_PIECES, '#text': String(quantity) },
    'cbc:LineExtensionAmount': amounts(net),
    'cac:Item': {
      'cbc:Name': textOf(name),
      'cac:SellersItemIdentification': group({ 'cbc:ID': textOf(sku) }),
      'cac:ClassifiedTaxCategory': categoryOf(vat),
    },
    'cac:Price': {
      'cbc:PriceAmount': amounts(Math.abs(net)),
      'cbc:BaseQuantity': { '@unitCode': UNIT_OF_PIECES, '#text': String(Math.abs(quantity)) },
    },
  }
}
