/** Renders the head of a page for search engines and for programs that show a preview of a link. */
import { dataBlock, type Html, html } from '../html/html.ts'
import { currentLanguage } from '../words/words.ts'
import { withPrefix } from './language.ts'
import type { Visitor } from './visitor.ts'

export type Preview = {
  /** The one address of a page that has several, without the prefix of a language. */
  readonly path: string
  /** The address of a picture on this site. */
  readonly image?: string | undefined
  /** The subject of the page, in the vocabulary of schema.org. */
  readonly data?: object
}

/** The page in the other languages of the shop (`hreflang`). */
export function alternates({ shop, site, path }: Visitor, preview?: Preview): Html | false {
  if (!shop || !site || shop.languages.length < 2 || /^\/(?:admin|dev|docs)(?:\/|$)/.test(path)) return false
  const address = preview?.path ?? path
  return html`${shop.languages.map(
    language => html`<link rel="alternate" hreflang="${language}" href="${site}${withPrefix(address, language)}">`,
  )}<link rel="alternate" hreflang="x-default" href="${site}${address}">`
}

/** The one address of a page in the language of its reader. @param path without the prefix of a language */
export function canonicalAddress({ site = '', shop }: Pick<Visitor, 'site' | 'shop'>, path: string): string {
  return `${site}${shop && shop.languages.length > 1 ? withPrefix(path, currentLanguage()) : path}`
}

/** @param words title and description, in the language of the page */
export function previewOf(
  visitor: Visitor,
  { path, image, data }: Preview,
  words: { title: string; description: string | undefined; name: string },
): Html {
  const { site } = visitor
  const address = canonicalAddress(visitor, path)
  return html`<link rel="canonical" href="${address}">
  <meta property="og:type" content="website">
  <meta property="og:site_name" content="${words.name}">
  <meta property="og:title" content="${words.title}">
  <meta property="og:url" content="${address}">
  ${words.description && html`<meta property="og:description" content="${words.description}">`}
  ${image && html`<meta property="og:image" content="${site}${image}">`}
  ${data && dataBlock('application/ld+json', data)}`
}
