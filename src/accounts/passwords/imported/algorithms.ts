/**
 * Compares passwords with hashes that other programs have made. What a hash costs is in its text, so each algorithm has a limit:
 * otherwise a text could keep the processor or the memory busy at every try to sign in. docs/password-hashes.md compares the limits with
 * what programs use by themselves.
 */
import { argon2, createCipheriv, createHash, createHmac, hash, pbkdf2, scrypt, timingSafeEqual } from 'node:crypto'
import { setImmediate as letOthersRun } from 'node:timers/promises'
import { promisify } from 'node:util'
import { verify } from '@node-rs/bcrypt'

export type Comparison = {
  algorithm: (typeof ALGORITHMS)[number]
  /** Neither too expensive to check nor too cheap to be safe. */
  isBounded: boolean
  /** Memory of a check, in KiB. */
  memory: number
  fits: (password: string) => Promise<boolean>
}

/** Their names in reports. */
export const ALGORITHMS = ['argon2', 'bcrypt', 'phpass', 'PBKDF2', 'scrypt', 'salted digest'] as const

const derivePbkdf2 = promisify(pbkdf2)
const deriveScrypt = promisify(scrypt) as (
  password: string,
  salt: Buffer,
  length: number,
  options: { N: number; r: number; p: number; maxmem: number },
) => Promise<Buffer>
const deriveArgon2 = promisify(argon2)

type Argon2 = {
  variant: 'argon2id' | 'argon2i'
  memory: number
  passes: number
  lanes: number
  salt: Buffer
  hash: Buffer
}

/** RFC 9106. */
export function argon2Of({ variant, memory, passes, lanes, salt, hash }: Argon2): Comparison {
  const fitsMemory = memory >= 8 * lanes && memory <= 102_400
  return {
    algorithm: 'argon2',
    // Section 3.1 of the RFC: a salt of 8 bytes at least, and a tag of 4.
    isBounded:
      lanes >= 1 &&
      fitsMemory &&
      Number.isInteger(memory) &&
      passes >= 1 &&
      memory * passes <= 262_144 &&
      salt.length >= 8,
    memory,
    async fits(password) {
      const cost = { memory, passes, parallelism: lanes, nonce: salt, tagLength: hash.length }
      return isSame(await deriveArgon2(variant, { ...cost, message: password }), hash)
    },
  }
}

/** @param prepare what the program makes of a password first, because bcrypt reads 72 bytes of it */
export function bcryptOf(text: string, cost: number, prepare: (password: string) => string = String): Comparison {
  return {
    algorithm: 'bcrypt',
    isBounded: cost >= 4 && cost <= 13,
    memory: 4,
    fits: password => verify(prepare(password), text),
  }
}

/** Longest work between two looks at other requests: 2048 rounds take some 3 ms. */
const ROUNDS_AT_ONCE = 2048

/** https://www.openwall.com/phpass/: a digest again and again. Drupal 7 to 9 take SHA-512 and cut what is too long. */
export function phpassOf(digest: 'md5' | 'sha512', exponent: number, salt: string, expected: string): Comparison {
  return {
    algorithm: 'phpass',
    isBounded: exponent >= 7 && exponent <= (digest === 'md5' ? 19 : 17),
    memory: 1,
    async fits(password) {
      const text = Buffer.from(password)
      let state = hash(digest, Buffer.concat([Buffer.from(salt), text]), 'buffer')
      for (let round = 1; round <= 2 ** exponent; round++) {
        state = hash(digest, Buffer.concat([state, text]), 'buffer')
        if (round % ROUNDS_AT_ONCE === 0) await letOthersRun()
      }
      return isSame(Buffer.from(inLettersOfPhpass(state).slice(0, expected.length)), Buffer.from(expected))
    },
  }
}

export const LETTERS_OF_PHPASS = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Three bytes are four letters, the lowest bits first. */
function inLettersOfPhpass(bytes: Buffer): string {
  let letters = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const value = bytes[at]! | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16)
    const count = Math.min(bytes.length - at, 3) + 1
    for (let letter = 0; letter < count; letter++) letters += LETTERS_OF_PHPASS[(value >> (6 * letter)) & 63]
  }
  return letters
}

/** RFC 8018, section 5.2. */
export function pbkdf2Of(digest: string, rounds: number, salt: Buffer, hash: Buffer): Comparison {
  // A round of SHA-512 takes about twice as long.
  const most = digest === 'sha512' ? 1_000_000 : 2_000_000
  return {
    algorithm: 'PBKDF2',
    // A longer output than one of the digest would be computed once more for each.
    isBounded: rounds >= 1 && rounds * Math.ceil(hash.length / DIGEST_BYTES[digest]!) <= most && hash.length >= 16,
    memory: 1,
    fits: async password => isSame(await derivePbkdf2(password, salt, rounds, hash.length, digest), hash),
  }
}

const DIGEST_BYTES: Record<string, number> = { sha1: 20, sha256: 32, sha512: 64 }

type Scrypt = { N: number; r: number; p: number; salt: Buffer; length: number; isKey: (key: Buffer) => boolean }

/** RFC 7914. */
export function scryptOf({ N, r, p, salt, length, isKey }: Scrypt): Comparison {
  const bytes = 128 * N * r
  // RFC 7914, section 2: N is a power of two, and below 2^(128 r / 8).
  const isPower = N >= 2 && Number.isInteger(Math.log2(N)) && Math.log2(N) < 16 * r
  return {
    algorithm: 'scrypt',
    isBounded: isPower && r >= 1 && p >= 1 && bytes <= 64 * 1024 * 1024 && N * r * p <= 1024 * 1024,
    memory: bytes / 1024,
    // Node counts p more blocks than RFC 7914 needs at least.
    fits: async password =>
      isKey(await deriveScrypt(password, salt, length, { N, r, p, maxmem: 2 * bytes + 1024 * r * p })),
  }
}

/** Firebase encrypts the project's key of signatures with what scrypt makes (https://github.com/firebase/scrypt, README). */
export function isSignedBy(key: Buffer, signerKey: Buffer, expected: Buffer): boolean {
  const cipher = createCipheriv('aes-256-ctr', key.subarray(0, 32), Buffer.alloc(16))
  return isSame(Buffer.concat([cipher.update(signerKey), cipher.final()]), expected)
}

/** The file format of scrypt (https://github.com/Tarsnap/scrypt, FORMAT): the second half of the key signs the first 64 bytes. */
export function isSigner(key: Buffer, header: Buffer, expected: Buffer): boolean {
  return isSame(createHmac('sha256', key.subarray(32)).update(header).digest(), expected)
}

/** One digest of a password and a salt. Cheap to guess, and as safe as it was in the other shop, until the first sign-in replaces it. */
export function digestOf(
  digest: 'md5' | 'sha1' | 'sha256' | 'sha512',
  { before = Buffer.alloc(0), after = Buffer.alloc(0) }: { before?: Buffer; after?: Buffer },
  expected: Buffer,
): Comparison {
  return {
    algorithm: 'salted digest',
    isBounded: true,
    memory: 1,
    fits: async password => isSame(createHash(digest).update(before).update(password).update(after).digest(), expected),
  }
}

export function isSame(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}
