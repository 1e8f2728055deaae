import type { PlainText } from '../words/text.ts'

/** Classes that decide which rate of VAT a product has in its country, in the names of the VAT directive. */
export const TAX_CLASSES = ['standard', 'intermediate', 'reduced', 'super_reduced', 'zero'] as const
export type TaxClass = (typeof TAX_CLASSES)[number]
export const CLASS_LABELS: Record<TaxClass, PlainText> = {
  standard: 'Standard',
  intermediate: 'Intermediate',
  reduced: 'Reduced',
  super_reduced: 'Super-reduced',
  zero: 'Zero',
}
