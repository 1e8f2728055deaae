import type { Db } from '../../database/schema.ts'
import { invalidInput } from '../../problems.ts'
import { readShop } from '../../shop/settings.ts'

/** @throws Problem for a language that the shop does not have */
export async function requireLocaleOfShop(db: Db, locale: string): Promise<void> {
  const { languages } = await readShop(db)
  if (languages.some(language => language === locale)) return
  throw invalidInput({ field: 'locale', reason: `must be one of ${languages.join(', ')}`, code: 'not_allowed' })
}
