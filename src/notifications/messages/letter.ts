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
  | { kind: 'items'; items: { name: string; detail: string; amount: string }[]; total: string }
  /** The text of another person, shown as a quotation. */
  | { kind: 'quote'; text: string }

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** A time for people. The reader's time zone is unknown, so it names UTC. */
export function moment(date: Date): string {
  return `${days.format(date)} UTC`
}

/** A name on one line and without direction marks, so that text in a name cannot pose as text of ours. */
export function oneLine(name: string): string {
  return name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ').trim()
}

/** Splits the text wherever any program might begin a new line. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n?|[\n\v\f\x85\u2028\u2029]/)
}
