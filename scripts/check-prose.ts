/*
 * Refuses prose that STYLE.md rules out: sentences that open with Who, Whoever, Whose, Whatever or What, and words that
 * have a plainer one. It reads comments, string literals and Markdown. Part of `npm run check`.
 */
import { glob, readFile } from 'node:fs/promises'

const FILES = [
  '*.md',
  'docs/**/*.md',
  '{src,packages,scripts,test,bench,prove,bin}/**/*.{ts,js,md}',
  '.github/**/*.yml',
]
const LEFT_OUT = [
  /node_modules\//,
  /^packages\/client\/(?:v\d|dist\/)/,
  /^CHANGELOG\.md$/,
  /^scripts\/check-prose\.ts$/,
]

const RULES: [found: RegExp, advice: string][] = [
  [
    /(?:^|[.!?:] )(?:Who|Whoever|Whose|Whatever|Whom|What) [a-z][^?]*$/,
    'name the subject: a component, a user, a request',
  ],
  [/\be-mail/i, 'write "email"'],
  [/\btelephones?\b/i, 'write "phone"'],
  [/\bany more\b/i, 'write "no longer", or "anymore"'],
  [/\bin hand\b/i, 'write "in flight"'],
  [/\bfor ever\b/i, 'say how long, or write "forever"'],
  [/\bserved (?:its|their) time\b/i, 'write "expired"'],
]

let wrong = 0
for await (const file of glob(FILES)) {
  if (LEFT_OUT.some(pattern => pattern.test(file))) continue
  const text = await readFile(file, 'utf8')
  for (const { line, prose } of file.endsWith('.md') ? markdown(text) : code(text)) {
    for (const sentence of prose.split(/(?<=[.!?]) (?=[A-Z])/)) {
      for (const [found, advice] of RULES) {
        const match = found.exec(sentence)
        if (!match) continue
        wrong++
        console.error(`${file}:${line}: "${match[0].trim().slice(0, 60)}": ${advice}`)
      }
    }
  }
}
if (wrong > 0) {
  console.error(`\n${wrong} ${wrong === 1 ? 'place breaks' : 'places break'} the rules for prose in STYLE.md.`)
  process.exitCode = 1
}

type Prose = { line: number; prose: string }

/** Paragraphs, list items and table cells, without code. */
function* markdown(text: string): Generator<Prose> {
  const withoutCode = text
    .replace(/^```[\s\S]*?^```/gm, block => block.replace(/[^\n]/g, ''))
    .replace(/`[^`\n]*`/g, '·')
  yield* paragraphs(withoutCode.split('\n').map(line => line.replace(/^\s*(?:[-*>]|\d+\.|#+)\s+/, '\n')))
}

/** Comments, and string literals of at least three words. */
function* code(text: string): Generator<Prose> {
  const lines = text.split('\n')
  yield* paragraphs(
    lines.map(line => {
      const comment = /^\s*(?:\/\/|\/\*\*?|\*)(?: |$)(.*?)(?:\*\/)?$/.exec(line) ?? /\s\/\/ (.*)$/.exec(line)
      return comment ? comment[1]!.replace(/`[^`]*`/g, '·') : ''
    }),
  )
  for (const [index, line] of lines.entries()) {
    if (/^\s*(?:\/\/|\/?\*)/.test(line)) continue
    for (const [, , literal] of line.matchAll(/(['"`])((?:\\.|(?!\1).)+)\1/g)) {
      if (/\S+ \S+ \S+/.test(literal!)) yield { line: index + 1, prose: literal! }
    }
    const markup = />([A-Z][^<>{}$]+)/.exec(line)
    if (markup) yield { line: index + 1, prose: markup[1]! }
  }
}

/** Joins the lines of a paragraph; an empty line or a line break that a line begins with ends it. */
function* paragraphs(lines: string[]): Generator<Prose> {
  let start = 0
  let words: string[] = []
  for (const [index, line] of [...lines, ''].entries()) {
    if ((line.trim() === '' || line.startsWith('\n')) && words.length > 0) {
      yield { line: start, prose: words.join(' ') }
      words = []
    }
    if (line.trim() === '') continue
    if (words.length === 0) start = index + 1
    words.push(line.trim())
  }
}
