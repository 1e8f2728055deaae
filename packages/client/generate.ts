import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'

/*
 * Generates the types of every version from openapi/. `npm run check`, `npm test` and `npm run openapi` run it first.
 * It does nothing for types that are up to date: their first line names the document and the generator they came from.
 */
const DOCUMENTS = new URL('../../openapi/', import.meta.url)

export async function generateTypes(): Promise<void> {
  const manifest = await readFile(new URL('package.json', import.meta.url), 'utf8')
  for (const name of await readdir(DOCUMENTS)) {
    const text = await readFile(new URL(name, DOCUMENTS), 'utf8')
    const source = createHash('sha256').update(manifest).update(text).digest('hex')
    const head = `// Generated from openapi/${name} (${source}). Do not edit.\n`
    const file = new URL(name.replace('.json', '.d.ts'), import.meta.url)
    const present = await readFile(file, 'utf8').catch(() => '')
    if (!present.startsWith(head)) await writeFile(file, head + (await typesOf(JSON.parse(text))))
  }
}

async function typesOf(document: object): Promise<string> {
  const { default: openapiTS, astToString } = await import('openapi-typescript')
  // A field with a default is always present in a response and optional in a request.
  return astToString(await openapiTS(document as never, { defaultNonNullable: false, alphabetize: false }))
}

if (import.meta.main) await generateTypes()
