/** The texts of an announcement in the languages of its readers. Readers of other languages get the main text. */
import { Type } from 'typebox'
import { findText } from '../../shop/in-words.ts'
import { LANGUAGES, type Language } from '../../words/languages.ts'

type AnnouncementText = { subject: string; message: string }
export type AnnouncementTexts = Partial<Record<Language, AnnouncementText>>

export const TEXT = {
  subject: Type.String({
    minLength: 1,
    maxLength: 150,
    pattern: '^[^\\x00-\\x1f\\x7f-\\x9f]*[^\\s\\x00-\\x1f\\x7f-\\x9f][^\\x00-\\x1f\\x7f-\\x9f]*$',
    'x-reason': 'must be one line',
  }),
  message: Type.String({
    minLength: 1,
    maxLength: 20_000,
    pattern: '\\S',
    description: 'Plain text. An empty line begins a new paragraph.',
  }),
}

const byLanguage = LANGUAGES.map(language => [
  language,
  Type.Optional(Type.Object(TEXT, { title: 'AnnouncementText' })),
])

export const AnnouncementTexts = Type.Unsafe<AnnouncementTexts>(
  Type.Object(Object.fromEntries(byLanguage), {
    additionalProperties: false,
    'x-reason': `is not a language that Semel has words in: ${LANGUAGES.join(', ')}`,
    description:
      'Subject and message by language. A customer whose language is missing gets `subject` and `message`, which are in the ' +
      'main language of the shop. Each customer gets one email.',
  }),
)

export function readTexts(given: AnnouncementTexts = {}): AnnouncementTexts {
  const texts = Object.entries(given).map(([language, text]) => [language, { ...text, subject: text.subject.trim() }])
  return Object.fromEntries(texts)
}

/** The announcement with subject and message in the language of the email that is being written. */
export function inReadersLanguage<T extends AnnouncementText & { texts: AnnouncementTexts }>(announcement: T): T {
  const { texts } = announcement
  const subject = findText(language => texts[language]?.subject) ?? announcement.subject
  const message = findText(language => texts[language]?.message) ?? announcement.message
  return { ...announcement, subject, message }
}
