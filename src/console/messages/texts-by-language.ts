/** The fields of an announcement in the other languages of the shop. */
import type { AnnouncementTexts } from '../../notifications/announcements/announcement-texts.ts'
import type { Field } from '../../pages/field.ts'
import type { Form } from '../../pages/form.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { englishName, LANGUAGES, type Language } from '../../words/languages.ts'

export const TEXT_FIELDS: Field[] = LANGUAGES.flatMap(language => [
  { name: `texts.${language}.subject`, label: `Subject in ${englishName(language)}`, type: 'text' },
  {
    name: `texts.${language}.message`,
    label: `Message in ${englishName(language)}`,
    type: 'textarea',
    rows: 6,
    hint: 'Customers who read another language get the first message.',
  },
])

export function textValues(texts: AnnouncementTexts): Record<string, string> {
  const values = Object.entries(texts).flatMap(([language, { subject, message }]) => [
    [`texts.${language}.subject`, subject],
    [`texts.${language}.message`, message],
  ])
  return Object.fromEntries(values)
}

export function writtenLanguages(texts: AnnouncementTexts): Language[] {
  return LANGUAGES.filter(language => texts[language])
}

/**
 * The first texts are in the main language of the shop, and a shop with one language needs no others. A text that is written stays to be
 * changed.
 */
export function withLanguages({ shop }: Visitor, form: Form, texts: AnnouncementTexts = {}): Form {
  const others = [...(shop?.languages.slice(1) ?? []), ...writtenLanguages(texts)]
  const isShown = ({ name }: Field) =>
    !name.startsWith('texts.') || others.some(one => name.startsWith(`texts.${one}.`))
  return { ...form, fields: form.fields.filter(isShown) }
}
