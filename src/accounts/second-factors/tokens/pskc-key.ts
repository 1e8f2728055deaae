/** Opens the encrypted values of a PSKC file (RFC 6030 §6): AES or triple DES in CBC mode, each value with its HMAC, or wrapped keys. */
import { createDecipheriv, createHmac, getHashes, pbkdf2Sync, timingSafeEqual } from 'node:crypto'
import { StartError } from '../../../config.ts'
import { bytesOf, child, type Element, has, textOf } from './xml.ts'

/** `check`: of a wrapped key, the bytes before it (RFC 3394 §2.2.3); a wrapped key of triple DES carries a digest (RFC 3217 §3). */
type Cipher = { cipher: string; keyLength: number; blockLength: number; check?: Buffer | null }

const AES_CHECK = Buffer.from('A6A6A6A6A6A6A6A6', 'hex')
const CIPHERS: Record<string, Cipher> = {
  'aes128-cbc': { cipher: 'aes-128-cbc', keyLength: 16, blockLength: 16 },
  'aes192-cbc': { cipher: 'aes-192-cbc', keyLength: 24, blockLength: 16 },
  'aes256-cbc': { cipher: 'aes-256-cbc', keyLength: 32, blockLength: 16 },
  'tripledes-cbc': { cipher: 'des-ede3-cbc', keyLength: 24, blockLength: 8 },
  'kw-aes128': { cipher: 'id-aes128-wrap', keyLength: 16, blockLength: 8, check: AES_CHECK },
  'kw-aes192': { cipher: 'id-aes192-wrap', keyLength: 24, blockLength: 8, check: AES_CHECK },
  'kw-aes256': { cipher: 'id-aes256-wrap', keyLength: 32, blockLength: 8, check: AES_CHECK },
  'kw-tripledes': { cipher: 'des3-wrap', keyLength: 24, blockLength: 8, check: null },
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
  const isRight = algorithmOf(method) ? checkOf(method, key) : undefined
  return value => {
    const encrypted = child(value, 'EncryptedValue')
    const isWrapped = CIPHERS[algorithmOf(child(encrypted, 'EncryptionMethod'))]?.check !== undefined
    if (!isWrapped && !isRight) throw new StartError('has no checksum (MAC), so a wrong password would not be noticed')
    const opened = decrypt(encrypted, key)
    const isChecked =
      isWrapped || isRight?.(bytesOf(encrypted, 'CipherData', 'CipherValue'), opened, bytesOf(value, 'ValueMAC'))
    if (!opened || !isChecked) throw new StartError('does not open: SEMEL_PASSWORD is wrong, or the file was changed')
    return opened
  }
}

type Check = (encrypted: Buffer, opened: Buffer | undefined, given: Buffer) => boolean

/** The HMAC is one of the encrypted value; writers of before RFC 6030 made it of the value itself. */
function checkOf(method: Element, key: Buffer): Check {
  const hash = algorithmOf(method).replace(/^hmac-/, '')
  if (!getHashes().includes(hash)) {
    throw new StartError(`This file has checksums (MAC) of ${hash}, which are not read.`)
  }
  const macKey = has(method, 'MACKey') ? decrypt(child(method, 'MACKey'), key) : key
  if (!macKey) throw wrongPassword()
  const isMacOf = (bytes: Buffer, given: Buffer) => {
    const mac = createHmac(hash, macKey).update(bytes).digest()
    return given.length === mac.length && timingSafeEqual(given, mac)
  }
  return (encrypted, opened, given) => isMacOf(encrypted, given) || (opened !== undefined && isMacOf(opened, given))
}

function keyOf(encryptionKey: Element, password: string | undefined): Buffer {
  const derived = child(encryptionKey, 'DerivedKey')
  if (derived.name) {
    if (!password) throw new StartError('This file is encrypted. Set SEMEL_PASSWORD to its password.')
    return derive(child(derived, 'KeyDerivationMethod'), password)
  }
  if (has(encryptionKey, 'X509Data')) {
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
  const prf = child(parameters, 'PRF')
  // The schema has an attribute; python-pskc 1.2 writes the function as text.
  const hash = (algorithmOf(prf) || lastPart(prf.text.trim())).replace(/^hmac-/, '') || 'sha1'
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
function decrypt(encrypted: Element, given: Buffer): Buffer | undefined {
  const name = algorithmOf(child(encrypted, 'EncryptionMethod'))
  const known = CIPHERS[name]
  if (!known) throw new StartError(`is encrypted with ${name || 'a method that it does not name'}, which is not read`)
  const { cipher, keyLength, blockLength, check } = known
  // Triple DES with two keys repeats the first one (NIST SP 800-67, section 3.3.1).
  const key =
    keyLength === 24 && /des/.test(cipher) && given.length === 16 ? Buffer.concat([given, given.subarray(0, 8)]) : given
  const bytes = bytesOf(encrypted, 'CipherData', 'CipherValue')
  if (key.length !== keyLength || bytes.length < 2 * blockLength) return undefined
  const [vector, rest] =
    check === undefined ? [bytes.subarray(0, blockLength), bytes.subarray(blockLength)] : [check, bytes]
  try {
    const decipher = createDecipheriv(cipher, key, vector)
    return Buffer.concat([decipher.update(rest), decipher.final()])
  } catch {
    return undefined
  }
}

/** `http://www.w3.org/2001/04/xmlenc#aes128-cbc` → `aes128-cbc` */
function algorithmOf({ attributes }: Element): string {
  return lastPart(attributes.Algorithm ?? '')
}

function lastPart(uri: string): string {
  return uri.replace(/^.*[#/]/, '').toLowerCase()
}

function wrongPassword(): StartError {
  return new StartError('SEMEL_PASSWORD does not open this file.')
}
