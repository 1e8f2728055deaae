/** Readers of arguments that several commands have. */
import { InvalidArgumentError } from 'commander'
import { isUuid } from '../http/input/validation.ts'

export function parseUuid(text: string): string {
  if (!isUuid(text)) throw new InvalidArgumentError('It must be a UUID.')
  return text
}

export function parseWhole(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, 1 or more.')
  return Number(text)
}
