/** The things of the shop that an address in a menu leads to. They have a name, and may be gone. */
import { LANGUAGES } from '../../words/languages.ts'
import { ADDRESSES, LEGAL_SLUGS, type LegalSlug } from '../legal-pages.ts'

export type Target = { category: string } | { page: string } | { legal: LegalSlug }

const PREFIX = new RegExp(`^/(?:${LANGUAGES.join('|')})(?=/)`)

/** @returns undefined for any other address, such as one of another site */
export function targetOf(address: string): Target | undefined {
  const url = address.startsWith('/') ? URL.parse(address, 'http://shop.invalid') : null
  if (!url) return undefined
  const path = url.pathname.replace(PREFIX, '')
  const category = url.searchParams.get('category')
  // No category has the character NUL, which PostgreSQL refuses even in a search.
  if (path === '/products' && category && !category.includes('\0')) return { category }
  const page = /^\/pages\/([^/]+)$/.exec(path)?.[1]
  if (page) return { page }
  const legal = LEGAL_SLUGS.find(slug => ADDRESSES[slug] === path)
  return legal && { legal }
}

/** Addresses of the target's present name, in place of a former one. */
export function withName(address: string, target: Target, name: string): string {
  const url = new URL(address, 'http://shop.invalid')
  if ('category' in target) url.searchParams.set('category', name)
  else url.pathname = url.pathname.replace(/[^/]+$/, name)
  return `${url.pathname}${url.search}${url.hash}`
}
