import type { Db } from '../../database/schema.ts'
import { invalidInput } from '../../problems.ts'
import { readShop } from '../../shop/settings.ts'

/**
 * The language that an account asks for, or the first one of the shop.
 * @throws Problem for a language that the shop does not have
 */
export async function localeAmongTheShops(db: Db, locale: string | undefined): Promise<string> {
  const { languages } = await readShop(db)
  if (locale === undefined) return languages[0]
  if (languages.some(language => language === locale)) return locale
  throw invalidInput({ field: 'locale', reason: `must be one of ${languages.join(', ')}`, code: 'not_allowed' })
}
