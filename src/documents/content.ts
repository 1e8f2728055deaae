/**
 * Defines the content of an invoice or a credit note. It is written once, with the facts of its day, and frozen: the
 * page and the PDF are drawn from it alone (paper/). Amounts are integers of minor units, rates hundredths of a
 * percent.
 */
import { createHash } from 'node:crypto'
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

export type DocumentTax = { rate: number; net: number; tax: number; gross: number }

export type DocumentLine = {
  sku: string
  name: string
  quantity: number
  /** VAT included. */
  unitPrice: number
  discount: number
  total: number
  rate: number | null
}

export type DocumentContent = {
  /** Version of this form of content. Old documents keep theirs: a credit note of form 1 has neither lines nor a reason. */
  form: 1 | 2
  kind: DocumentKind
  number: string
  /** A day of the shop's calendar, like all days here. */
  issuedOn: string
  language: Language
  currency: string
  seller: { name: string; address: string[]; vatId: string; country: string }
  /** Null once the retention has ended. */
  buyer: { name: string; address: string[]; email: string; country: string | null } | null
  order: { id: number; placedOn: string; shippedOn: string | null; termsVersion: number | null }
  lines: DocumentLine[]
  delivery: { name: string; total: number } | null
  discount: { code: string | null; total: number } | null
  total: number
  taxes: DocumentTax[]
  taxCountry: string | null
  /** Reason why it is not the VAT of the place that the order goes to. */
  vatRule?: 'none' | 'home'
  /** A credit note only: the invoice that it corrects, or the credit note that it takes back. */
  corrects: { number: string; issuedOn: string } | null
  /** Reason in a credit note of form 2 alone. */
  reason?: CreditReason
  /** The reason of a refund, as staff wrote it. */
  note?: string
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
