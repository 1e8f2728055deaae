/**
 * Reads from an e-invoice what the rules of EN 16931 look at, in UBL or CII, by the paths that the official rules use
 * (ConnectingEurope/eInvoicing-EN16931, validation-1.3.16: ubl/schematron/UBL and cii/schematron/CII). It shares no code with the writer.
 */

/** Elements by name, as they are before they become text. */
type Tree = { [name: string]: unknown }

export type Vat = { category: string; rate: string | undefined }
export type Allowance = Vat & { amount: string; reason: string | undefined; code: string | undefined }
export type Breakdown = Vat & { base: string; tax: string; reason: string | undefined; code: string | undefined }
export type Line = Vat & {
  id: string
  name: string
  net: string
  quantity: string
  unit: string
  price: string
  baseQuantity: string
  baseUnit: string
}

export type Facts = {
  type: string
  lines: Line[]
  allowances: Allowance[]
  charges: Allowance[]
  breakdowns: Breakdown[]
  lineTotal: string
  allowanceTotal: string | undefined
  chargeTotal: string | undefined
  taxBasis: string
  taxTotals: string[]
  grandTotal: string
  prepaid: string | undefined
  due: string
  sellerVatId: string | undefined
  sellerTaxNumber: string | undefined
  /** BT-29, BT-30 or BT-31. */
  sellerIds: string[]
  buyerVatId: string | undefined
  preceding: string | undefined
  deliveredOn: string | undefined
  deliverTo: string | undefined
}

export function factsOf(root: Tree): Facts {
  return root['rsm:CrossIndustryInvoice'] ? ciiFacts(root) : ublFacts(root)
}

function ciiFacts(root: Tree): Facts {
  const document = node(root, 'rsm:CrossIndustryInvoice')!
  const transaction = node(document, 'rsm:SupplyChainTradeTransaction')!
  const settlement = node(transaction, 'ram:ApplicableHeaderTradeSettlement')!
  const seller = node(transaction, 'ram:ApplicableHeaderTradeAgreement/ram:SellerTradeParty')!
  const buyer = node(transaction, 'ram:ApplicableHeaderTradeAgreement/ram:BuyerTradeParty')!
  const sums = node(settlement, 'ram:SpecifiedTradeSettlementHeaderMonetarySummation')!
  const delivery = 'ram:ApplicableHeaderTradeDelivery/'
  const allowances = nodes(settlement, 'ram:SpecifiedTradeAllowanceCharge')
  const isCharge = (one: Tree) => text(one, 'ram:ChargeIndicator/udt:Indicator') === 'true'
  return {
    type: text(document, 'rsm:ExchangedDocument/ram:TypeCode')!,
    lines: nodes(transaction, 'ram:IncludedSupplyChainTradeLineItem').map(ciiLine),
    allowances: allowances.filter(one => !isCharge(one)).map(ciiAllowance),
    charges: allowances.filter(isCharge).map(ciiAllowance),
    breakdowns: nodes(settlement, 'ram:ApplicableTradeTax').map(one => ({
      ...ciiVat(one),
      base: text(one, 'ram:BasisAmount')!,
      tax: text(one, 'ram:CalculatedAmount')!,
      reason: text(one, 'ram:ExemptionReason'),
      code: text(one, 'ram:ExemptionReasonCode'),
    })),
    lineTotal: text(sums, 'ram:LineTotalAmount')!,
    allowanceTotal: text(sums, 'ram:AllowanceTotalAmount'),
    chargeTotal: text(sums, 'ram:ChargeTotalAmount'),
    taxBasis: text(sums, 'ram:TaxBasisTotalAmount')!,
    taxTotals: nodes(sums, 'ram:TaxTotalAmount').map(one => text(one)!),
    grandTotal: text(sums, 'ram:GrandTotalAmount')!,
    prepaid: text(sums, 'ram:TotalPrepaidAmount'),
    due: text(sums, 'ram:DuePayableAmount')!,
    sellerVatId: ciiTaxId(seller, 'VA'),
    sellerTaxNumber: ciiTaxId(seller, 'FC'),
    sellerIds: known(
      text(seller, 'ram:ID'),
      text(seller, 'ram:SpecifiedLegalOrganization/ram:ID'),
      ciiTaxId(seller, 'VA'),
    ),
    buyerVatId: ciiTaxId(buyer, 'VA'),
    preceding: text(settlement, 'ram:InvoiceReferencedDocument/ram:IssuerAssignedID'),
    deliveredOn: text(
      transaction,
      `${delivery}ram:ActualDeliverySupplyChainEvent/ram:OccurrenceDateTime/udt:DateTimeString`,
    ),
    deliverTo: text(transaction, `${delivery}ram:ShipToTradeParty/ram:PostalTradeAddress/ram:CountryID`),
  }
}

function ciiTaxId(party: Tree, scheme: string): string | undefined {
  const ids = nodes(party, 'ram:SpecifiedTaxRegistration').map(one => node(one, 'ram:ID')!)
  return text(ids.find(id => id['@schemeID'] === scheme))
}

function ciiVat(tree: Tree): Vat {
  return { category: text(tree, 'ram:CategoryCode')!, rate: text(tree, 'ram:RateApplicablePercent') }
}

function ciiAllowance(one: Tree): Allowance {
  return {
    ...ciiVat(node(one, 'ram:CategoryTradeTax')!),
    amount: text(one, 'ram:ActualAmount')!,
    reason: text(one, 'ram:Reason'),
    code: text(one, 'ram:ReasonCode'),
  }
}

function ciiLine(one: Tree): Line {
  const settlement = node(one, 'ram:SpecifiedLineTradeSettlement')!
  const price = node(one, 'ram:SpecifiedLineTradeAgreement/ram:NetPriceProductTradePrice')!
  const quantity = node(one, 'ram:SpecifiedLineTradeDelivery/ram:BilledQuantity')!
  return {
    ...ciiVat(node(settlement, 'ram:ApplicableTradeTax')!),
    id: text(one, 'ram:AssociatedDocumentLineDocument/ram:LineID')!,
    name: text(one, 'ram:SpecifiedTradeProduct/ram:Name')!,
    net: text(settlement, 'ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount')!,
    quantity: text(quantity)!,
    unit: String(quantity['@unitCode']),
    price: text(price, 'ram:ChargeAmount')!,
    baseQuantity: text(price, 'ram:BasisQuantity')!,
    baseUnit: String(node(price, 'ram:BasisQuantity')!['@unitCode']),
  }
}

function ublFacts(root: Tree): Facts {
  const document = node(root, 'Invoice') ?? node(root, 'CreditNote')!
  const kind = root.Invoice ? 'Invoice' : 'CreditNote'
  const sums = node(document, 'cac:LegalMonetaryTotal')!
  const seller = node(document, 'cac:AccountingSupplierParty/cac:Party')!
  const buyer = node(document, 'cac:AccountingCustomerParty/cac:Party')!
  const allowances = nodes(document, 'cac:AllowanceCharge')
  const isCharge = (one: Tree) => text(one, 'cbc:ChargeIndicator') === 'true'
  const totals = nodes(document, 'cac:TaxTotal')
  return {
    type: text(document, `cbc:${kind}TypeCode`)!,
    lines: nodes(document, `cac:${kind}Line`).map(ublLine),
    allowances: allowances.filter(one => !isCharge(one)).map(ublAllowance),
    charges: allowances.filter(isCharge).map(ublAllowance),
    breakdowns: totals.flatMap(total => nodes(total, 'cac:TaxSubtotal')).map(ublBreakdown),
    lineTotal: text(sums, 'cbc:LineExtensionAmount')!,
    allowanceTotal: text(sums, 'cbc:AllowanceTotalAmount'),
    chargeTotal: text(sums, 'cbc:ChargeTotalAmount'),
    taxBasis: text(sums, 'cbc:TaxExclusiveAmount')!,
    taxTotals: totals.map(total => text(total, 'cbc:TaxAmount')!),
    grandTotal: text(sums, 'cbc:TaxInclusiveAmount')!,
    prepaid: text(sums, 'cbc:PrepaidAmount'),
    due: text(sums, 'cbc:PayableAmount')!,
    sellerVatId: ublTaxId(seller, true),
    sellerTaxNumber: ublTaxId(seller, false),
    sellerIds: known(
      text(seller, 'cac:PartyIdentification/cbc:ID'),
      text(seller, 'cac:PartyLegalEntity/cbc:CompanyID'),
      ublTaxId(seller, true),
    ),
    buyerVatId: ublTaxId(buyer, true),
    preceding: text(document, 'cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID'),
    deliveredOn: text(document, 'cac:Delivery/cbc:ActualDeliveryDate'),
    deliverTo: text(document, 'cac:Delivery/cac:DeliveryLocation/cac:Address/cac:Country/cbc:IdentificationCode'),
  }
}

function ublTaxId(party: Tree, isVat: boolean): string | undefined {
  const schemes = nodes(party, 'cac:PartyTaxScheme')
  const found = schemes.find(one => (text(one, 'cac:TaxScheme/cbc:ID') === 'VAT') === isVat)
  return found && text(found, 'cbc:CompanyID')
}

function ublVat(tree: Tree): Vat {
  return { category: text(tree, 'cbc:ID')!, rate: text(tree, 'cbc:Percent') }
}

function ublBreakdown(one: Tree): Breakdown {
  const category = node(one, 'cac:TaxCategory')!
  return {
    ...ublVat(category),
    base: text(one, 'cbc:TaxableAmount')!,
    tax: text(one, 'cbc:TaxAmount')!,
    reason: text(category, 'cbc:TaxExemptionReason'),
    code: text(category, 'cbc:TaxExemptionReasonCode'),
  }
}

function ublAllowance(one: Tree): Allowance {
  return {
    ...ublVat(node(one, 'cac:TaxCategory')!),
    amount: text(one, 'cbc:Amount')!,
    reason: text(one, 'cbc:AllowanceChargeReason'),
    code: text(one, 'cbc:AllowanceChargeReasonCode'),
  }
}

function ublLine(one: Tree): Line {
  const quantity = node(one, 'cbc:InvoicedQuantity') ?? node(one, 'cbc:CreditedQuantity')!
  const price = node(one, 'cac:Price')!
  return {
    ...ublVat(node(one, 'cac:Item/cac:ClassifiedTaxCategory')!),
    id: text(one, 'cbc:ID')!,
    name: text(one, 'cac:Item/cbc:Name')!,
    net: text(one, 'cbc:LineExtensionAmount')!,
    quantity: text(quantity)!,
    unit: String(quantity['@unitCode']),
    price: text(price, 'cbc:PriceAmount')!,
    baseQuantity: text(price, 'cbc:BaseQuantity')!,
    baseUnit: String(node(price, 'cbc:BaseQuantity')!['@unitCode']),
  }
}

function known(...ids: (string | undefined)[]): string[] {
  return ids.filter(id => id !== undefined)
}

function nodes(tree: Tree, path: string): Tree[] {
  const found = path.split('/').reduce<unknown>((at, name) => (at as Tree | undefined)?.[name], tree)
  if (found === undefined) return []
  return (Array.isArray(found) ? found : [found]) as Tree[]
}

function node(tree: Tree, path: string): Tree | undefined {
  return nodes(tree, path)[0]
}

/** The text of an element, which is a text or has attributes beside it. */
function text(tree: Tree | undefined, path?: string): string | undefined {
  const found: unknown = path === undefined ? tree : tree && nodes(tree, path)[0]
  if (found === undefined || typeof found === 'string') return found
  return (found as Tree)['#text'] as string | undefined
}
