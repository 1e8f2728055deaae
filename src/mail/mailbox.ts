import { encodePhrase } from './message.ts'

/** `Name <address>`, or the address alone. */
export function senderOf(mailbox: string): { name: string; address: string } {
  const [, name = '', address = mailbox] = /^\s*"?([^"<]*?)"?\s*<([^<>]+)>\s*$/.exec(mailbox) ?? []
  return { name, address }
}

export function domainOf(address: string): string {
  return /@([^\s@>]+)$/.exec(address)?.[1] ?? 'semel.invalid'
}

/** RFC 2919: mail programs show the name of the list, and filter by what is in angle brackets. */
export function listId(list: string, { name, url }: { name: string; url: string }): string {
  return `${encodePhrase(name)} <${list}.${new URL(url).hostname.replaceAll(/[[\]:]/g, '')}>`
}
