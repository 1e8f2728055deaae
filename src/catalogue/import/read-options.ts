import { withSingleSpaces } from '../../http/input/keywords.ts'
import type { OptionValue } from '../groups/group.ts'

const MOST_OPTIONS = 3

/** `Colour: red; Size: M`, the text that exports write. @returns the reason why it cannot be read, or the values */
export function readOptions(text: string): OptionValue[] | string {
  const parts = text
    .split(';')
    .map(part => part.trim())
    .filter(Boolean)
  const values = parts.map(part => {
    const [, name = '', value = ''] = /^([^:]*):(.*)$/s.exec(part) ?? []
    return { name: withSingleSpaces(name), value: withSingleSpaces(value) }
  })
  if (values.length === 0 || values.some(({ name, value }) => !name || !value)) {
    return 'must be like "Colour: red; Size: M"'
  }
  if (values.length > MOST_OPTIONS) return `must be at most ${MOST_OPTIONS}`
  if (values.some(({ name, value }) => name.length > 40 || value.length > 60)) {
    return 'must have names of at most 40 characters, and values of at most 60'
  }
  const names = values.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) < index)
  return twice === undefined ? values : `must have one value for ${twice}`
}
