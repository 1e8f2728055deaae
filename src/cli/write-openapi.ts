import { writeFile } from 'node:fs/promises'
import { describeAll } from './describe.ts'

/* `npm run openapi`: writes what the routes say into openapi/, one document for each living version. */
for (const [version, document] of await describeAll()) {
  const text = `${JSON.stringify(document, undefined, 2)}\n`
  await writeFile(new URL(`../../openapi/${version}.json`, import.meta.url), text)
}
