import { readdir, readFile } from 'node:fs/promises'
import openapiTS, { astToString } from 'openapi-typescript'

const DOCUMENTS = new URL('../../openapi/', import.meta.url)

/** @returns the text of the types for each committed document, by version */
export async function generateTypes(): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (const file of (await readdir(DOCUMENTS)).sort()) {
    const document = JSON.parse(await readFile(new URL(file, DOCUMENTS), 'utf8'))
    // What has a default is always there in an answer, and may be left out of a request.
    const types = await openapiTS(document, { defaultNonNullable: false, alphabetize: false })
    texts.set(
      file.replace('.json', ''),
      `// Derived from openapi/${file} by \`npm run openapi\`. Do not edit.\n${astToString(types)}`,
    )
  }
  return texts
}
