/**
 * Hashes of Magento 1 and 2, and of OpenMage and Adobe Commerce: `hash:salt` or `hash:salt:versions`. An upgrade of a shop hashes
 * old hashes once more, and writes one version after the other: `:1:3_32_2_67108864` is Argon2id of the text of a SHA-256
 * (lib/internal/Magento/Framework/Encryption/Encryptor.php of Magento 2.4, `isValidHash`).
 */
import { createHash } from 'node:crypto'
import { argon2Of, type Comparison, digestOf } from './algorithms.ts'

/** Bytes of the hash, passes and bytes of memory, as `SODIUM_CRYPTO_PWHASH_…_INTERACTIVE` of PHP says. */
const VERSION_2 = '3_32_2_67108864'
/** `SODIUM_CRYPTO_PWHASH_SALTBYTES`. */
const SALT_BYTES = 16

export function readMagento(parts: Record<string, string>): Comparison | undefined {
  const [hash, salt] = [parts.hash!, parts.salt!]
  const named = parts.versions!.split(':').slice(1)
  const versions = (named.length > 0 ? named : [hash.length === 32 ? '0' : '1']).map(one =>
    one === '2' ? VERSION_2 : one,
  )
  const last = versions.at(-1)!
  const before = versions.slice(0, -1)
  if (before.some(one => one !== '0' && one !== '1')) return undefined
  const expected = Buffer.from(hash, 'hex')
  const prepare = (password: string) => before.reduce((text, version) => saltedHex(version, salt, text), password)
  if (last === '0' || last === '1') {
    if (expected.length !== (last === '0' ? 16 : 32)) return undefined
    const comparison = digestOf(last === '0' ? 'md5' : 'sha256', { before: Buffer.from(salt) }, expected)
    return { ...comparison, fits: password => comparison.fits(prepare(password)) }
  }
  const [, bytes, passes, memory] = /^3_(\d+)_(\d+)_(\d+)$/.exec(last) ?? []
  if (Number(bytes) !== expected.length) return undefined
  const comparison = argon2Of({
    variant: 'argon2id',
    memory: Number(memory) / 1024,
    passes: Number(passes),
    lanes: 1,
    salt: padded(salt),
    hash: expected,
  })
  return { ...comparison, fits: password => comparison.fits(prepare(password)) }
}

function saltedHex(version: string, salt: string, text: string): string {
  return createHash(version === '0' ? 'md5' : 'sha256')
    .update(salt + text)
    .digest('hex')
}

/** `str_pad` of PHP repeats the salt. */
function padded(salt: string): Buffer {
  const bytes = Buffer.from(salt)
  return Buffer.concat(Array.from({ length: Math.ceil(SALT_BYTES / bytes.length) }, () => bytes)).subarray(
    0,
    SALT_BYTES,
  )
}
