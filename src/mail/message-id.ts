/**
 * The Message-ID of an email: `<delivery.key@domain>`. The delivery is known to the API and to events, so it is no secret. The key
 * is one: only the recipient and the relays on the way see it. A report about an email that came back is believed by it.
 */
import { derive, sameSecret } from '../secrets/crypto.ts'

const UUID = String.raw`[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}`
/** 128 bits in hexadecimal digits, because some programs change capital letters. */
const KEY_LENGTH = 32

/** The same for every attempt, so that a receiver recognizes a repeat. */
export function messageIdOf(serviceKey: Buffer, deliveryId: string, domain: string): string {
  return `<${deliveryId}.${reportKey(serviceKey, deliveryId)}@${domain}>`
}

function reportKey(serviceKey: Buffer, deliveryId: string): string {
  const secret = derive(serviceKey, 'mail report', deliveryId)
  return Buffer.from(secret, 'base64url').toString('hex').slice(0, KEY_LENGTH)
}

const IN_HEADER = new RegExp(String.raw`^message-id: *<(${UUID})\.([\da-f]{${KEY_LENGTH}})@`, 'im')

/** The email that these headers belong to, and the key that they show for it. */
export function findOurMessageId(headers: string): { deliveryId: string; key: string } | undefined {
  const [, deliveryId, key] = IN_HEADER.exec(headers) ?? []
  return deliveryId && key ? { deliveryId: deliveryId.toLowerCase(), key: key.toLowerCase() } : undefined
}

/** Tests whether somebody who shows this key has seen the email. */
export function hasSeenEmail(serviceKey: Buffer, { deliveryId, key }: { deliveryId: string; key: string }): boolean {
  return sameSecret(key, reportKey(serviceKey, deliveryId))
}

const ANYWHERE = new RegExp(String.raw`(${UUID})\.[\da-f]{${KEY_LENGTH}}(?![\da-f])`, 'gi')

/** A text without the keys of our Message-IDs. Exchange repeats the Message-ID in its 250, which staff may read. */
export function withoutReportKeys(text: string): string {
  return text.replaceAll(ANYWHERE, '$1')
}

/** Beginning of a Message-ID: what an operator looks for in the log of a relay. */
export function beginningOf(messageId: string): string {
  return withoutReportKeys(messageId).replace(/^<(.*)@.*$/, '$1')
}
