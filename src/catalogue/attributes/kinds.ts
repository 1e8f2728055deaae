/** The kinds of attributes: how the API checks a value, how people type it, and how it is read from a file. */
import { type TSchema, Type } from 'typebox'
import { type Html, html } from '../../html/html.ts'
import { CHECK, directionMark, TRIM } from '../../http/input/keywords.ts'
import type { Field } from '../../pages/field.ts'

export type Kind<S extends TSchema = TSchema> = {
  readonly schema: S
  readonly field: Pick<Field, 'type'> & Partial<Field>
  /** Reads a cell of a file. What it cannot read stays as it is, and the check of the row refuses it. */
  readonly read: (cell: string, decimalSign: string) => unknown
  /** The value on a page, where it is more than its text. */
  readonly show?: (value: string) => Html | string
}

export function textUpTo(maxLength: number, example: string): Kind<ReturnType<typeof Type.String>> {
  const isLong = maxLength > 200
  return {
    schema: Type.String({
      minLength: 1,
      maxLength,
      pattern: '\\S',
      [TRIM]: true,
      [CHECK]: directionMark,
      examples: [example],
    }),
    field: isLong ? { type: 'textarea', rows: 3 } : { type: 'text' },
    read: cell => cell,
  }
}

/** @param mistakeIn says why a text is refused */
export function code(
  { maxLength, normal, example }: { maxLength: number; normal: (typed: string) => string; example: string },
  mistakeIn: (text: string) => string | undefined,
): Kind<ReturnType<typeof Type.String>> {
  const check = (typed: string) => {
    const reason = mistakeIn(normal(typed))
    return reason === undefined ? undefined : { reason, code: 'invalid_format' }
  }
  return {
    schema: Type.String({ minLength: 1, maxLength, pattern: '\\S', [TRIM]: true, [CHECK]: check, examples: [example] }),
    field: { type: 'text', width: 'medium' },
    read: normal,
  }
}

/** Products by their SKUs. Files and forms list them by line, or between commas or semicolons. */
export function skuList(example: string) {
  const sku = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S', [TRIM]: true, examples: [example] })
  return {
    schema: Type.Array(sku, { minItems: 1, maxItems: 20, uniqueItems: true, examples: [[example]] }),
    field: { type: 'textarea', rows: 3, value: 'lines' },
    read: cell => {
      const parts = cell.split(cell.includes('\n') ? '\n' : /[,;]/)
      return [...new Set(parts.map(part => part.trim()).filter(Boolean))]
    },
  } satisfies Kind
}

/** A value as forms and files have it. */
export function writtenValue(value: unknown): string {
  return Array.isArray(value) ? value.join('\n') : String(value ?? '')
}

export function link(): Kind<ReturnType<typeof Type.String>> {
  const mistakeIn = (text: string) =>
    /^https?:\/\/\S+$/i.test(text) && URL.canParse(text)
      ? undefined
      : 'must be a web address like https://example.com/label'
  return {
    ...code({ maxLength: 500, normal: typed => typed.trim(), example: 'https://example.com/label' }, mistakeIn),
    show: address => html`<a href="${address}" rel="noopener">${new URL(address).host}</a>`,
  }
}

export function wholeNumber(maximum: number, example: number): Kind<ReturnType<typeof Type.Integer>> {
  return {
    schema: Type.Integer({ minimum: 1, maximum, examples: [example] }),
    field: { type: 'number', value: 'integer', width: 'short' },
    read: numberIn,
  }
}

export function decimalNumber(maximum: number, example: number): Kind<ReturnType<typeof Type.Number>> {
  return {
    schema: Type.Number({ minimum: 0.001, maximum, examples: [example] }),
    field: { type: 'number', value: 'decimal', inputmode: 'decimal', width: 'short' },
    read: numberIn,
  }
}

/** `1,5` and `1.5` are the same. `1.500` is so only in a file whose decimals begin with a point. */
function numberIn(cell: string, decimalSign: string): number | string {
  const [, whole, sign, decimals = ''] = /^\s*(\d{1,9})(?:([.,])(\d{1,6}))?\s*$/.exec(cell) ?? []
  if (whole === undefined) return cell
  if (decimals.length === 3 && Number(whole) > 0 && sign !== decimalSign) return cell
  return Number(`${whole}.${decimals || '0'}`)
}

export function yesOrNo(): Kind<ReturnType<typeof Type.Boolean>> {
  return {
    schema: Type.Boolean(),
    field: { type: 'checkbox', value: 'boolean' },
    read: cell => ANSWERS[cell.trim().toLowerCase()] ?? cell,
  }
}

/** Answers as spreadsheets write them in the languages of the shop. */
const ANSWERS: Readonly<Record<string, boolean>> = {
  ...{ true: true, yes: true, '1': true, ja: true, wahr: true, oui: true, vrai: true },
  ...{ false: false, no: false, '0': false, nein: false, falsch: false, non: false, faux: false },
}

/** @param labels of the values, in the order in which people choose from them */
export function choice<const Value extends string>(labels: Readonly<Record<Value, string>>) {
  const values = Object.keys(labels) as Value[]
  return {
    schema: Type.Enum(values),
    field: { type: 'select', width: 'medium', options: values.map(value => ({ value, label: labels[value] })) },
    read: cell => values.find(value => value.toLowerCase() === cell.trim().toLowerCase()) ?? cell,
  } satisfies Kind
}
