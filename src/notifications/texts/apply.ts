/** Puts the words of the shop into a letter. */
import { hello, type Letter, linesOf, type MailShop, oneLine } from '../messages/letter.ts'
import type { MailTexts } from './placeholders.ts'
import { fillIn, type Values } from './template.ts'

/** The values that every letter to this reader may insert. Each becomes one line, because strangers wrote some of them. */
export function valuesFor({ values = {} }: Letter, userName: string, { name }: MailShop): Values {
  const all = { 'shop.name': name, greeting: hello(userName), 'customer.name': userName, ...values }
  return Object.fromEntries(Object.entries(all).map(([key, value]) => [key, oneLine(value)]))
}

/** @throws when a text cannot be filled in; the letter is then to go out as it is */
export function withTexts(letter: Letter, texts: MailTexts, values: Values): Letter {
  const say = (text: string | null) => (text === null ? undefined : fillIn(text, values))
  const before = say(texts.before)
  const after = say(texts.after)
  return {
    ...letter,
    subject: lineOf(say(texts.subject)) ?? letter.subject,
    heading: lineOf(say(texts.heading)) ?? letter.heading,
    before: before === undefined ? letter.before : paragraphsOf(before),
    after: after === undefined ? letter.after : paragraphsOf(after).map(text => ({ kind: 'paragraph', text })),
    reason: say(texts.footer)?.trim() ?? letter.reason,
  }
}

/** A subject is one line of a header, and an empty one would make an email look like junk. */
function lineOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const line = oneLine(text)
  if (line === '') throw new Error('It is empty.')
  return line
}

function paragraphsOf(text: string): string[] {
  return linesOf(text)
    .join('\n')
    .split(/\n[ \t]*\n/)
    .map(paragraph => paragraph.trim())
    .filter(Boolean)
}
