/** Finds English that is left in a page of another language. */
import { singulars } from '../../src/words/en.ts'
import { LANGUAGES, type Language } from '../../src/words/languages.ts'
import type { Words } from '../../src/words/text.ts'
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

const TEXTS = new Map<Language, Words>()
for (const language of LANGUAGES.filter(each => each !== 'en')) {
  const folder = new URL(`../../src/words/${language}/`, import.meta.url)
  const { dictionary } = await import(new URL('dictionary.ts', folder).href)
  const { consoleDictionary } = await import(new URL('console/dictionary.ts', folder).href)
  TEXTS.set(language, { ...dictionary, ...consoleDictionary })
}

/**
 * The texts that a page says in both languages alike, except those that are the same words in both, and data.
 * @param english the page in English
 * @param data what the test itself has written, and names
 */
export function sameTexts(english: string, page: string, language: Exclude<Language, 'en'>, data: RegExp): string[] {
  const known = new Set(textsOf(withoutData(english)))
  return [...new Set(textsOf(withoutData(page)))].filter(
    text => known.has(text) && /\p{L}{2}/u.test(text) && TEXTS.get(language)![text] !== text && !data.test(text),
  )
}

/** Names of people, times, written texts and values of fields are data. */
function withoutData(page: string): string {
  return page
    .replaceAll(/<(bdi|time|textarea)\b.*?<\/\1>/gs, '')
    .replaceAll(/<(\w+) class="as-written">.*?<\/\1>/gs, '')
}

/** Collects the texts of a page that a reader sees or hears. */
function textsOf(page: string): string[] {
  const visible = page.replaceAll(/<(script|style|svg)\b.*?<\/\1>/gs, '').replaceAll(/<code\b.*?<\/code>/gs, '')
  const between = [...visible.matchAll(/>([^<>]+)</g)].map(([, text]) => text!)
  const spoken = [
    ...visible.matchAll(/ (?:aria-label|placeholder|title|alt|data-confirm|data-say)="([^"]+)"/g),
    ...visible.matchAll(/<meta (?:name="description"|property="og:[^"]+") content="([^"]+)"/g),
  ].map(([, text]) => text!)
  return [...between, ...spoken].map(text => plain(text).replaceAll(/\s+/g, ' ').trim()).filter(Boolean)
}

function plain(text: string): string {
  return text
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
