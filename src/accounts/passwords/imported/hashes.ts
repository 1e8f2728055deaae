/**
 * Password hashes that another program has made. Customers who move here keep their passwords; the first sign-in replaces such a
 * hash by our own. A hash of an import begins with a mark, because its program may have made it as we make ours, and yet of
 * another form of the password (forms.ts).
 */
import type { Comparison } from './algorithms.ts'
import { formsOf } from './forms.ts'
import { readKeycloak } from './keycloak.ts'
import { readHash } from './programs.ts'

const MARK = 'imported:'
/** Stands for a hash that the other program did not write, or that cannot be used. No password fits it. */
export const NO_PASSWORD = 'none'
/** No text of a program is longer; Firebase, which writes the key of the project into each, comes near. */
const LONGEST_HASH = 511

/** Files have blanks and line ends around a hash, Django writes the name of its hasher before a PHC string, and directories the kind. */
export function canonicalHash(text: string): string {
  const plain = text
    .trim()
    .replace(/^\{(?:CRYPT|BLF-CRYPT|ARGON2|ARGON2I|ARGON2ID)\}(?=\$)/i, '')
    .replace(/^argon2(?=\$argon2(?:id|i)\$)/, '')
  return readKeycloak(plain) ?? plain
}

/** @returns the text that an account gets */
export function markImported(hash: string): string {
  return MARK + canonicalHash(hash)
}

/** @returns the hash as an account takes it along to another shop; undefined without a password */
export function hashThatLeaves(stored: string): string | undefined {
  if (stored === '' || stored === NO_PASSWORD) return undefined
  return stored.startsWith(MARK) ? stored.slice(MARK.length) : stored
}

export type Unusable = { kind: string; reason: 'unknown_hash' | 'hash_out_of_bounds' }

/** @returns why no password could be compared with this; a hash out of bounds would cost too much, or is not safe */
export function findUnusable(given: unknown): Unusable | undefined {
  if (typeof given !== 'string') return { kind: 'not a text', reason: 'unknown_hash' }
  const text = canonicalHash(given)
  const found = text.length > LONGEST_HASH ? undefined : readHash(text)
  if (!found) return { kind: nameUnknown(text), reason: 'unknown_hash' }
  return found.isBounded ? undefined : { kind: found.algorithm, reason: 'hash_out_of_bounds' }
}

/** The beginning that programs give their hashes, or the length of digits: never a part of what may be a password. */
function nameUnknown(text: string): string {
  if (text === '') return 'empty'
  const [, begins] = /^(\$[a-z\d_-]{1,16}\$|[a-z][a-z\d_]{1,15}[$:]|\{[a-z\d-]{1,16}\})./i.exec(text) ?? []
  if (begins && KNOWN_BEGINNINGS.some(known => known.test(begins))) return begins
  const [, digits] = /^([a-f\d]{32}|[a-f\d]{40}|[a-f\d]{64}|[a-f\d]{128})(?::.*)?$/i.exec(text) ?? []
  return digits ? `${digits.length} hexadecimal digits` : 'other'
}

/** Prefixes of crypt(5), of Drupal, Django, LDAP (RFC 2307) and of those that are read, in a form that none of their programs writes. */
const KNOWN_BEGINNINGS = [
  /^\$(\d|2[abxy]|y|gy|sha1|md5|S|U|P|H|wp|argon2(i|d|id)|scrypt|fbscrypt|pbkdf2(-sha\d+)?)\$$/i,
  /^(pbkdf2_sha\d+|bcrypt|bcrypt_sha256|scrypt|argon2|sha1|md5)\$$/i,
  /^(pbkdf2|scrypt):$/i,
  /^\{[a-z\d-]+\}$/i,
]

/**
 * @param isOwn whether a text without a mark is one of ours; others came before hashes were marked
 * @returns how passwords are compared with a hash of another program; undefined for our own, and for a text that is none
 */
export function comparisonWith(stored: string, isOwn: boolean): Comparison | undefined {
  const isMarked = stored.startsWith(MARK)
  if (isOwn && !isMarked) return undefined
  const found = readHash(isMarked ? stored.slice(MARK.length) : stored)
  return found && { ...found, fits: password => fitsAny(found, formsOf(password)) }
}

async function fitsAny({ fits }: Comparison, forms: readonly string[]): Promise<boolean> {
  for (const form of forms) if (await fits(form)) return true
  return false
}
