/** Reads single settings, and collects what is wrong with them. */
import { readFileSync } from 'node:fs'
import { DAY, MINUTE, SECOND } from '../time.ts'
import { insecure, masked } from './addresses.ts'
import { predictable } from './key.ts'
import { type DoubtfulName, doubtfulNames } from './names.ts'

/** Settings that can also be read from the file that `<name>_FILE` names, as Docker and systemd provide secrets. */
const SECRETS = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'SMTP_URL',
  'SMS_URL',
  'SECRET_KEY',
  'NEW_SECRET_KEY',
]

/** Settings that production refuses when they are weak or not encrypted. ALLOW_INSECURE lists exceptions. */
export const GUARDED = [
  'SECRET_KEY',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'SMTP_URL',
  'SMS_URL',
  'BASE_URL',
]

/** @returns the reason why a value is refused */
type Check = (value: string) => string | undefined

/** Reads settings from the environment. It collects the mistakes, so that one message can name them all. */
export class Settings {
  readonly production: boolean
  readonly mistakes: string[] = []
  readonly #env: Record<string, string | undefined>
  readonly #secrets: readonly string[]
  readonly #insecure: string[]
  /** Every name that was asked for. Each setting is read in every configuration, so these are all. */
  readonly #known = new Set<string>()

  /** @param secrets more settings that can also be read from a file */
  constructor(env: Record<string, string | undefined>, secrets: readonly string[] = []) {
    this.#env = env
    this.#secrets = [...SECRETS, ...secrets]
    // A misspelt production would start without its guards.
    this.production = this.oneOf('NODE_ENV', ['production', 'development', 'test'], 'development') === 'production'
    this.#insecure = this.list('ALLOW_INSECURE', item => GUARDED.includes(item), GUARDED.join(', '))
  }

  /** @returns undefined for a missing setting and for an empty one */
  text(name: string): string | undefined {
    this.#known.add(name)
    if (this.#secrets.includes(name)) this.#known.add(`${name}_FILE`)
    return this.#env[name]?.trim() || (this.#secrets.includes(name) ? this.#content(`${name}_FILE`) : undefined)
  }

  #content(name: string): string | undefined {
    const file = this.#env[name]?.trim()
    if (!file) return undefined
    try {
      return readFileSync(file, 'utf8').trim() || undefined
    } catch (error) {
      return this.#wrong(name, `names a file that cannot be read (${(error as NodeJS.ErrnoException).code}): ${file}`)
    }
  }

  /** A setting that production cannot do without. @param purpose what it is for */
  required(name: string, purpose: string, check: Check): string | undefined {
    const value = this.text(name)
    if (value !== undefined) return this.#checked(name, value, check)
    return this.production ? this.#wrong(name, `is required in production: ${purpose}`) : undefined
  }

  optional(name: string, check: Check): string | undefined {
    const value = this.text(name)
    return value === undefined ? undefined : this.#checked(name, value, check)
  }

  /** Several addresses, each with its own check. @param separator between two of them */
  addresses(name: string, separator: RegExp, check: Check): string[] {
    return (
      this.text(name)
        ?.split(separator)
        .flatMap(value => this.#checked(name, value, check) ?? []) ?? []
    )
  }

  #checked(name: string, value: string, check: Check): string | undefined {
    const reason = check(value)
    if (reason !== undefined) {
      return this.#wrong(name, name.endsWith('SECRET_KEY') ? reason : `${reason}, not ${JSON.stringify(masked(value))}`)
    }
    if (!this.production || !GUARDED.includes(name) || this.#insecure.includes(name)) return value
    const danger = name === 'SECRET_KEY' ? predictable(value) : insecure(value)
    return danger ? this.#wrong(name, `${danger}. If that is meant, add ${name} to ALLOW_INSECURE`) : value
  }

  list(name: string, check: (item: string) => boolean, expected: string): string[] {
    const items =
      this.text(name)
        ?.split(/[\s,]+/)
        .filter(Boolean) ?? []
    const strange = items.find(item => !check(item))
    if (strange !== undefined) {
      const shown = this.#secrets.includes(name) ? '' : `, not ${JSON.stringify(strange)}`
      this.#wrong(name, `must be a list of ${expected}${shown}`)
    }
    return items
  }

  oneOf<T extends string>(name: string, values: readonly T[], otherwise: T): T {
    const value = this.text(name) ?? otherwise
    const known = values.find(known => known === value)
    if (!known) this.#wrong(name, `must be one of ${values.join(', ')}, not ${JSON.stringify(value)}`)
    return known ?? otherwise
  }

  /** A whole number. */
  number(name: string, otherwise: number, [least, most]: [number, number], noun = 'a whole number'): number {
    const value = this.text(name) ?? String(otherwise)
    const isInRange = /^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most
    if (!isInRange) this.#wrong(name, `must be ${noun} from ${least} to ${most}, not ${JSON.stringify(value)}`)
    return Number(value)
  }

  /** @returns milliseconds */
  days(name: string, otherwise: number): number {
    return this.number(name, otherwise, [1, 9999], 'a number of days') * DAY
  }

  /** @returns milliseconds */
  duration(name: string, otherwise: string): number {
    const [, number, unit = 's'] = this.matching(
      name,
      otherwise,
      /^(\d{1,6}(?:\.\d+)?) ?(ms|s|m)?$/,
      'a duration like 5s or 500ms',
    )
    return Number(number) * { ms: 1, s: SECOND, m: MINUTE }[unit]!
  }

  /** @returns the groups of the pattern, none if the value does not match */
  matching(name: string, otherwise: string, pattern: RegExp, expected: string): string[] {
    const value = this.text(name) ?? otherwise
    const groups = pattern.exec(value)
    if (!groups) this.#wrong(name, `must be ${expected}, not ${JSON.stringify(value)}`)
    return groups ?? []
  }

  /** Variables that are probably meant as settings. Ask for it after all settings were read. */
  doubts(): DoubtfulName[] {
    return doubtfulNames(this.#env, this.#known)
  }

  #wrong(name: string, reason: string): undefined {
    this.mistakes.push(`${name} ${reason}`)
  }
}
