/**
 * Translates sentences that are English already, with their values in them. The server and the browser import this file,
 * so a page shows the same words with and without JavaScript.
 *
 * @typedef {{ one: string, other: string } & Partial<Record<Intl.LDMLPluralRule, string>>} Plural
 * @typedef {Readonly<Record<string, string | Plural>>} Words
 * @typedef {{ pattern: RegExp, text: string, names: string[] }} Pattern
 */

/** Values that are words themselves: `5 minutes`. Others, such as the name of a product, stay as they are. */
const TRANSLATED_VALUES = ['wait', 'ahead', 'age', 'factor', 'page', 'refusal']

/**
 * @param {Words} words the translations by their texts, which have `{holes}` for values
 * @param {Words} singulars the English forms for one, of the texts that have some
 * @param {string} language
 * @param {Readonly<Record<string, string>>} [languages] by their English names, what the hole `{language}` says
 * @returns {(sentence: string) => string} gives back a sentence that fits no text
 */
export function translator(words, singulars, language, languages = {}) {
  /** @type {Pattern[] | undefined} */
  let patterns
  const rules = new Intl.PluralRules(language)

  /** @param {string} sentence */
  return function translate(sentence) {
    const whole = Object.hasOwn(words, sentence) ? words[sentence] : undefined
    if (typeof whole === 'string') return whole
    patterns ??= patternsOf(Object.keys(words), singulars, Object.keys(languages))
    const fitting = patterns.find(({ pattern }) => pattern.test(sentence))
    if (!fitting) return sentence
    const values = valuesIn(sentence, fitting, translate, languages)
    return fill(chosen(words[fitting.text] ?? sentence, rules, values.count ?? values.total), values)
  }
}

/**
 * @param {string} sentence
 * @param {Pattern} pattern
 * @param {(sentence: string) => string} translate
 * @param {Readonly<Record<string, string>>} languages
 */
function valuesIn(sentence, { pattern, names }, translate, languages) {
  const found = pattern.exec(sentence) ?? []
  const values = names.map((name, index) => [name, found[index + 1] ?? ''])
  return Object.fromEntries(
    values.map(([name = '', value = '']) => {
      const own = TRANSLATED_VALUES.includes(name) ? translate(value) : value
      return [name, (name === 'language' && languages[value]) || own]
    }),
  )
}

/**
 * @param {string | Plural} words
 * @param {Intl.PluralRules} rules
 * @param {unknown} count
 */
export function chosen(words, rules, count) {
  if (typeof words === 'string') return words
  return words[rules.select(Number(count))] ?? words.other
}

/**
 * @param {string} words
 * @param {Readonly<Record<string, string | number>>} values
 */
export function fill(words, values) {
  return words.replaceAll(/\{(\w+)\}/g, (hole, name) => String(values[name] ?? hole))
}

/**
 * Patterns with the most words of their own come first, because `{label} is required` fits much.
 *
 * @param {string[]} texts
 * @param {Words} singulars
 * @param {string[]} languages
 * @returns {Pattern[]}
 */
function patternsOf(texts, singulars, languages) {
  return texts
    .filter(text => text.includes('{'))
    .toSorted((a, b) => ownWords(b) - ownWords(a))
    .flatMap(text => {
      const plural = singulars[text]
      const forms = typeof plural === 'object' ? [plural.one, text] : [text]
      return forms.map(form => ({ pattern: patternOf(form, languages), text, names: namesIn(form) }))
    })
}

/** @param {string} text */
const ownWords = text => text.replaceAll(/\{\w+\}/g, '').length

/**
 * @param {string} form
 * @param {string[]} languages
 */
function patternOf(form, languages) {
  const parts = form.split(/\{(\w+)\}/)
  // Each name follows the words before it.
  const pattern = parts.map((part, index) =>
    index % 2 === 1 ? valuePattern(part, languages) : part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
  )
  return new RegExp(`^${pattern.join('')}$`, 's')
}

/**
 * "Bank transfers" is no number of transfers, and "Link to us" is no second link.
 *
 * @param {string} name
 * @param {string[]} languages
 */
function valuePattern(name, languages) {
  if (name === 'language' && languages.length > 0) return `(${languages.join('|')})`
  if (name === 'n') return String.raw`(\d+)`
  return name === 'count' || name === 'total' ? String.raw`(.*?\d.*?)` : '(.+?)'
}

/** @param {string} form */
function namesIn(form) {
  return [...form.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}

/**
 * Writes the first day of a month as French does: "le 1er décembre 1996 (et non le 1 décembre 1996)", Guide du rédacteur of the
 * Bureau de la traduction of Canada, 2.4.2. The formats of `Intl` have the number alone.
 *
 * @param {string} date with the name of its month, as a format wrote it
 * @param {string} locale
 * @returns {string}
 */
export function withOrdinal(date, locale) {
  return locale.startsWith('fr') ? date.replace(/(?<![\p{Nd}:])1(?=[ \u00a0\u202f]\p{L})/u, '1er') : date
}
