import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'

/*
 * The documents name files, npm scripts and commands. Renaming one of them must not leave a document behind.
 */
const FILES = ['{README,ARCHITECTURE,STYLE,CONTRIBUTING,SECURITY}.md', 'docs/**/*.md']
const FOLDERS = ['src', 'test', 'packages', 'scripts', 'docs', 'bin', 'bench', 'prove', 'migrations', 'openapi']

type Document = { file: string; text: string; spans: string[] }

const documents: Document[] = []
for await (const file of glob(FILES)) {
  const text = await readFile(file, 'utf8')
  const prose = text.replace(/^```[\s\S]*?^```/gm, '')
  documents.push({ file, text, spans: [...prose.matchAll(/`([^`\n]+)`/g)].map(([, span]) => span!) })
}
const code = await Array.fromAsync(glob('{src,test,packages,scripts,prove,bench}/**/*.{ts,js,css}'))
const tests = new Set(code.map(file => basename(file)))

test('files and folders that a document names exist', () => {
  const missing = documents.flatMap(({ file, text, spans }) => {
    const links = [...text.matchAll(/\]\(([^)#:]+)\)|src="([^":]+)"/g)].map(([, link, image]) => link ?? image!)
    const paths = spans.filter(isPath).flatMap(withBraces)
    return [
      // Links that begin with a slash are pages; test/release/guides.test.ts requests them.
      ...links.filter(link => !link.startsWith('/') && !existsSync(join(dirname(file), link))),
      ...paths.filter(path => !exists(path)),
      ...spans.filter(span => /^[\w-]+\.test\.ts$/.test(span) && !tests.has(span)),
    ].map(name => `${file}: ${name}`)
  })
  assert.deepEqual(missing, [])
})

/** `src/time.ts` and `docs/decisions/`, or in ARCHITECTURE.md `http/errors.ts`, which is below src. */
function isPath(span: string): boolean {
  return (
    /^[\w.{},*/-]+$/.test(span) &&
    (FOLDERS.some(folder => span.startsWith(`${folder}/`)) || /^[\w-]+(\/[\w-]+)*\/[\w-]+\.ts$/.test(span))
  )
}

/** `prove/{r1,r2}.ts` names two files. A path with NNN or * is a pattern. */
function withBraces(span: string): string[] {
  if (/NNN|vN|\*/.test(span)) return []
  const [, before, names, after] = /^(.*)\{(.+)\}(.*)$/.exec(span) ?? []
  return names ? names.split(',').map(name => before! + name + after!) : [span]
}

function exists(path: string): boolean {
  return existsSync(path) || existsSync(join('src', path))
}

test('the glossary has each word once', () => {
  const { text } = documents.find(({ file }) => file === 'docs/glossary.md')!
  const words = [...text.matchAll(/^\| ([^|]+?) +\|/gm)].map(([, word]) => word!)
  assert.ok(words.length > 100)
  assert.deepEqual(
    words.filter((word, index) => words.indexOf(word) !== index),
    [],
  )
})

test('decisions are numbered without gaps, and every mention is one listed', async () => {
  const records = (await Array.fromAsync(glob('docs/decisions/0*.md'))).map(file => basename(file)).toSorted()
  const numbers = records.map(name => name.slice(0, 3))
  assert.deepEqual(
    numbers,
    records.map((_, i) => String(i + 1).padStart(3, '0')),
  )
  const list = await readFile('docs/decisions/README.md', 'utf8')
  assert.deepEqual(
    [...list.matchAll(/\]\((.+?)\)/g)].map(([, name]) => name),
    records,
  )
  const texts = [
    ...documents,
    ...(await Promise.all(code.map(async file => ({ file, text: await readFile(file, 'utf8') })))),
  ]
  const unknown = texts.flatMap(({ file, text }) =>
    [...text.matchAll(/(?:docs\/decisions\/|\b[Dd]ecision )(\d{2,})/g)]
      .filter(([, number]) => !numbers.includes(number!))
      .map(([found]) => `${file}: ${found}`),
  )
  assert.deepEqual(unknown, [])
})

test('npm scripts that a document names exist', async () => {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8'))
  const missing = documents.flatMap(({ file, text }) =>
    [...text.matchAll(/\bnpm run ([a-z][\w:-]*)/g)]
      .filter(([, name]) => !(name! in scripts))
      .map(([command]) => `${file}: ${command}`),
  )
  assert.deepEqual(missing, [])
})

test('semel commands that a document names exist', async () => {
  const named = documents.flatMap(({ file, text }) =>
    [...text.matchAll(/(?:`|^|npx )semel ([a-z][a-z-]*)(?: ([a-z][a-z-]*))?/gm)].map(
      ([found, command, part]) => [`${file}: ${found}`, command!, part] as const,
    ),
  )
  const parents = [...new Set(named.filter(([, , part]) => part).map(([, command]) => command))]
  const commands = await commandsOf()
  const parts = new Map(await Promise.all(parents.map(async name => [name, await commandsOf(name)] as const)))
  const missing = named.filter(([, command, part]) => {
    const known = parts.get(command)?.length ? parts.get(command)! : undefined
    return !commands.includes(command) || (part && known && !known.includes(part))
  })
  assert.deepEqual(missing, [])
})

/** The subcommands of a command, as its help lists them. */
async function commandsOf(...path: string[]): Promise<string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ['src/main.ts', ...path, '--help'])
  const listed = stdout.split('Commands:\n')[1] ?? ''
  return [...listed.matchAll(/^ {2}(\w[\w-]*)/gm)].map(([, name]) => name!).filter(name => name !== 'help')
}
