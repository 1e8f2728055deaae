/**
 * The semantic model of EN 16931-1, as far as a shop needs it: an invoice or a credit note as its business terms (BT) and groups (BG),
 * whatever the syntax. Amounts are integers of minor units, rates hundredths of a percent, days YYYY-MM-DD.
 */

import type { VatCategory } from '../content.ts'

/** UNTDID 1001: commercial invoice, credit note. */
export type TypeCode = '380' | '381'

/** A category with its rate is the key by which lines, allowances, charges and taxes belong together. */
export type Vat = { category: VatCategory; rate: number }

/** BT-34 and BT-49: an address for electronic documents, in a scheme of the list EAS. */
export type ElectronicAddress = { scheme: string; id: string }

/** BG-5, BG-8, BG-15. */
export type PostalAddress = {
  line1?: string | undefined
  line2?: string | undefined
  line3?: string | undefined
  city?: string | undefined
  postcode?: string | undefined
  region?: string | undefined
  country: string
}

export type Party = {
  name: string
  address: PostalAddress
  electronicAddress?: ElectronicAddress | undefined
  /** BT-31 and BT-48. */
  vatId?: string | undefined
  /** BT-30 and BT-47: where the party is registered; a scheme of ISO 6523, if its number has one. */
  legalId?: { id: string; scheme?: string | undefined } | undefined
  /** BG-6 and BG-9. */
  contact?: { name: string; phone?: string | undefined; email?: string | undefined } | undefined
}

/** BG-4. */
export type Seller = Party & {
  /** BT-28. */
  tradingName?: string | undefined
  /** BT-29: a seller with neither a VAT identifier nor a register needs one (BR-CO-26). */
  id?: string | undefined
  /** BT-32. */
  taxNumber?: string | undefined
  /** BT-33: legal form, capital, court of the register. */
  legalInformation?: string | undefined
}

/** BG-16 with BG-17. */
export type PaymentInstructions = {
  /** BT-81, UNTDID 4461. */
  code: string
  /** BT-82. */
  text?: string | undefined
  /** BT-83. */
  reference?: string | undefined
  account?: { iban: string; holder?: string | undefined; bic?: string | undefined } | undefined
}

/** BG-20 and BG-21: on the whole document, without VAT. */
export type AllowanceOrCharge = Vat & {
  amount: number
  reason: string
  /** BT-98 of UNTDID 5189, or BT-105 of UNTDID 7161. */
  reasonCode?: string | undefined
}

/** BG-23. */
export type VatBreakdown = Vat & {
  base: number
  tax: number
  /** BT-120 and BT-121: why it is 0. */
  exemption?: { reason: string; code?: string | undefined } | undefined
}

/** BG-25. */
export type EInvoiceLine = Vat & {
  name: string
  /** BT-155. */
  sku?: string | undefined
  /** BT-129. Below zero on a line that is taken off. */
  quantity: number
  /** BT-131. */
  net: number
}

/** BG-22. */
export type Totals = {
  lines: number
  allowances: number
  charges: number
  net: number
  tax: number
  gross: number
  paid: number
  due: number
}

export type EInvoice = {
  number: string
  issuedOn: string
  type: TypeCode
  currency: string
  dueOn?: string | undefined
  /** BT-10. */
  buyerReference?: string | undefined
  /** BT-13. */
  purchaseOrder?: string | undefined
  /** BT-22. */
  note?: string | undefined
  /** BG-3: the document that this one corrects. */
  preceding?: { number: string; issuedOn: string } | undefined
  seller: Seller
  buyer: Party
  /** BG-13. */
  delivery?: { day?: string | undefined; name?: string | undefined; address?: PostalAddress | undefined } | undefined
  payment?: PaymentInstructions | undefined
  /** BT-20. */
  terms?: string | undefined
  allowances: readonly AllowanceOrCharge[]
  charges: readonly AllowanceOrCharge[]
  totals: Totals
  taxes: readonly VatBreakdown[]
  lines: readonly EInvoiceLine[]
}

/** BT-24 and BT-23. */
export type Specification = { id: string; process?: string }
