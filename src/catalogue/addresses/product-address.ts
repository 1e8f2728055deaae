import type { Product } from '../product.ts'

const LONGEST_SLUG = 60

/** The address of a product's page: its id, which decides, and its name, for people and search engines. */
export function productPath({ id, name }: Pick<Product, 'id' | 'name'>): string {
  const slug = slugOf(name)
  return slug ? `/products/${id}-${encodeURIComponent(slug)}` : `/products/${id}`
}

/** `Café "Crème" 2000` → `cafe-creme-2000`. Letters of other scripts stay. */
export function slugOf(name: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')
    .replaceAll('ø', 'o')
  const words =
    plain
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  let slug = ''
  for (const word of words) {
    if (slug.length + word.length >= LONGEST_SLUG) break
    slug += slug ? `-${word}` : word
  }
  return (slug || [...(words[0] ?? '')].slice(0, LONGEST_SLUG).join('')).normalize('NFC')
}

/** The id in the last part of such an address. Old addresses have the id alone, or another name. */
export function idInPath(part: string): string {
  return part.replace(/^(\d+)-.*$/s, '$1')
}
