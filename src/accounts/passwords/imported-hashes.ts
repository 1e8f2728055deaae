/**
 * Password hashes that another program has made: bcrypt, also that of WordPress, phpass (WordPress, phpBB) and PBKDF2
 * (Django). Customers who move here keep their passwords; the first sign-in replaces such a hash by our own. What a
 * hash costs is in its text, so each has a limit: otherwise a text could keep the processor or the memory busy at
 * every try to sign in.
 */
import { createHmac, hash, pbkdf2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { verify } from '@node-rs/bcrypt'

type Kind = {
  /** Its name in reports. */
  name: string
  pattern: RegExp
  /** The limit of each is above what its program uses by itself. */
  isBounded: (parts: Record<string, string>) => boolean
  /** Argon2id is checked where our own hashes are (hashing.ts). */
  fits?: (parts: Record<string, string>, password: string, stored: string) => Promise<boolean>
}

const ALPHABET = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

const IMPORTED_KINDS: Kind[] = [
  {
    name: 'argon2id',
    pattern:
      /^\$argon2id\$v=19\$m=(?<memory>\d{1,6}),t=(?<passes>\d{1,2}),p=(?<lanes>\d)\$(?<salt>[\w+/]{11,86})\$(?<hash>[\w+/]{22,86})$/,
    isBounded: ({ memory, passes, lanes }) => {
      const [kib, times, parallel] = [Number(memory), Number(passes), Number(lanes)]
      return parallel >= 1 && kib >= 8 * parallel && kib <= 102_400 && times >= 1 && kib * times <= 262_144
    },
  },
  {
    name: 'bcrypt',
    pattern: /^\$2[abxy]\$(?<cost>\d\d)\$[./A-Za-z\d]{53}$/,
    isBounded: ({ cost }) => isUsualCost(cost!),
    fits: (_, password, stored) => verify(password, stored),
  },
  {
    // Since WordPress 6.8: wp_hash_password in wp-includes/pluggable.php of WordPress/wordpress-develop at 00515dff.
    name: 'bcrypt of WordPress',
    pattern: /^\$wp(?<inner>\$2[abxy]\$(?<cost>\d\d)\$[./A-Za-z\d]{53})$/,
    isBounded: ({ cost }) => isUsualCost(cost!),
    fits: ({ inner }, password) => verify(shortenAsWordPress(password), inner!),
  },
  {
    name: 'phpass',
    pattern: /^\$[PH]\$(?<rounds>[./A-Za-z\d])(?<salt>[./A-Za-z\d]{8})(?<hash>[./A-Za-z\d]{22})$/,
    isBounded: ({ rounds }) => ALPHABET.indexOf(rounds!) >= 7 && ALPHABET.indexOf(rounds!) <= 14,
    fits: async ({ rounds, salt, hash }, password) =>
      isSame(phpass(password, salt!, 2 ** ALPHABET.indexOf(rounds!)), hash!),
  },
  {
    name: 'PBKDF2 of Django',
    pattern: /^pbkdf2_(?<digest>sha1|sha256)\$(?<rounds>\d{1,7})\$(?<salt>[^$]{1,64})\$(?<hash>[\w+/]{27,43}=)$/,
    isBounded: ({ rounds }) => Number(rounds) >= 1 && Number(rounds) <= 1_500_000,
    fits: async ({ digest, rounds, salt, hash }, password) => {
      const length = digest === 'sha1' ? 20 : 32
      const computed = await promisify(pbkdf2)(password, salt!, Number(rounds), length, digest!)
      return isSame(computed.toString('base64'), hash!)
    },
  },
]

/** Their names in reports. */
export const HASH_KINDS = IMPORTED_KINDS.map(({ name }) => name)

function isUsualCost(cost: string): boolean {
  return Number(cost) >= 4 && Number(cost) <= 12
}

/** Bcrypt reads 72 bytes, so WordPress makes 64 letters of any password first. Its `trim` is that of PHP. */
function shortenAsWordPress(password: string): string {
  const trimmed = password.replace(/^[ \t\n\r\0\v]+|[ \t\n\r\0\v]+$/g, '')
  return createHmac('sha384', 'wp-sha384').update(trimmed).digest('base64')
}

/** Files have blanks and line ends around a hash, and Django writes the name of its hasher before a PHC string. */
export function canonicalHash(text: string): string {
  return text.trim().replace(/^argon2(?=\$argon2id\$)/, '')
}

export type Unusable = { kind: string; reason: 'unknown_hash' | 'hash_out_of_bounds' }

/** @returns why no password could be compared with this; a hash out of bounds would cost too much, or is not safe */
export function findUnusable(given: unknown): Unusable | undefined {
  if (typeof given !== 'string') return { kind: 'not a text', reason: 'unknown_hash' }
  const text = canonicalHash(given)
  const found = text.length > LONGEST_HASH ? undefined : parse(text)
  if (!found) return { kind: nameUnknown(text), reason: 'unknown_hash' }
  return found.kind.isBounded(found.parts) ? undefined : { kind: found.kind.name, reason: 'hash_out_of_bounds' }
}

const LONGEST_HASH = 255

/** The beginning that programs give their hashes, or the length of digits: never a part of what may be a password. */
function nameUnknown(text: string): string {
  if (text === '') return 'empty'
  const [, begins] = /^(\$[a-z\d_-]{1,16}\$|[a-z][a-z\d_]{1,15}[$:]|\{[a-z\d-]{1,16}\})./i.exec(text) ?? []
  if (begins && KNOWN_BEGINNINGS.some(known => known.test(begins))) return begins
  const [, digits] = /^([a-f\d]{32}|[a-f\d]{40}|[a-f\d]{64}|[a-f\d]{128})(?::.*)?$/i.exec(text) ?? []
  return digits ? `${digits.length} hexadecimal digits` : 'other'
}

/** Prefixes of crypt(5), of Drupal, Django, LDAP (RFC 2307) and of the kinds above, in a form that none of their programs writes. */
const KNOWN_BEGINNINGS = [
  /^\$(\d|2[abxy]|y|gy|sha1|md5|S|U|P|H|wp|argon2(i|d|id)|scrypt|pbkdf2(-sha\d+)?)\$$/i,
  /^(pbkdf2_sha\d+|bcrypt|bcrypt_sha256|scrypt|argon2|sha1|md5)\$$/i,
  /^(pbkdf2|scrypt):$/i,
  /^\{[a-z\d-]+\}$/i,
]

/** @returns how a password is compared with an imported hash; undefined for our own kind, and for a text that is none */
export function comparisonWith(stored: string): ((password: string) => Promise<boolean>) | undefined {
  const { kind, parts } = parse(stored) ?? {}
  return kind?.fits && (password => kind.fits!(parts!, password, stored))
}

function parse(text: string): { kind: Kind; parts: Record<string, string> } | undefined {
  for (const kind of IMPORTED_KINDS) {
    const match = kind.pattern.exec(text)
    if (match) return { kind, parts: { ...match.groups } }
  }
  return undefined
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}

/** https://www.openwall.com/phpass/: MD5 again and again. */
function phpass(password: string, salt: string, rounds: number): string {
  const text = Buffer.from(password)
  let digest = hash('md5', Buffer.concat([Buffer.from(salt), text]), 'buffer')
  for (let round = 0; round < rounds; round++) digest = hash('md5', Buffer.concat([digest, text]), 'buffer')
  let encoded = ''
  // Three bytes are four letters, the lowest bits first.
  for (let at = 0; at < 16; at += 3) {
    const value = digest[at]! | ((digest[at + 1] ?? 0) << 8) | ((digest[at + 2] ?? 0) << 16)
    const letters = at + 2 < 16 ? 4 : 2
    for (let letter = 0; letter < letters; letter++) encoded += ALPHABET[(value >> (6 * letter)) & 63]
  }
  return encoded
}
