/** Opens the encrypted values of a PSKC file (RFC 6030 §6): AES or triple DES in CBC mode, each value with its HMAC. */
import { createDecipheriv, createHmac, getHashes, pbkdf2Sync, timingSafeEqual } from 'node:crypto'
import { StartError } from '../../../config.ts'
import { bytesOf, child, type Element, has, textOf } from './xml.ts'

const CIPHERS: Record<string, { cipher: string; keyLength: number; blockLength: number }> = {
  'aes128-cbc': { cipher: 'aes-128-cbc', keyLength: 16, blockLength: 16 },
  'aes192-cbc': { cipher: 'aes-192-cbc', keyLength: 24, blockLength: 16 },
  'aes256-cbc': { cipher: 'aes-256-cbc', keyLength: 32, blockLength: 16 },
  'tripledes-cbc': { cipher: 'des-ede3-cbc', keyLength: 24, blockLength: 8 },
}
/** More would only be a file that wants to keep a machine busy. */
const MAX_ITERATIONS = 10_000_000

/**
 * @returns what opens one value
 * @throws StartError without the right password, and for encryption that is not read
 */
export function openerOf(container: Element, password: string | undefined): (value: Element) => Buffer {
  if (!has(container, 'EncryptionKey')) {
    return () => {
      throw new StartError('is encrypted, and the file does not say with which key')
    }
  }
  const key = keyOf(child(container, 'EncryptionKey'), password)
  const method = child(container, 'MACMethod')
  const hash = algorithmOf(method).replace(/^hmac-/, '')
  if (!getHashes().includes(hash)) {
    throw new StartError('This file has no checksums (MAC) that are known, so a wrong password would not be noticed.')
  }
  const macKey = has(method, 'MACKey') ? decrypt(child(method, 'MACKey'), key) : key
  if (!macKey) throw wrongPassword()
  return value => {
    const encrypted = child(value, 'EncryptedValue')
    const mac = createHmac(hash, macKey)
      .update(bytesOf(encrypted, 'CipherData', 'CipherValue'))
      .digest()
    const given = bytesOf(value, 'ValueMAC')
    const opened = given.length === mac.length && timingSafeEqual(given, mac) ? decrypt(encrypted, key) : undefined
    if (!opened) throw new StartError('does not open: SEMEL_PASSWORD is wrong, or the file was changed')
    return opened
  }
}

function keyOf(encryptionKey: Element, password: string | undefined): Buffer {
  const derived = child(encryptionKey, 'DerivedKey')
  if (derived.name) {
    if (!password) throw new StartError('This file is encrypted. Set SEMEL_PASSWORD to its password.')
    return derive(child(derived, 'KeyDerivationMethod'), password)
  }
  if (!has(encryptionKey, 'KeyName')) {
    throw new StartError(
      'This file is encrypted for a certificate, which is not read. Ask for one with a password, or with a key.',
    )
  }
  if (password && /^([0-9a-f]{2})+$/i.test(password)) return Buffer.from(password, 'hex')
  throw new StartError('This file is encrypted. Set SEMEL_PASSWORD to its key, in hexadecimal digits.')
}

function derive(method: Element, password: string): Buffer {
  const parameters = child(method, 'PBKDF2-params')
  const iterations = Number(textOf(parameters, 'IterationCount'))
  const length = Number(textOf(parameters, 'KeyLength') || 16)
  const hash = algorithmOf(child(parameters, 'PRF')).replace(/^hmac-/, '') || 'sha1'
  const isRead =
    algorithmOf(method) === 'pbkdf2' &&
    iterations >= 1 &&
    iterations <= MAX_ITERATIONS &&
    [16, 24, 32].includes(length) &&
    getHashes().includes(hash)
  if (!isRead) throw new StartError('This file makes its key from the password in a way that is not read.')
  return pbkdf2Sync(password, bytesOf(parameters, 'Salt', 'Specified'), iterations, length, hash)
}

/** @returns undefined when the key is another one */
function decrypt(encrypted: Element, key: Buffer): Buffer | undefined {
  const name = algorithmOf(child(encrypted, 'EncryptionMethod'))
  const known = CIPHERS[name]
  if (!known) throw new StartError(`is encrypted with ${name || 'a method that it does not name'}, which is not read`)
  const bytes = bytesOf(encrypted, 'CipherData', 'CipherValue')
  if (key.length !== known.keyLength || bytes.length < 2 * known.blockLength) return undefined
  const decipher = createDecipheriv(known.cipher, key, bytes.subarray(0, known.blockLength))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(known.blockLength)), decipher.final()])
  } catch {
    return undefined
  }
}

/** `http://www.w3.org/2001/04/xmlenc#aes128-cbc` → `aes128-cbc` */
function algorithmOf({ attributes }: Element): string {
  return (attributes.Algorithm ?? '').replace(/^.*[#/]/, '').toLowerCase()
}

function wrongPassword(): StartError {
  return new StartError('SEMEL_PASSWORD does not open this file.')
}
