/** The content of an email, and how its parts say names and times. */
import type { Attachment } from '../../mail/message.ts'
import type { Transfer } from '../../shop/bank-transfer.ts'
import { readableZone } from '../../time.ts'
import { withOrdinal } from '../../words/translate.js'
import { currentLocale, t } from '../../words/words.ts'
import type { Placeholder } from '../texts/placeholders.ts'

/**
 * The content of an email in the language of its reader. Its HTML part and its text part are both rendered from this, so
 * they say the same. The shop may put its own words in place of those of the subject, the heading, `before`, `after` and
 * the reason (texts/apply.ts); `facts` and `last` always stay.
 */
export type Letter = {
  subject: string
  /** The text that mail programs show beside the subject. */
  preview: string
  heading: string
  /** Paragraphs. */
  before: string[]
  /** The substance of the email, such as the items of an order or the link that resets a password. */
  facts: Block[]
  after: Block[]
  /** Blocks that no text of the shop replaces, such as the way out for readers whose address a stranger has entered. */
  last?: Block[]
  /** Reason why the reader gets this email. */
  reason: string
  replyTo?: { name: string; address: string }
  /** Mail programs show the emails with the same one together. */
  thread?: string
  /** The link that ends emails of this kind (RFC 8058). */
  unsubscribe?: string
  /** Files that come with it. */
  files?: readonly Attachment[]
  /** Values that the shop's texts may insert, besides those of every email. */
  values?: Partial<Record<Placeholder, string>>
}

/** The shop as a letter knows it. */
export type MailShop = {
  /** The address of its pages, without a slash at the end. */
  url: string
  name: string
  timeZone: string
  /** Country from which it sends parcels. */
  country: string
  /** `#rrggbb`. */
  accent: string
  /** Promise in the language of the reader; '' when the shop makes none. */
  deliveryPromise: string
  /** The seller's legal details on one line; '' while nobody has entered them. */
  legal: string
  /** Lines of the shop's own below emails about orders, in the language of the reader. */
  belowOrders?: string
  /** Account to which invoices are paid, and until when. */
  transfer?: Transfer | undefined
  /** Address to which goods come back; '' when nobody has said it. */
  returnAddress: string
  /** Days in which customers can withdraw after the delivery. */
  withdrawalDays: number
}

/** A fact may lead to an address, which is below its value in both parts. */
export type Fact = [label: string, value: string, address?: string]

export type Item = { name: string; detail: string; amount: string; image?: { src: string; alt: string } }

export type Block =
  | { kind: 'paragraph'; text: string }
  /** Smaller and paler, because most readers may skip it. */
  | { kind: 'note'; text: string }
  | { kind: 'button'; label: string; address: string }
  /** A way out for the few who need it. As a second large button it would be pressed by mistake. */
  | { kind: 'link'; label: string; address: string }
  | { kind: 'facts'; rows: Fact[] }
  | { kind: 'items'; items: Item[]; total: string }
  /** The text of another person, shown as a quotation. */
  | { kind: 'quote'; text: string }

/** A time for people, by the clock of the shop, which it names. */
export function formatTime(date: Date, shop: Pick<MailShop, 'timeZone'>): string {
  return formatted(date, shop, { ...DAY, hour: '2-digit', minute: '2-digit', timeZoneName: 'short' })
}

/** A time to the second, for a receipt. */
export function formatSecond(date: Date, shop: Pick<MailShop, 'timeZone'>): string {
  return formatted(date, shop, { ...DAY, hour: '2-digit', minute: '2-digit', second: '2-digit', timeZoneName: 'short' })
}

/** A day of the shop. */
export function formatDay(date: Date, shop: Pick<MailShop, 'timeZone'>): string {
  return formatted(date, shop, DAY)
}

/** A day of the calendar, like `2026-11-03`, which has no zone. */
export function formatCalendarDay(day: string): string {
  return formatted(new Date(day), { timeZone: 'UTC' }, DAY)
}

const DAY = { year: 'numeric', month: 'long', day: 'numeric' } as const

function formatted(
  date: Date,
  { timeZone }: Pick<MailShop, 'timeZone'>,
  style: Intl.DateTimeFormatOptions & typeof DAY,
): string {
  const name = `${currentLocale()} ${timeZone} ${style.timeZoneName ?? ''} ${style.second ?? ''}`
  const format =
    formats.get(name) ?? new Intl.DateTimeFormat(currentLocale(), { ...style, timeZone: readableZone(timeZone) })
  formats.set(name, format)
  return withOrdinal(format.format(date), currentLocale())
}

/** A format takes long to make. There are three for each language of a shop. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** @param name '' when it is unknown, or left out */
export function hello(name: string): string {
  return name ? t('Hello {name},', { name }) : t('Hello,')
}

/** Every block of the letter, from the first paragraph to the last. */
export function blocksOf({ before, facts, after, last = [] }: Letter): Block[] {
  return [...before.map(text => ({ kind: 'paragraph', text }) as const), ...facts, ...after, ...last]
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
