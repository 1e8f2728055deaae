import type { Document, Schema } from '../types.ts'

export type Field = { path: string; type: string; required: boolean; description: string }

/** An object as a flat list: `items[].quantity`. What is inside another resource is shown in its place. */
export function fieldsOf(schema: Schema, document: Document, prefix = ''): Field[] {
  const whole = resolve(schema, document)
  if (whole.items) return fieldsOf(whole.items, document, `${prefix}[]`)
  const parts = [whole, ...(whole.allOf ?? []), ...(whole.anyOf ?? [])].map(part => resolve(part, document))
  return parts.flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).flatMap(([name, part]) => {
      const path = prefix ? `${prefix}.${name}` : name
      const described = resolve(part, document)
      const field = {
        path,
        type: typeInWords(part, document),
        required: required.includes(name),
        description: [part.description ?? described.description, limitsInWords(described)].filter(Boolean).join(' '),
      }
      return [field, ...fieldsOf(part, document, path)]
    }),
  )
}

export function typeInWords(schema: Schema, document: Document): string {
  const { type, format, enum: values, items, anyOf } = resolve(schema, document)
  if (schema.$ref) return schema.$ref.split('/').at(-1)!
  if (anyOf) return anyOf.map(branch => typeInWords(branch, document)).join(' or ')
  if (items) return `list of ${typeInWords(items, document)}`
  if (values) return values.map(value => JSON.stringify(value)).join(', ')
  return format ?? [type].flat().join(' or ')
}

export function limitsInWords({ minimum, maximum, minLength, maxLength, minItems, maxItems, default: usual }: Schema) {
  const range = (low: number | undefined, high: number | undefined, what: string) => {
    const highest = high === undefined || high >= 2 ** 31 - 1 ? undefined : high
    if (low && highest) return `${low} to ${highest}${what}.`
    if (low) return `At least ${low}${what}.`
    return highest && `At most ${highest}${what}.`
  }
  return [
    range(minimum, maximum, ''),
    range(minLength, maxLength, ' characters'),
    range(minItems, maxItems, ' entries'),
    usual !== undefined && `Without it: ${JSON.stringify(usual)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

export function resolve(schema: Schema, { components }: Document): Schema {
  return schema.$ref ? components.schemas[schema.$ref.split('/').at(-1)!]! : schema
}
