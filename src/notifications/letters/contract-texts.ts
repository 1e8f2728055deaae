/** The texts of the shop that belong to a contract, as files of its confirmation (Directive 2011/83/EU, Article 8(7)). */
import type { Db } from '../../database/schema.ts'
import type { Attachment } from '../../mail/message.ts'
import { chooseText, findInForceAt, type LegalSlug } from '../../shop/legal-pages.ts'
import type { Language } from '../../words/languages.ts'

const OF_CONTRACT: readonly LegalSlug[] = ['terms', 'withdrawal']

export type ContractText = { title: string; file: Attachment }

/**
 * Terms and instructions on withdrawal as they were when the order was placed. A page may change, and the contract does not. None if
 * the shop had published none.
 */
export async function contractTexts(
  db: Db,
  { placedAt }: { placedAt: Date },
  { language, languages }: { language: Language; languages: readonly Language[] },
): Promise<ContractText[]> {
  const found = await Promise.all(OF_CONTRACT.map(slug => findInForceAt(db, slug, placedAt)))
  return found.flatMap(texts => {
    const text = chooseText(texts, language, languages)
    if (!text) return []
    const content = Buffer.from(`${text.title}\n\n${text.body}\n`)
    return [{ title: text.title, file: { name: `${text.slug}.txt`, type: 'text/plain; charset=utf-8', content } }]
  })
}
