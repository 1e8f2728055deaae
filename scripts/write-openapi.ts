import { readFile, writeFile } from 'node:fs/promises'
import { generateTypes } from '../packages/client/generate.ts'
import { CURRENT } from '../src/versions/table.ts'
import { breakingChanges } from './compare-openapi.ts'
import { describeAll } from './openapi-documents.ts'

/*
 * `npm run openapi`: generates the document of each supported version into openapi/, and the types of the client. The
 * current version may still change. Older versions are promised, so a change that would break their clients is printed
 * and not written, unless `-- --break` confirms it.
 */
const confirmed = process.argv.includes('--break')
for (const [version, document] of await describeAll()) {
  const file = new URL(`../openapi/${version}.json`, import.meta.url)
  const committed = await readFile(file, 'utf8').catch(() => undefined)
  const breaks = committed && version !== CURRENT.name ? breakingChanges(JSON.parse(committed), document) : []
  for (const change of breaks) console.error(`${version} ${confirmed ? 'breaks' : 'would break'}: ${change}`)
  if (breaks.length === 0 || confirmed) await writeFile(file, `${JSON.stringify(document, undefined, 2)}\n`)
  else process.exitCode = 1
}
if (process.exitCode)
  console.error('These documents were not written. To write them anyway: npm run openapi -- --break')
await generateTypes()
