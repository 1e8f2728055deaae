/** The content of an email. Its HTML part and its text part are both rendered from this, so they say the same. */
export type Letter = {
  subject: string
  /** The text that mail programs show beside the subject. */
  preview: string
  heading: string
  body: Block[]
  /** Why the reader gets this email. */
  reason: string
  replyTo?: { name: string; address: string }
  /** The link that ends emails of this kind (RFC 8058). */
  unsubscribe?: string
}

export type Block =
  | { kind: 'paragraph'; text: string }
  /** Smaller and paler, because most readers may skip it. */
  | { kind: 'note'; text: string }
  | { kind: 'button'; label: string; address: string }
  | { kind: 'facts'; rows: [label: string, value: string][] }
  | {
      kind: 'items'
      items: { name: string; detail: string; amount: string; image?: { src: string; alt: string } }[]
      total: string
    }
  /** The text of another person, shown as a quotation. */
  | { kind: 'quote'; text: string }

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** A time for people. The reader's time zone is unknown, so it names UTC. */
export function formatTime(date: Date): string {
  return `${days.format(date)} UTC`
}

/** @param name '' when it is unknown, or left out */
export function hello(name: string): string {
  return name ? `Hello ${name},` : 'Hello,'
}

/**
 * A name on one line and without direction marks, so that text in a name cannot pose as text of ours. In a header, mail
 * programs would decode `=?utf-8?q?=E2=80=AE?=` (RFC 2047) to such marks.
 */
export function oneLine(name: string): string {
  const line = name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ').trim()
  return line.replaceAll('=?', '= ?')
}

/**
 * The name, if it can only be a name: up to four words of letters. Anything else could be a link or a message to a
 * stranger, and is left out.
 */
export function plainName(name: string): string {
  const line = oneLine(name).normalize('NFC')
  const word = String.raw`[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*\.?`
  return line.length <= 40 && new RegExp(`^${word}(?: ${word}){0,3}$`, 'u').test(line) ? line : ''
}

/** Splits the text wherever any program might begin a new line. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n?|[\n\v\f\x85\u2028\u2029]/)
}
