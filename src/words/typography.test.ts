import assert from 'node:assert/strict'
import { test } from 'node:test'
import { money, percent } from '../pages/format.ts'
import { consoleDictionary as germanConsole } from './de/console/dictionary.ts'
import { dictionary as german } from './de/dictionary.ts'
import { consoleDictionary as frenchConsole } from './fr/console/dictionary.ts'
import { dictionary as french } from './fr/dictionary.ts'
import { LANGUAGES, type Language } from './languages.ts'
import type { Words } from './text.ts'
import { inLanguage } from './words.ts'

/** Wrong in any text. */
const EVERYWHERE = { ellipsis: /\.\.\./, blanks: /\s{2}/ }

const FRENCH_UNITS = 'secondes?|minutes?|heures?|jours?|mois|ans?|euros?|caractères'

/**
 * Lexique des règles typographiques en usage à l'Imprimerie nationale, 3rd edition (ISBN 978-2-7433-0482-9): a space that does not
 * break before : ; ! ? %, the sign of a currency and », after « and n°; the typographic apostrophe; … as one sign. It wants a
 * narrow space before ; ! ?, which fonts often lack, so either counts.
 */
const FRENCH = {
  ...EVERYWHERE,
  'space before a sign': /[^\u00a0\u202f?!][?!;»%€]|(?<![\u00a0\u202f(*:])[:](?![/:)]|\d)/u,
  'space after «': /«[^\u00a0\u202f]/u,
  'space after n°': /[nN]°(?![\u00a0\u202f])|[nN]º/u,
  'number and unit': new RegExp(`[\\d}] (?:Mo|Go|ko|kg|g|cm|mm)(?!\\p{L})|\\d (?:${FRENCH_UNITS})(?!\\p{L})`, 'u'),
  apostrophe: /\p{L}'|'\p{L}/u,
  quotes: /["“”„]/u,
}

const GERMAN_UNITS = 'Sekunden?|Minuten?|Stunden?|(?:Werkt|T)agen?|Jahren?|Euro|Zeichen'

/**
 * DIN 5008:2020 and Duden, "Textverarbeitung, Maschinenschreiben und E-Mails": quotes are „…“; an abbreviation, "Nr.", a number and
 * its unit stay together; no blank before a sign.
 */
const GERMAN = {
  ...EVERYWHERE,
  'space before a sign': /[ \u00a0\u202f][?!:;](?!\w)/u,
  'space after Nr.': /Nr\.(?![\u00a0])(?= ?[\d{#])/u,
  'number and unit': new RegExp(
    `\\d[%€]|[\\d}] (?:MB|GB|kB|kg|g|cm|mm|%|€)(?!\\p{L})|\\d (?:${GERMAN_UNITS})(?!\\p{L})`,
    'u',
  ),
  abbreviation: /(?<!\p{L})(?:z|d|u|i|o|s)\.(?! ?\u00a0)(?= ?\p{L}\.)/u,
  apostrophe: /\p{L}'\p{L}/u,
  quotes: /["”«»]|“(?=\p{L})/u,
}

const TEXTS: readonly [string, Readonly<Record<string, RegExp>>, Words[]][] = [
  ['French', FRENCH, [{ ...french }, frenchConsole]],
  ['German', GERMAN, [{ ...german }, germanConsole]],
]

for (const [language, rules, dictionaries] of TEXTS) {
  for (const [rule, fault] of Object.entries(rules)) {
    test(`${language} texts → no fault of ${rule}`, () => {
      const texts = dictionaries.flatMap(words => Object.values(words)).flatMap(formsOf)
      assert.deepEqual(
        texts.filter(text => fault.test(withoutMarkup(text))),
        [],
      )
    })
  }
}

test('each rule → finds its fault', () => {
  const faults: [RegExp, string[], string[]][] = [
    [
      FRENCH['space before a sign'],
      ['Quoi ?', 'Quoi?', 'Nom :', '5 %', '« a »'],
      ['Quoi\u00a0?', 'à 10:30', 'https://x'],
    ],
    [FRENCH['space after n°'], ['n° 1', 'n°{id}', 'nº\u00a01'], ['n°\u00a0{id}']],
    [FRENCH.apostrophe, ["l'eau"], ['l’eau']],
    [FRENCH['number and unit'], ['5 Mo', '{limit} Mo', '30 minutes'], ['5\u00a0Mo']],
    [GERMAN['space after Nr.'], ['Nr. 5', 'Nr. {id}'], ['Nr.\u00a0{id}', 'Nr. und Jahr']],
    [GERMAN['number and unit'], ['5%', '5 MB', '3 Tage'], ['3\u00a0Tage']],
    [GERMAN.abbreviation, ['z. B.', 'z.B.'], ['z.\u00a0B.']],
    [GERMAN.quotes, ['"a"', '“a”', '«a»'], ['„a“']],
  ]
  for (const [rule, wrong, right] of faults) {
    assert.deepEqual([wrong.filter(text => !rule.test(text)), right.filter(text => rule.test(text))], [[], []])
  }
})

test('values in texts → minus sign, and no space at which they break', () => {
  const said = (language: Language) =>
    inLanguage(language, () => [money(-1_234_567, 'EUR'), percent(-0.125, 1), money(5, 'CHF')])
  assert.deepEqual(said('de'), ['−12.345,67\u00a0€', '−12,5\u00a0%', '0,05\u00a0CHF'])
  assert.deepEqual(said('fr'), ['−12\u202f345,67\u00a0€', '−12,5\u00a0%', '0,05\u00a0CHF'])
  assert.deepEqual(said('en'), ['-€12,345.67', '-12.5%', 'CHF\u00a00.05'])
  for (const language of LANGUAGES) for (const value of said(language)) assert.doesNotMatch(value, / /)
})

function formsOf(words: string | { one: string; other: string }): string[] {
  return typeof words === 'string' ? [words] : Object.values(words)
}

/** Attributes and addresses are no prose. */
function withoutMarkup(text: string): string {
  return text.replaceAll(/<[^>]*>/g, '').replaceAll(/https?:\S*/g, 'address')
}
