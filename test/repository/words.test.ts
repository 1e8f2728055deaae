import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { consoleDictionary } from '../../src/words/de/console/dictionary.ts'
import { dictionary } from '../../src/words/de/dictionary.ts'
import { refusals } from '../../src/words/de/refusals.ts'

/*
 * Counts what makes a text hard to read (STYLE.md, "English"). A count may fall, and nobody is forbidden a single good
 * sentence. When one falls far, lower its bound.
 */
const BOUNDS = {
  /** Comments with one of `HARD`. */
  patterns: 0,
  /** Comments that begin with a question or with In, in place of a verb or a thing. */
  questions: 0,
  /** Comments that begin with a preposition or a conjunction. Most are whole sentences with a clause in front. */
  openings: 88,
  /** Lines of the code that ships or measures. */
  longLines: 0,
  /** Constants of one name in more than three files, and exports. */
  names: 4,
  /** Tests whose name has more than twelve words. */
  testNames: 0,
}

const LONGEST_LINE = 140
const MOST_WORDS = 12
const MOST_FILES = 3

/** Verbs of everything, and sentences without a verb: status, report, request and record say what is meant. */
const HARD = [
  /^(?:Of|For|By) (?!example\b|default\b)/,
  /[.!?:] Of /,
  /\btold\b/,
  /\b(?:stands?|stood)\b/,
  /\bwish(?:es|ed)?\b/i,
  /\b(?:word of|'s word|by the word)\b/,
  /\bwhoever\b/i,
  /\b(?:has|have) none\b/,
]

type Source = { file: string; text: string; lines: string[] }

const sources: Source[] = []
for await (const file of glob('{src,packages,prove,bench,test,scripts}/**/*.{ts,js,css}', {
  exclude: name => /node_modules|dist$|\.d\.ts$/.test(name),
})) {
  const text = await readFile(file, 'utf8')
  sources.push({ file, text, lines: text.split('\n') })
}
sources.sort((a, b) => (a.file < b.file ? -1 : 1))

test('comments with hard words → no more than before', () => {
  const found = comments().filter(({ text }) => HARD.some(pattern => pattern.test(text)))
  atMost('patterns', found.map(shown))
})

test('comments that begin with no verb or thing → no more than before', () => {
  atMost(
    'questions',
    comments()
      .filter(({ text }) => /^(?:What|Who|Whose|How|Whether|Why|Which|Where|In) /.test(text))
      .map(shown),
  )
})

test('comments that begin with a preposition or conjunction → no more than before', () => {
  atMost(
    'openings',
    comments()
      .filter(({ text }) =>
        /^(?:At|From|To|On|With|Without|As|When|Those|That|Not|Also|Only|Before|After|Behind|Beside) /.test(text),
      )
      .map(shown),
  )
})

test('lines longer than 140 characters → no more than before', () => {
  const shipped = sources.filter(({ file }) => /^(?:src|packages|prove|bench)\//.test(file))
  const found = shipped.flatMap(({ file, lines }) =>
    lines
      .map((line, n) => ({ line: withoutTexts(line), n: n + 1 }))
      .filter(({ line }) => line.length > LONGEST_LINE)
      .map(({ n }) => `${file}:${n}`),
  )
  atMost('longLines', found)
})

test('one name for exports of many files → no more than before', () => {
  const files = Map.groupBy(
    sources
      .filter(({ file }) => !file.startsWith('test/') && !file.endsWith('.test.ts'))
      .flatMap(({ file, text }) => declared(text).map(name => ({ name, file }))),
    ({ name }) => name,
  )
  const found = [...files].filter(([, of]) => of.length > MOST_FILES)
  atMost(
    'names',
    found.map(([name, of]) => `${name}: ${of.map(({ file }) => file).join(' ')}`),
  )
})

test('names of tests longer than twelve words → no more than before', () => {
  const names = sources
    .filter(({ file }) => file.endsWith('.test.ts'))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/\btest\(\s*(['"`])(.+?)\1/g)].map(([, , name]) => ({ file, name: name! })),
    )
  const found = names.filter(({ name }) => name.split(/\s+/).filter(word => word !== '→').length > MOST_WORDS)
  atMost(
    'testNames',
    found.map(({ file, name }) => `${file}: ${name}`),
  )
})

function atMost(bound: keyof typeof BOUNDS, found: string[]): void {
  if (process.env.WORDS) console.log(`${bound}: ${found.length}\n  ${found.join('\n  ')}`)
  const most = BOUNDS[bound]
  assert.ok(found.length <= most, `${bound}: ${found.length} instead of ${most}. WORDS=1 npm test -- words lists them.`)
}

type Comment = { file: string; line: number; text: string }

const shown = ({ file, line, text }: Comment): string => `${file}:${line}: ${text}`

/** The comments of all files, each on one line. Comments of SQL begin with two hyphens. */
function comments(): Comment[] {
  return sources.flatMap(({ file, lines }) => {
    const found: Comment[] = []
    let open = false
    for (const [n, line] of lines.entries()) {
      const [, text] = /^\s*(?:\/\*+|\*(?!\/)|\/\/|--(?= ))\s?(.*?)(?:\s*\*\/)?$/.exec(line) ?? []
      const last = found.at(-1)
      if (text === undefined) open = false
      else if (open && last && !/^\s*\/\*/.test(line)) last.text = `${last.text} ${text}`.trim()
      else found.push({ file, line: n + 1, text })
      if (text !== undefined) open = !/\*\/\s*$/.test(line)
    }
    return found
  })
}

/** The line without texts of the dictionaries: each is the key of its translations, so it stays whole. */
function withoutTexts(line: string): string {
  if (line.length <= LONGEST_LINE) return line
  const plain = line.replace(/\\'/g, "'")
  return LONG_TEXTS.reduce((rest, text) => rest.replace(text, ''), plain)
}

const LONG_TEXTS = [dictionary, consoleDictionary, refusals]
  .flatMap(texts => Object.keys(texts))
  .filter(text => text.length > 80)

/** The constants in capitals of a file, and everything that it exports. */
function declared(text: string): string[] {
  const found = text.matchAll(/^(export )?(?:async )?(?:const|function\*?|class|type|interface) (\w+)/gm)
  return [
    ...new Set([...found].filter(([, out, name]) => out || /^[A-Z][A-Z_\d]+$/.test(name!)).map(([, , name]) => name!)),
  ]
}
