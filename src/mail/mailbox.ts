import { encodePhrase } from './message.ts'

/** `Name <address>`, or the address alone. */
export function senderOf(mailbox: string): { name: string; address: string } {
  const [, name = '', address = mailbox] = /^\s*"?([^"<]*?)"?\s*<([^<>]+)>\s*$/.exec(mailbox) ?? []
  return { name, address }
}

export function domainOf(address: string): string {
  return /@([^\s@>]+)$/.exec(address)?.[1] ?? 'semel.invalid'
}

/**
 * RFC 2919: mail programs show the name of the list, and filter by what is in angle brackets. nodemailer would encode a header that
 * has a quotation mark as a whole, and no program would see the brackets.
 */
export function listId(list: string, { name, url }: { name: string; url: string }): { prepared: true; value: string } {
  const id = `${list}.${new URL(url).hostname.replaceAll(/[[\]:]/g, '')}`
  // A name comes from settings. It must not begin another header.
  const words = name.replaceAll(/[\p{Cc}]+/gu, ' ')
  // A prepared header is not folded. A line has at most 998 characters (RFC 5322, 2.1.1).
  return { prepared: true, value: `${encodePhrase(words).replaceAll(/(\?=)(=\?)/g, '$1\r\n $2')} <${id}>` }
}
