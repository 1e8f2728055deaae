/**
 * Finds the font of each letter. Noto Sans has Latin, Greek, Cyrillic and Devanagari, and every paper embeds it. Other scripts
 * have packages of their own, cut into files: the `unicode.json` of a package says which letters a file has. It is read when a
 * paper needs it (docs/decisions/047).
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * The first that has a letter draws it. Vazirmatn comes before Noto Sans Arabic, which draws the dots of a letter apart: then readers
 * of a PDF copy other letters. The Chinese font has traditional letters and kana, too.
 */
const FAMILIES = [
  'noto-sans-armenian',
  'noto-sans-georgian',
  'noto-sans-hebrew',
  'vazirmatn',
  'noto-sans-arabic',
  'noto-sans-thai',
  'noto-sans-sc',
  'noto-sans-jp',
  'noto-sans-kr',
] as const
type Family = (typeof FAMILIES)[number]

/** A file of a family, such as `noto-sans-thai/thai` or `noto-sans-sc/118`. */
export type FontFile = `${Family}/${string}`

/** Lists the scripts that Noto Sans draws, but not beyond U+FFFF. `Common` and `Inherited` are shared by scripts. */
const IN_NOTO_SANS =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Devanagari}\p{Script=Common}\p{Script=Inherited}]/u
/** Letters of these scripts that Noto Sans lacks. Found with its own table of letters (fonts.test.ts). */
const NOT_IN_NOTO_SANS = new RegExp(
  [
    String.raw`[\u0640\u064b-\u0655\u0670\u1ac1-\u1ac4\u1ac6\u1acf-\u1add\u1ae0-\u1aeb\u1c89\u1c8a\u1cd0-\u1cd2\u1cd4-\u1cfa\u1dfa`,
    String.raw`\u20d0-\u20ef\u2160-\u2182\u2185-\u2188\u2460-\u249b\u24ea-\u24ff\u2776-\u2793\u3006\u302a-\u302d\u3031-\u3035\u303c`,
    String.raw`\u3099\u309a\u30fc\u3192-\u3195\u3220-\u3229\u3248-\u324f\u3251-\u325f\u3280-\u3289\u32b1-\u32bf\ua7cb-\ua7cf\ua7d2\ua7d4`,
    String.raw`\ua7da-\ua7dc\ua7f1\ua830-\ua835\ua8e0-\ua8f7\ua8fb\ua8fd\ua8fe\ua9cf\ufe01-\ufe0f\uff10-\uff19\uff21-\uff3a\uff41-\uff5a`,
    String.raw`\uff70\uff9e\uff9f]`,
  ].join(''),
  'u',
)
const IS_LETTER = /[\p{L}\p{M}\p{N}]/u
/** A text with kana shows its Chinese letters as Japan writes them. */
const HAS_KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u

/** @returns the files that may draw a letter of a text, best first. A list may name signs that its file lacks. */
export function fontFilesOf(letter: string, text: string): FontFile[] {
  const files = filesWith(letter)
  return HAS_KANA.test(text) ? files.toSorted((a, b) => Number(isJapanese(b)) - Number(isJapanese(a))) : files
}

function isJapanese(file: FontFile): boolean {
  return file.startsWith('noto-sans-jp/')
}

/** The letters of texts that no font has, each once. A PDF has a sign in their places. */
export function missingLetters(texts: readonly string[]): string[] {
  const letters = new Set(texts.join('').normalize('NFC'))
  return [...letters].filter(
    letter => IS_LETTER.test(letter) && !isInNotoSans(letter) && filesWith(letter).length === 0,
  )
}

export function isInNotoSans(letter: string): boolean {
  return letter.codePointAt(0)! <= 0xff_ff && IN_NOTO_SANS.test(letter) && !NOT_IN_NOTO_SANS.test(letter)
}

export function fontPathOf(file: FontFile): string {
  const [family, subset] = file.split('/')
  return resolve(`${family}/files/${family}-${subset}-wght-normal.woff2`)
}

type Range = { from: number; to: number; file: FontFile }

const filesByLetter = new Map<string, FontFile[]>()

function filesWith(letter: string): FontFile[] {
  const point = letter.codePointAt(0)!
  const files =
    filesByLetter.get(letter) ?? ranges().flatMap(({ from, to, file }) => (point >= from && point <= to ? file : []))
  filesByLetter.set(letter, files)
  return files
}

let known: Range[] | undefined

function ranges(): Range[] {
  known ??= FAMILIES.flatMap(readRanges)
  return known
}

/** `{"arabic": "U+0600-06FF,U+0750"}`. The numbered files of Chinese, Japanese and Korean are called `[118]`. */
function readRanges(family: Family): Range[] {
  const files: Record<string, string> = JSON.parse(readFileSync(resolve(`${family}/unicode.json`), 'utf8'))
  return Object.entries(files).flatMap(([name, list]) => {
    const file: FontFile = `${family}/${name.replaceAll(/[[\]]/g, '')}`
    return list.split(',').map(range => {
      const [from, to = from] = range.slice('U+'.length).split('-')
      return { from: Number.parseInt(from!, 16), to: Number.parseInt(to!, 16), file }
    })
  })
}

function resolve(path: string): string {
  return fileURLToPath(import.meta.resolve(`@fontsource-variable/${path}`))
}
