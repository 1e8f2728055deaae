/**
 * Defines the content of an invoice or a credit note. It is written once, with the facts of its day, and frozen: the
 * page and the PDF are drawn from it alone (paper/). Amounts are integers of minor units, rates hundredths of a
 * percent.
 */
import { createHash } from 'node:crypto'
import type { OrderVatRule } from '../pricing/price-sql.ts'
import type { Language } from '../words/languages.ts'

export const DOCUMENT_KINDS = ['invoice', 'credit_note'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

/** Reasons why an invoice was corrected. */
export const CREDIT_REASONS = [
  'returned',
  'changed',
  'cancelled',
  'withdrawn',
  'price_reduced',
  'charged_back',
  'refund_failed',
  'chargeback_won',
] as const
export type CreditReason = (typeof CREDIT_REASONS)[number]

/**
 * Categories of VAT that documents carry (UNTDID 5305, as EN 16931 restricts it): S a rate, Z a rate of 0 %, E exempt, G export out of the
 * Union, K supply to a business in another member state (Directive 2006/112/EC, Article 138), AE reverse charge, O not subject to VAT.
 */
export type VatCategory = 'S' | 'Z' | 'E' | 'G' | 'K' | 'AE' | 'O'

/** Says why a category has no VAT. */
export type VatReason = {
  /** Code of the list VATEX (BT-121); null where the list lacks the law of the country. */
  code: string | null
  /** The sentence on the paper, in the language of the document or of the law (BT-120). */
  text: string
}

/** The VAT of one rate (BG-23): taxable amount BT-116, tax BT-117, rate BT-119. */
export type DocumentTax = {
  rate: number
  net: number
  tax: number
  gross: number
  /** BT-118, since form 3. */
  category?: VatCategory
  /** BT-120 and BT-121, since form 3. null: there is VAT, or a rate of 0 % that needs no reason. */
  reason?: VatReason | null
}

/** A line (BG-25). */
export type DocumentLine = {
  /** BT-155. */
  sku: string
  /** BT-153. */
  name: string
  /** BT-129. Below zero where a credit note takes something off, and in a reversal. */
  quantity: number
  /** VAT included. */
  unitPrice: number
  /** Part of the discount of the document, VAT included. It is no allowance of the line in EN 16931, but in `discounts`. */
  discount: number
  /** Price of all pieces before the discount, VAT included. */
  total: number
  /** BT-152. null: from before Semel knew VAT. */
  rate: number | null
  /** `total` without VAT (BT-131), since form 3. Price (BT-146) and base quantity (BT-149): this amount for `quantity` pieces. */
  net?: number
  /** `total` − `net`, since form 3. */
  tax?: number
  /** BT-151, since form 3. null: from before Semel knew VAT. */
  category?: VatCategory | null
}

/** The part of the discount or of the delivery at one rate, of form 3. */
export type RatePart = {
  rate: number | null
  category: VatCategory | null
  /** Amount without VAT (BT-92 of a discount, BT-99 of a charge). */
  net: number
  gross: number
}

/** An address in parts, of form 3. */
export type AddressParts = {
  /** Lines of the street: BT-35, 36 and 162 of the seller, BT-50, 51 and 163 of the buyer, BT-75, 76 and 165 of the delivery. */
  street: string[]
  /** BT-38, BT-53, BT-78. */
  postcode: string
  /** BT-37, BT-52, BT-77. */
  city: string
  /** BT-39, BT-54, BT-79. */
  region: string
  /** ISO 3166-1: BT-40, BT-55, BT-80. */
  country: string | null
}

/** Facts about the seller from form 3 on; '' where the shop has not said it. */
export type SellerFacts = {
  parts: AddressParts
  /** The name of the shop (BT-28). */
  tradeName: string
  /** Such as GmbH or SAS (BT-33, with capital and directors). */
  legalForm: string
  capital: string
  directors: string
  /** Number in the register of companies: SIREN, HRB 1234, FN 1234 a, KVK (BT-30). */
  registerNumber: string
  /** Town or court of the register (BT-33). */
  registerPlace: string
  /** Number of the tax office, which is no VAT id (BT-32). */
  taxNumber: string
  /** BG-6: name BT-41, phone BT-42, email BT-43. */
  contact: { name: string; phone: string; email: string }
  /** Address for e-invoices with its scheme, such as 0208:0123456789 (BT-34). '': the email of the contact, scheme EM. */
  electronicAddress: string
  /** Lines of the shop's own, in the language of the document (BT-22). */
  lines: string[]
  /** Hash of the logo of that day, which is also a part of its address. Missing: none. */
  logo?: string
}

/** Facts about the buyer from form 3 on; '' where nobody has said it. */
export type BuyerFacts = {
  parts: AddressParts
  /** The person, where `name` is a company (BT-56). */
  person: string
  /** `name` is this, if there is one. */
  company: string
  /** BT-48. */
  vatId: string
  /** Text that the buyer wants to read on the invoice: an order number, a Leitweg-ID (BT-10). */
  reference: string
  /** BT-57. */
  phone: string
  /** Place where the goods go (BG-13, BG-15; name BT-70), if it is not the address of the invoice; else null. */
  deliverTo: ({ name: string; address: string[] } & AddressParts) | null
}

/** Payment of a document of form 3 (BG-16). */
export type PaymentFacts = {
  /** BT-81: 58 for a transfer in euros, 30 for others, 68 for a provider online (UNTDID 4461). */
  means: 'transfer' | 'online'
  /** Account of the shop for a transfer to it: BT-84, 86 and 85. null: none, or a credit note. */
  account: { iban: string; bic: string; holder: string; bank: string } | null
  /** Reference that the customer writes on a transfer (BT-83). '' on a credit note. */
  reference: string
  /** Day until which the rest is paid (BT-9); null: nothing is due, or a credit note. */
  dueOn: string | null
  /** Amount that had come when the document was written, or had gone back (BT-113). It is never more than the total. */
  paid: number
  /** Rest: `total` − `paid` (BT-115). */
  due: number
  /** Says of a credit note whether the rest is still to be transferred, or leaves less to pay. Older ones lack it. */
  rest?: 'to_transfer' | 'taken_off'
  /** Terms that the law of the seller wants on invoices to businesses (BT-20, BT-22). Missing: none. */
  terms?: string[]
  /** Parts of `paid`, oldest first. */
  received: { on: string; amount: number; means: 'transfer' | 'online'; provider: string }[]
}

export type DocumentContent = {
  /**
   * Version of this form of content. Old documents keep theirs: a credit note of form 1 has neither lines nor a reason, and those before
   * form 3 lack all that an e-invoice wants (`isComplete`).
   */
  form: 1 | 2 | 3
  /** BT-3: 380 or 381. */
  kind: DocumentKind
  /** BT-1. */
  number: string
  /** A day of the shop's calendar, like all days here (BT-2). */
  issuedOn: string
  language: Language
  /** BT-5. */
  currency: string
  /** BG-4: name BT-27, VAT id BT-31. `address` has the lines of the paper, from form 3 on without the country. */
  seller: { name: string; address: string[]; vatId: string; country: string } & Partial<SellerFacts>
  /** BG-7: name BT-44, email BT-58 and BT-49 (scheme EM). `address` ends with the country. Null once the retention has ended. */
  buyer: ({ name: string; address: string[]; email: string; country: string | null } & Partial<BuyerFacts>) | null
  /** BT-14 the order, BT-72 the day of its delivery: null until it is shipped. */
  order: { id: number; placedOn: string; shippedOn: string | null; termsVersion: number | null }
  lines: DocumentLine[]
  delivery: { name: string; total: number } | null
  discount: { code: string | null; total: number } | null
  /** Allowances, one a rate (BG-20), since form 3. Amounts are above zero, but in a reversal. */
  discounts?: RatePart[]
  /**
   * Delivery, one a rate (BG-21), since form 3. Amounts below zero, which EN 16931 writes as an allowance: a reversal, or the part of a
   * delivery that moved to another rate.
   */
  charges?: RatePart[]
  /** BT-112. A credit note has it above zero, a reversal below. */
  total: number
  taxes: DocumentTax[]
  taxCountry: string | null
  /** Reason why it is not the VAT of the place that the order goes to. */
  vatRule?: OrderVatRule
  /** BG-16, since form 3. */
  payment?: PaymentFacts
  /** A credit note only: the invoice that it corrects, or the credit note that it takes back (BT-25, BT-26). */
  corrects: { number: string; issuedOn: string } | null
  /** Reason in a credit note, from form 2 on. */
  reason?: CreditReason
  /** The reason of a refund, as staff wrote it (BT-22). */
  note?: string
}

/** A document of form 3, which an e-invoice can be made of. */
export type CompleteContent = DocumentContent & {
  form: 3
  seller: SellerFacts
  buyer: BuyerFacts | null
  lines: Required<DocumentLine>[]
  taxes: Required<DocumentTax>[]
  discounts: RatePart[]
  charges: RatePart[]
  payment: PaymentFacts
}

export function isComplete(content: DocumentContent): content is CompleteContent {
  return content.form === 3
}

/** The text that the hash is about: the same for the same content, in whatever order the database returns its members. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`
}

export function hashOf(content: DocumentContent): string {
  return createHash('sha256').update(canonical(content)).digest('hex')
}
