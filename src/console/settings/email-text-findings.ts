import type { Db } from '../../database/schema.ts'
import type { Finding } from '../../notifications/health.ts'
import { listTexts } from '../../notifications/texts/texts.ts'
import { englishName } from '../../words/languages.ts'
import { EMAIL_TEXT } from '../operations/delivery-components.ts'

/** Words of the shop that an email had to do without: for the console and `semel doctor`. */
export async function findTextFindings(db: Db): Promise<Finding[]> {
  const failed = (await listTexts(db)).filter(({ failedAt }) => failedAt)
  return failed.map(({ kind, language, failure }) => ({
    level: 'warn',
    text:
      `Your words of the email "${EMAIL_TEXT[kind]}" in ${englishName(language)} cannot be filled in: ` +
      `${failure} Emails go out with the built-in text.`,
    see: { href: `/admin/settings/email-texts/${kind}/${language}`, label: 'Change the words' },
  }))
}
