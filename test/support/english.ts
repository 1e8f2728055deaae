/** Finds English that is left in a page of another language. */
import { singulars } from '../../src/words/en.ts'
import type { Language } from '../../src/words/languages.ts'
import { inLanguage, translated } from '../../src/words/words.ts'

/** Words that no German or French sentence has. */
const ENGLISH =
  /(?:^|[\s“„«"'(])(?:the|your|you|and|with|this|that|have|has|is|are|of|to|cannot|please|which|from|yet|we)(?=[\s,.:;?!)’']|$)/i

/** Names of the languages, and words that Semel takes from the database or a standard. */
const SAME = new Set(['English', 'Isle of Man'])

/**
 * The texts of a page that are English: those that Semel has other words for in this language, and those with a word that only
 * English has. @param data what the test itself has written
 */
export function englishIn(page: string, language: Exclude<Language, 'en'>, data: RegExp = /^$/): string[] {
  return textsOf(page).filter(text => {
    if (SAME.has(text) || data.test(text)) return false
    return ENGLISH.test(text) || isTranslated(text, language)
  })
}

function isTranslated(text: string, language: Language): boolean {
  const own = inLanguage(language, () => translated(text))
  // A plural is no text of its own: "1 article" fits none.
  return own !== text && !Object.hasOwn(singulars, own)
}

/** Collects the texts of a page that a reader sees or hears. */
export function textsOf(page: string): string[] {
  const visible = page.replaceAll(/<(script|style|svg)\b.*?<\/\1>/gs, '').replaceAll(/<code\b.*?<\/code>/gs, '')
  const between = [...visible.matchAll(/>([^<>]+)</g)].map(([, text]) => text!)
  const spoken = [
    ...visible.matchAll(/ (?:aria-label|placeholder|title|alt|data-confirm|data-say)="([^"]+)"/g),
    ...visible.matchAll(/<meta (?:name="description"|property="og:[^"]+") content="([^"]+)"/g),
  ].map(([, text]) => text!)
  return [...between, ...spoken].map(text => plainText(text).replaceAll(/\s+/g, ' ').trim()).filter(Boolean)
}

export function plainText(text: string): string {
  return text
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
