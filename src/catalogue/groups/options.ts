/** Checks which options a group may have, and which values a product of it needs. */
import type { FieldError } from '../../problems.ts'
import type { Option, OptionValue } from './group.ts'

/** `Colour: red; Size: M`, as `options_text` of the database writes it. */
export function optionsText(options: readonly OptionValue[]): string {
  return options.map(({ name, value }) => `${name}: ${value}`).join('; ')
}

/** `Shirt (red, M)`: the title that customers read outside of the group. The database's `product_title` writes the same. */
export function titleOf({ name, options }: { name: string; options: readonly OptionValue[] }): string {
  return options.length === 0 ? name : `${name} (${options.map(({ value }) => value).join(', ')})`
}

/** Options with the same name, or values that are the same. */
export function mistakesInOptions(options: readonly Option[]): FieldError[] {
  const twice = (texts: readonly string[], field: (index: number) => string): FieldError[] =>
    texts.flatMap((text, index) =>
      texts.indexOf(text) < index ? { field: field(index), reason: 'is named twice', code: 'duplicate' } : [],
    )
  return [
    ...twice(
      options.map(({ name }) => name),
      index => `options.${index}.name`,
    ),
    ...options.flatMap(({ values }, n) => twice(values, index => `options.${n}.values.${index}`)),
  ]
}

/** The values in the order of the group, or why they do not fit it. */
export function fitOptions(
  options: readonly Option[],
  given: readonly OptionValue[],
  field = 'options',
): { values: OptionValue[] } | { errors: FieldError[] } {
  const errors = given.flatMap((_, index) => mistakeIn(options, given, index, field) ?? [])
  const missing = options.filter(({ name }) => !given.some(one => one.name === name)).map(({ name }) => name)
  if (missing.length > 0 && errors.length === 0) {
    errors.push({ field, reason: `must have a value for ${missing.join(' and ')}`, code: 'required' })
  }
  if (errors.length > 0) return { errors }
  return { values: options.map(({ name }) => ({ name, value: given.find(one => one.name === name)!.value })) }
}

function mistakeIn(
  options: readonly Option[],
  given: readonly OptionValue[],
  index: number,
  field: string,
): FieldError | undefined {
  const { name, value } = given[index]!
  const option = options.find(one => one.name === name)
  const at = `${field}.${index}`
  if (!option) {
    const known = options.map(one => one.name).join(', ')
    return { field: `${at}.name`, reason: `must be an option of the group: ${known}`, code: 'unknown_option' }
  }
  if (given.findIndex(one => one.name === name) < index) {
    return { field: `${at}.name`, reason: 'is named twice', code: 'duplicate' }
  }
  if (!option.values.includes(value)) {
    return { field: `${at}.value`, reason: `must be one of ${option.values.join(', ')}`, code: 'unknown_value' }
  }
  return undefined
}
