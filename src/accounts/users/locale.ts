import type { Db } from '../../database/schema.ts'
import { invalidInput } from '../../problems.ts'
import { readShop } from '../../shop/settings.ts'
import { LANGUAGES } from '../../words/languages.ts'
import type { Role } from '../tables.ts'

/** Languages that a user can choose. The console speaks more than the shop may, so staff choose from all. */
export function languagesFor(role: Role, languages: readonly string[]): readonly string[] {
  return role === 'customer' ? languages : LANGUAGES
}

/** @throws Problem for a language that neither the shop nor, for staff, the console has */
export async function requireLocaleOfShop(db: Db, locale: string, role: Role = 'customer'): Promise<void> {
  const languages = languagesFor(role, (await readShop(db)).languages)
  if (languages.includes(locale)) return
  throw invalidInput({ field: 'locale', reason: `must be one of ${languages.join(', ')}`, code: 'not_allowed' })
}
