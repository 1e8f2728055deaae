import type { Db } from '../../database/schema.ts'
import { listTexts } from '../../notifications/texts/texts.ts'
import { nameOfLanguage } from '../../words/languages.ts'
import type { Finding } from '../../words/text.ts'
import { currentLanguage, t, translated } from '../../words/words.ts'
import { EMAIL_TEXT } from '../operations/delivery-components.ts'

/** Words of the shop that an email had to do without: for the console and `semel doctor`. */
export async function findTextFindings(db: Db): Promise<Finding[]> {
  const failed = (await listTexts(db)).filter(({ failedAt }) => failedAt)
  return failed.map(({ kind, language, failure }) => ({
    level: 'warn',
    text: t(
      'Your words of the email "{email}" in {language} cannot be filled in: {failure} Emails go out with the built-in text.',
      {
        email: t(EMAIL_TEXT[kind]),
        language: nameOfLanguage(language, currentLanguage()),
        failure: translated(failure ?? ''),
      },
    ),
    see: { href: `/admin/settings/email-texts/${kind}/${language}`, label: 'Change the words' },
  }))
}
