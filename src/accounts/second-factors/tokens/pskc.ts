/** Token files in XML: Portable Symmetric Key Container (RFC 6030, drafts since 2008), in the clear, with a password or with a key. */
import { StartError } from '../../../config.ts'
import { openerOf } from './pskc-key.ts'
import { checkedEntry, makingOf, type TokenEntry } from './token-file.ts'
import { bytesOf, child, type Element, has, readXml, textOf } from './xml.ts'

type Open = (value: Element) => Buffer

/**
 * @param password of an encrypted file, or its key in hexadecimal digits
 * @throws StartError when nothing in the file can be read
 */
export function readPskc(text: string, password: string | undefined): TokenEntry[] {
  const container = child(readXml(text), 'KeyContainer')
  // draft-ietf-keyprov-pskc-02 calls it a device.
  const keys = container.children.filter(({ name }) => name === 'KeyPackage' || name === 'Device').flatMap(keysIn)
  if (keys.length === 0) throw new StartError('This XML file has no tokens as RFC 6030 (PSKC) writes them.')
  const open = openerOf(container, password)
  return keys.map(({ serial, key }, index) => {
    const place = `token ${index + 1}${serial && ` (${serial})`}`
    try {
      return readKey(place, serial, key, open)
    } catch (error) {
      if (error instanceof StartError) return { place, reason: error.message }
      throw error
    }
  })
}

function keysIn(keyPackage: Element): { serial: string; key: Element }[] {
  const serial = textOf(keyPackage, 'DeviceInfo', 'SerialNo')
  return keyPackage.children
    .filter(({ name }) => name === 'Key')
    .map(key => ({ key, serial: serial || (key.attributes.Id ?? key.attributes.KeyId ?? '') }))
}

function readKey(place: string, serial: string, key: Element, open: Open): TokenEntry {
  const data = child(key, 'Data')
  if (data.attributes.Name) return { place, reason: 'is written as in the first drafts of PSKC, which have no TOTP' }
  const parameters = child(key, has(key, 'Usage') ? 'Usage' : 'AlgorithmParameters')
  const format = child(parameters, 'ResponseFormat').attributes
  const making = makingOf({
    type: (key.attributes.Algorithm ?? key.attributes.KeyAlgorithm ?? '').replace(/^.*[:#/]/, ''),
    algorithm: textOf(parameters, 'Suite'),
    digits: format.Length ?? '',
    interval: numberIn(child(data, 'TimeInterval'), open),
  })
  if (typeof making === 'string') return { place, reason: making }
  const isPlain =
    ['', '0'].includes(numberIn(child(data, 'Time'), open)) && (format.Encoding ?? format.Format) !== 'HEXADECIMAL'
  if (!isPlain || /^(true|1)$/.test(format.CheckDigits ?? '')) {
    return { place, reason: 'has codes with letters or a check digit, or a time that does not begin in 1970' }
  }
  const secret = child(data, 'Secret')
  return checkedEntry(
    place,
    serial,
    has(secret, 'EncryptedValue') ? open(secret) : bytesOf(secret, 'PlainValue'),
    making,
  )
}

/** @returns '' when the file does not say it */
function numberIn(value: Element, open: Open): string {
  if (!has(value, 'EncryptedValue')) return textOf(value, 'PlainValue')
  const bytes = open(value)
  const text = bytes.toString('latin1')
  return /^\d+$/.test(text) ? text : String(Number(`0x${bytes.toString('hex')}`))
}
