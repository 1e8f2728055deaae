/**
 * Writes an e-invoice as UN/CEFACT Cross Industry Invoice D16B, for XRechnung and for Factur-X with ZUGFeRD. Which element carries which
 * term: CEN/TS 16931-3-3, as in cii/schematron of ConnectingEurope/eInvoicing-EN16931 (1.3.16). The schema wants its elements in
 * this order (cii/schema, D16B SCRDM).
 */
import { decimalsOf } from '../../pages/assets/form-rules.js'
import type {
  AllowanceOrCharge,
  EInvoice,
  EInvoiceLine,
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
  '@xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  '@xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  '@xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
  '@xmlns:qdt': 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
}

type Amounts = (minor: number) => string

export function ciiOf(invoice: EInvoice, { id, process }: Specification): Elements {
  const { number, issuedOn, type, currency, note, lines } = invoice
  const decimals = decimalsOf(currency)
  const amounts: Amounts = minor => amountText(minor, decimals)
  return {
    'rsm:CrossIndustryInvoice': {
      ...NAMESPACES,
      'rsm:ExchangedDocumentContext': {
        'ram:BusinessProcessSpecifiedDocumentContextParameter': group({ 'ram:ID': process }),
        'ram:GuidelineSpecifiedDocumentContextParameter': { 'ram:ID': id },
      },
      'rsm:ExchangedDocument': {
        'ram:ID': textOf(number),
        'ram:TypeCode': type,
        'ram:IssueDateTime': dateTime(issuedOn),
        'ram:IncludedNote': group({ 'ram:Content': textOf(note) }),
      },
      'rsm:SupplyChainTradeTransaction': {
        'ram:IncludedSupplyChainTradeLineItem': lines.map((line, index) => lineOf(line, index, amounts)),
        'ram:ApplicableHeaderTradeAgreement': agreementOf(invoice),
        'ram:ApplicableHeaderTradeDelivery': deliveryOf(invoice.delivery ?? {}),
        'ram:ApplicableHeaderTradeSettlement': settlementOf(invoice, amounts),
      },
    },
  }
}

function agreementOf({ buyerReference, purchaseOrder, seller, buyer }: EInvoice): Elements {
  return {
    'ram:BuyerReference': textOf(buyerReference),
    'ram:SellerTradeParty': partyOf(seller),
    'ram:BuyerTradeParty': partyOf(buyer),
    'ram:BuyerOrderReferencedDocument': group({ 'ram:IssuerAssignedID': textOf(purchaseOrder) }),
  }
}

function partyOf(party: Party | Seller): Elements {
  const { name, address, electronicAddress, vatId, legalId, contact } = party
  const { id, tradingName, taxNumber, legalInformation } = party as Partial<Seller>
  const registrations = [
    ...(vatId ? [{ '@schemeID': 'VA', '#text': textOf(vatId) }] : []),
    ...(taxNumber ? [{ '@schemeID': 'FC', '#text': textOf(taxNumber) }] : []),
  ]
  return {
    'ram:ID': textOf(id),
    'ram:Name': textOf(name),
    'ram:Description': textOf(legalInformation),
    'ram:SpecifiedLegalOrganization': group({
      'ram:ID': legalId && { '@schemeID': legalId.scheme, '#text': textOf(legalId.id) },
      'ram:TradingBusinessName': textOf(tradingName),
    }),
    'ram:DefinedTradeContact':
      contact &&
      group({
        'ram:PersonName': textOf(contact.name),
        'ram:TelephoneUniversalCommunication': group({ 'ram:CompleteNumber': textOf(contact.phone) }),
        'ram:EmailURIUniversalCommunication': group({ 'ram:URIID': textOf(contact.email) }),
      }),
    'ram:PostalTradeAddress': addressOf(address),
    'ram:URIUniversalCommunication': electronicAddress && {
      'ram:URIID': { '@schemeID': electronicAddress.scheme, '#text': textOf(electronicAddress.id) },
    },
    'ram:SpecifiedTaxRegistration': registrations.map(id => ({ 'ram:ID': id })),
  }
}

function addressOf({ line1, line2, line3, city, postcode, region, country }: PostalAddress): Elements {
  return {
    'ram:PostcodeCode': textOf(postcode),
    'ram:LineOne': textOf(line1),
    'ram:LineTwo': textOf(line2),
    'ram:LineThree': textOf(line3),
    'ram:CityName': textOf(city),
    'ram:CountryID': country,
    'ram:CountrySubDivisionName': textOf(region),
  }
}

function deliveryOf({ day, name, address }: NonNullable<EInvoice['delivery']>): Elements {
  return {
    'ram:ShipToTradeParty': group({
      'ram:Name': textOf(name),
      'ram:PostalTradeAddress': address && addressOf(address),
    }),
    'ram:ActualDeliverySupplyChainEvent': day ? { 'ram:OccurrenceDateTime': dateTime(day) } : undefined,
  }
}

function settlementOf(invoice: EInvoice, amounts: Amounts): Elements {
  const { currency, payment, taxes, allowances, charges, dueOn, terms, totals, preceding } = invoice
  return {
    'ram:PaymentReference': textOf(payment?.reference),
    'ram:InvoiceCurrencyCode': currency,
    'ram:SpecifiedTradeSettlementPaymentMeans': payment && paymentOf(payment),
    'ram:ApplicableTradeTax': taxes.map(tax => taxOf(tax, amounts)),
    'ram:SpecifiedTradeAllowanceCharge': [
      ...allowances.map(each => allowanceOf(each, false, amounts)),
      ...charges.map(each => allowanceOf(each, true, amounts)),
    ],
    'ram:SpecifiedTradePaymentTerms': group({
      'ram:Description': textOf(terms),
      'ram:DueDateDateTime': dueOn ? dateTime(dueOn) : undefined,
    }),
    'ram:SpecifiedTradeSettlementHeaderMonetarySummation': {
      'ram:LineTotalAmount': amounts(totals.lines),
      'ram:ChargeTotalAmount': charges.length > 0 ? amounts(totals.charges) : undefined,
      'ram:AllowanceTotalAmount': allowances.length > 0 ? amounts(totals.allowances) : undefined,
      'ram:TaxBasisTotalAmount': amounts(totals.net),
      'ram:TaxTotalAmount': { '@currencyID': currency, '#text': amounts(totals.tax) },
      'ram:GrandTotalAmount': amounts(totals.gross),
      'ram:TotalPrepaidAmount': totals.paid === 0 ? undefined : amounts(totals.paid),
      'ram:DuePayableAmount': amounts(totals.due),
    },
    'ram:InvoiceReferencedDocument': preceding && {
      'ram:IssuerAssignedID': textOf(preceding.number),
      'ram:FormattedIssueDateTime': dateTime(preceding.issuedOn, 'qdt'),
    },
  }
}

function paymentOf({ code, text, account }: PaymentInstructions): Elements {
  return {
    'ram:TypeCode': code,
    'ram:Information': textOf(text),
    'ram:PayeePartyCreditorFinancialAccount': account && {
      'ram:IBANID': account.iban,
      'ram:AccountName': textOf(account.holder),
    },
    'ram:PayeeSpecifiedCreditorFinancialInstitution': group({ 'ram:BICID': textOf(account?.bic) }),
  }
}

function taxOf({ base, tax, exemption, category, rate }: VatBreakdown, amounts: Amounts): Elements {
  return {
    'ram:CalculatedAmount': amounts(tax),
    'ram:TypeCode': 'VAT',
    'ram:ExemptionReason': textOf(exemption?.reason),
    'ram:BasisAmount': amounts(base),
    'ram:CategoryCode': category,
    'ram:ExemptionReasonCode': exemption?.code,
    'ram:RateApplicablePercent': percentOf({ category, rate }),
  }
}

function vatOf({ category, rate }: Vat): Elements {
  return {
    'ram:TypeCode': 'VAT',
    'ram:CategoryCode': category,
    'ram:RateApplicablePercent': percentOf({ category, rate }),
  }
}

function allowanceOf({ amount, reason, reasonCode, ...vat }: AllowanceOrCharge, isCharge: boolean, amounts: Amounts) {
  return {
    'ram:ChargeIndicator': { 'udt:Indicator': String(isCharge) },
    'ram:ActualAmount': amounts(amount),
    'ram:ReasonCode': reasonCode,
    'ram:Reason': textOf(reason),
    'ram:CategoryTradeTax': vatOf(vat),
  }
}

function lineOf({ name, sku, quantity, net, ...vat }: EInvoiceLine, index: number, amounts: Amounts): Elements {
  return {
    'ram:AssociatedDocumentLineDocument': { 'ram:LineID': String(index + 1) },
    'ram:SpecifiedTradeProduct': { 'ram:SellerAssignedID': textOf(sku), 'ram:Name': textOf(name) },
    'ram:SpecifiedLineTradeAgreement': {
      'ram:NetPriceProductTradePrice': {
        'ram:ChargeAmount': amounts(Math.abs(net)),
        'ram:BasisQuantity': { '@unitCode': UNIT_OF_PIECES, '#text': String(Math.abs(quantity)) },
      },
    },
    'ram:SpecifiedLineTradeDelivery': {
      'ram:BilledQuantity': { '@unitCode': UNIT_OF_PIECES, '#text': String(quantity) },
    },
    'ram:SpecifiedLineTradeSettlement': {
      'ram:ApplicableTradeTax': vatOf(vat),
      'ram:SpecifiedTradeSettlementLineMonetarySummation': { 'ram:LineTotalAmount': amounts(net) },
    },
  }
}

/** UNTDID 2379: 102 is YYYYMMDD. */
function dateTime(day: string, prefix: 'udt' | 'qdt' = 'udt'): Elements {
  return { [`${prefix}:DateTimeString`]: { '@format': '102', '#text': day.replaceAll('-', '') } }
}
