import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { readCommitted } from '../../scripts/openapi-files.ts'

/*
 * Generates the types of every version from openapi/, and compiles src/ to dist/. `npm run check` and `npm test` run it
 * first, and `npm run openapi` last. It does nothing for types that are up to date: their first line names the document
 * and the generator they came from. Both clients also get the list of operations that take an Idempotency-Key.
 */
type Document = Awaited<ReturnType<typeof readCommitted>> extends Map<string, infer D> ? D : never

const HERE = new URL('.', import.meta.url)
const PYTHON = new URL('../client-python/semel_client/', HERE)

export async function generateTypes(): Promise<void> {
  const manifest = await readFile(new URL('package.json', import.meta.url), 'utf8')
  const documents = await readCommitted()
  for (const [version, document] of documents) {
    const source = createHash('sha256').update(manifest).update(JSON.stringify(document)).digest('hex')
    const head = `// Generated from openapi/, ${version} (${source}). Do not edit.\n`
    const file = new URL(typesFile(version), HERE)
    const present = await readFile(file, 'utf8').catch(() => '')
    if (!present.startsWith(head)) await writeFile(file, head + (await typesOf(document)))
  }
  await writeKeyed(documents.values().next().value!)
  await compile([...documents.keys()].sort().map(typesFile))
}

function typesFile(version: string): string {
  return `${version}.d.ts`
}

/** @param document of the current version */
async function writeKeyed({ paths }: Document): Promise<void> {
  const keyed = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { parameters }]) => parameters?.some(({ name }) => name === 'Idempotency-Key'))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  )
  const about = 'The operations that take an Idempotency-Key. Generated from openapi/: do not edit.'
  const typescript = `/** ${about} */
const KEYED = [
${keyed.map(operation => `  '${operation}',\n`).join('')}]

export function isKeyed(method: string, path: string): boolean {
  return KEYED.includes(\`\${method} \${path}\`)
}
`
  const python = `"""${about}"""\n\nKEYED = [\n${keyed.map(operation => `    "${operation}",\n`).join('')}]\n`
  await writeChanged(new URL('src/keyed.ts', HERE), typescript)
  await writeChanged(new URL('keyed.py', PYTHON), python)
}

async function writeChanged(file: URL, content: string): Promise<void> {
  if ((await readFile(file, 'utf8').catch(() => '')) !== content) await writeFile(file, content)
}

/** Compiles src/ with the compiler of this package, unless dist/ was made from the same source. */
async function compile(types: string[]): Promise<void> {
  const sources = (await readdir(new URL('src/', HERE))).sort().map(name => `src/${name}`)
  const files = [...sources, ...types, 'tsconfig.json', 'package.json']
  const hash = createHash('sha256')
  for (const file of files) hash.update(await readFile(new URL(file, HERE)))
  const source = hash.digest('hex')
  const marker = new URL('dist/.source', HERE)
  if ((await readFile(marker, 'utf8').catch(() => '')) === source) return
  const compiler = fileURLToPath(new URL('../bin/tsc', import.meta.resolve('typescript')))
  execFileSync(process.execPath, [compiler, '-p', fileURLToPath(HERE)], { stdio: 'inherit' })
  await writeFile(marker, source)
}

async function typesOf(document: object): Promise<string> {
  const { default: openapiTS, astToString } = await import('openapi-typescript')
  // A field with a default is always present in a response and optional in a request.
  return astToString(await openapiTS(document as never, { defaultNonNullable: false, alphabetize: false }))
}

if (import.meta.main) await generateTypes()
