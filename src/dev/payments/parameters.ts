/** Reads the parameters of a request as strictly as Stripe does: unknown names, wrong types and too long texts are refused. */
import { Refused } from './objects.ts'

export type Params = Record<string, unknown>

/** The names that a request may have. `*` represents a number or a name of the sender's own. */
export function requireKnown(params: Params, known: readonly string[]): void {
  const patterns = known.map(name => name.split('*').map(escaped).join('[^\\[\\]]+'))
  const pattern = new RegExp(`^(?:${patterns.join('|')})$`)
  for (const name of Object.keys(params)) {
    if (!pattern.test(name)) throw new Refused(`Received unknown parameter: ${name}`, { code: 'parameter_unknown' })
  }
}

function escaped(text: string): string {
  return text.replaceAll(/[[\]]/g, '\\$&')
}

export function textIn(params: Params, name: string, { most = 5000 } = {}): string {
  const value = params[name]
  if (typeof value !== 'string' || value === '')
    throw new Refused(`Missing required param: ${name}.`, { code: 'parameter_missing' })
  if (value.length > most)
    throw new Refused(`Invalid string: ${name} must be at most ${most} characters`, {
      code: 'parameter_invalid_string',
    })
  return value
}

export function integerIn(params: Params, name: string, { least = 1 } = {}): number {
  const text = textIn(params, name)
  const value = Number(text)
  if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(value))
    throw new Refused(`Invalid integer: ${text}`, { code: 'parameter_invalid_integer' })
  if (value < least)
    throw new Refused(`This value must be greater than or equal to ${least}.`, { code: 'parameter_invalid_integer' })
  return value
}

export function oneOfIn<T extends string>(params: Params, name: string, allowed: readonly T[]): T {
  const value = textIn(params, name)
  if (allowed.includes(value as T)) return value as T
  throw new Refused(`Invalid ${name}: must be one of ${allowed.join(', ')}`)
}

/** An address in a request needs a scheme. */
export function addressIn(params: Params, name: string): string {
  const value = textIn(params, name)
  if (!/^https?:\/\//.test(value) || !URL.canParse(value)) throw new Refused('Not a valid URL', { code: 'url_invalid' })
  return value
}

/** `metadata[payment]=…`: up to 50 keys of 40 characters, values of 500 (docs.stripe.com/api/metadata). */
export function metadataIn(params: Params, name: string): Record<string, string> {
  const prefix = `${name}[`
  const entries = Object.entries(params)
    .filter(([key]) => key.startsWith(prefix))
    .map(([key, value]) => [key.slice(prefix.length, -1), String(value)] as const)
  if (entries.length > 50) throw new Refused('Metadata can have up to 50 keys.', { code: 'metadata_too_many_keys' })
  for (const [key, value] of entries) {
    if (key.length > 40) throw new Refused(`Metadata keys can have up to 40 characters: ${key}`)
    if (value.length > 500) throw new Refused(`Metadata values can have up to 500 characters: ${key}`)
  }
  return Object.fromEntries(entries)
}
