/** The legal pages of the shop: which there are, where customers read them, and their published texts. */
import type { Generated } from 'kysely'
import type { Db } from '../database/schema.ts'
import { isLanguage, type Language } from '../words/languages.ts'

declare module '../database/schema.ts' {
  interface Tables {
    pages: {
      slug: LegalSlug
      locale: Language
      title: string
      body: string
      published: number | null
      version: Generated<number>
      changed_at: Date
    }
    page_versions: {
      slug: LegalSlug
      number: number
      locale: Language
      title: string
      body: string
      published_at: Date
      published_by: string
    }
  }
}

export const LEGAL_SLUGS = ['imprint', 'terms', 'privacy', 'withdrawal', 'delivery'] as const
export type LegalSlug = (typeof LEGAL_SLUGS)[number]

/** Addresses at which customers read them. */
export const ADDRESSES = {
  imprint: '/imprint',
  terms: '/terms',
  privacy: '/privacy',
  withdrawal: '/withdrawal-policy',
  delivery: '/delivery',
} as const satisfies Record<LegalSlug, string>

/** Titles of pages without a title of their own. Footers use them too. */
export const LEGAL_NAMES = {
  imprint: 'Imprint',
  terms: 'Terms',
  privacy: 'Privacy',
  withdrawal: 'Withdrawal',
  delivery: 'Delivery',
} as const satisfies Record<LegalSlug, string>

export type PublishedPage = {
  slug: LegalSlug
  number: number
  locale: Language
  title: string
  body: string
  published_at: Date
}

const PUBLISHED_COLUMNS = [
  'page_versions.slug',
  'page_versions.number',
  'page_versions.locale',
  'page_versions.title',
  'page_versions.body',
  'page_versions.published_at',
] as const

/** The texts of a page that customers read now, in each language at most one. */
export async function findPublished(db: Db, slug: LegalSlug): Promise<PublishedPage[]> {
  return db
    .selectFrom('pages')
    .innerJoin('page_versions', join =>
      join.onRef('page_versions.slug', '=', 'pages.slug').onRef('page_versions.number', '=', 'pages.published'),
    )
    .select(PUBLISHED_COLUMNS)
    .where('pages.slug', '=', slug)
    .execute()
}

/** The texts that were in force when the one of this number was the newest. None if there is no such number. */
export async function findInForce(db: Db, slug: LegalSlug, number: number): Promise<PublishedPage[]> {
  const texts = await db
    .selectFrom('page_versions')
    .distinctOn('locale')
    .select(PUBLISHED_COLUMNS)
    .where('slug', '=', slug)
    .where('number', '<=', number)
    .orderBy('locale')
    .orderBy('number', 'desc')
    .execute()
  return texts.some(text => text.number === number) ? texts : []
}

/** The texts of a page that were in force at a time, in each language at most one. */
export async function findInForceAt(db: Db, slug: LegalSlug, at: Date): Promise<PublishedPage[]> {
  return db
    .selectFrom('page_versions')
    .distinctOn('locale')
    .select(PUBLISHED_COLUMNS)
    .where('slug', '=', slug)
    .where('published_at', '<=', at)
    .orderBy('locale')
    .orderBy('number', 'desc')
    .execute()
}

/** The text in the language of the reader, or in the first one of the shop that it has. */
export function chooseText<Page extends { locale: Language }>(
  texts: readonly Page[],
  language: Language,
  languages: readonly Language[],
): Page | undefined {
  for (const wanted of [language, ...languages]) {
    const found = texts.find(({ locale }) => locale === wanted)
    if (found) return found
  }
  return texts[0]
}

function isLegalSlug(text: unknown): text is LegalSlug {
  return (LEGAL_SLUGS as readonly unknown[]).includes(text)
}

/** @returns undefined if there can be no such page */
export function pageKeyOf(params: unknown): { slug: LegalSlug; locale: Language } | undefined {
  const { slug, locale } = params as { slug?: string; locale?: string }
  return isLegalSlug(slug) && isLanguage(locale) ? { slug, locale } : undefined
}
