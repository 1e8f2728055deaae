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
  const current = documents.values().next().value!
  await writeKeyed(current)
  await writeChanged(new URL('event_types.py', PYTHON), pythonTypes(current))
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

/** The events as Python sees them, because its clients get no types from the document otherwise. */
function pythonTypes({ webhooks, components }: Document): string {
  const classes = Object.entries(webhooks).map(([type, { post }]) => {
    const { $ref = '' } = post.requestBody!.content['application/json']!.schema
    const name = $ref
      .split('/')
      .at(-1)!
      .replace(/Webhook$/, '')
    const { properties = {}, required = [] } = components.schemas[`${name}Webhook`]!.properties!.data!
    const isWhole = required.length === Object.keys(properties).length
    const members = Object.entries(properties).map(([member, schema]) => {
      const kind = schema.type === 'integer' ? 'int' : 'str'
      return `    ${member}: ${schema.enum ? `Literal["${schema.enum[0]}"]` : kind}`
    })
    return { name, type, data: [`class ${name}Data(TypedDict${isWhole ? '' : ', total=False'}):`, ...members] }
  })
  const bodies = classes.map(({ name, type, data }) => [
    ...data,
    ...['', '', `class ${name}Webhook(_Body):`, `    type: Literal["${type}"]`, `    data: ${name}Data`],
    ...['', '', `class ${name}Event(_Read):`, `    type: Literal["${type}"]`, `    data: ${name}Data`],
  ])
  const union = (suffix: string) => ['Union[', ...classes.map(({ name }) => `    ${name}${suffix},`), ']'].join('\n')
  return `${PYTHON_HEAD}

${bodies.map(lines => lines.join('\n')).join('\n\n\n')}


#: What webhooks send. Its \`type\` tells which \`data\` there is.
WebhookEvent = ${union('Webhook')}
#: An event of the feed.
Event = ${union('Event')}
`
}

const PYTHON_HEAD = `"""The events and their data. Generated from openapi/: do not edit."""

from __future__ import annotations

from typing import Any, Literal, TypedDict, Union


class _Body(TypedDict):
    id: str
    position: int
    timestamp: str


class _Present(TypedDict, total=False):
    order: dict[str, Any]
    product: dict[str, Any]
    user: dict[str, Any]
    delivery: dict[str, Any]


class _Read(_Present):
    id: str
    position: int
    cursor: str
    at: str

`

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
