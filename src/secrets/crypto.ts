import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** A new bearer secret: 256 random bits, base64url. Shown once, stored only as its `digest`. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * The stored form of a token: SHA-256. It needs neither salt nor stretching, because a token is 256 random bits, unlike a
 * password. An index look-up by digest leaks no useful timing.
 */
export function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** A secret derived from the service's key for one purpose (RFC 2104 HMAC-SHA-256), base64url. */
export function derive(key: Buffer, purpose: string, subject: string): string {
  return createHmac('sha256', key).update(`${purpose}\0${subject}`).digest('base64url')
}

/** Compares two secrets of any length in constant time. */
export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b))
}

/**
 * Encrypts at rest: AES-256-GCM (NIST SP 800-38D) with a random 96-bit nonce.
 * @param context bound to the ciphertext (the id of a row), so that a value copied to another row cannot be opened
 */
export function seal(key: Buffer, plaintext: string, context: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** The inverse of `seal`. @throws when the key or the context differs, or the value was changed */
export function unseal(key: Buffer, sealed: Buffer, context: string): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12))
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
}
