/**
 * An e-mail described once: both of its parts, HTML and text, are made from this, so they say the same.
 */
export type Letter = {
  subject: string
  /** What mail programs show beside the subject. */
  preview: string
  heading: string
  body: Block[]
  /** Why the reader gets this. */
  reason: string
  replyTo?: { name: string; address: string }
  /** An address where the reader can end messages of this kind (RFC 8058). */
  unsubscribe?: string
}

export type Block =
  | { kind: 'words'; text: string }
  /** Smaller and paler: what most readers may skip. */
  | { kind: 'note'; text: string }
  | { kind: 'button'; label: string; address: string }
  | { kind: 'facts'; rows: [label: string, value: string][] }
  | { kind: 'items'; items: { name: string; detail: string; amount: string }[]; total: string }
  /** Someone else's words, shown as such. */
  | { kind: 'quote'; text: string }

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** A time as a person reads it. We do not know where the reader is, so it says whose time it is. */
export function moment(date: Date): string {
  return `${days.format(date)} UTC`
}

/** What a stranger calls himself, on one line and in one direction: else his name could go on as if it were our words. */
export function oneLine(name: string): string {
  return name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ').trim()
}

/** Split wherever any program might begin a new line. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n?|[\n\v\f\x85\u2028\u2029]/)
}
