import { createHash } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'

/** @returns the reason, if a SECRET_KEY is too short */
export function tooShort(value: string): string | undefined {
  return Buffer.byteLength(value) < 32 ? 'must be at least 32 characters of random text' : undefined
}

/**
 * @returns the reason, if a SECRET_KEY repeats itself. The key is hashed once, so text that a person made up could be guessed
 * from a dump of the database. Random text keeps its size when it is compressed, and uses many characters.
 */
export function predictable(value: string): string | undefined {
  const compressed = deflateRawSync(value).length
  const varied = value.length * Math.log2(new Set(value).size)
  if (compressed >= LEAST_BYTES && varied >= LEAST_BITS) return undefined
  return 'is too regular. Make one with: openssl rand -base64 32'
}

/** 32 random hexadecimal digits pass: the worst of 100,000 had 29 bytes and 101 bits, and `abcdefghij` four times 15 bytes. */
const LEAST_BYTES = 22
const LEAST_BITS = 96

/** The 32 bytes of a SECRET_KEY. */
export function asKey(value: string): Buffer {
  return createHash('sha256').update(value).digest()
}
