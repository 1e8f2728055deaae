import { readFile, writeFile } from 'node:fs/promises'
import { CURRENT } from '../src/versions/table.ts'
import { breakingChanges } from './compare-openapi.ts'
import { describeAll } from './openapi-documents.ts'

/*
 * `npm run openapi`: writes what the routes say into openapi/, one document for each living version, and from these the
 * types of the client. The current version may still move; an older one has been promised, so a change that would break
 * its clients is not written but named, unless `-- --break` says that it is meant.
 */
const meant = process.argv.includes('--break')
for (const [version, document] of await describeAll()) {
  const file = new URL(`../openapi/${version}.json`, import.meta.url)
  const committed = await readFile(file, 'utf8').catch(() => undefined)
  const breaks = committed && version !== CURRENT.name ? breakingChanges(JSON.parse(committed), document) : []
  for (const change of breaks) console.error(`${version} ${meant ? 'breaks' : 'would break'}: ${change}`)
  if (breaks.length === 0 || meant) await writeFile(file, `${JSON.stringify(document, undefined, 2)}\n`)
  else process.exitCode = 1
}
if (process.exitCode) console.error('Nothing was written for these. If it is meant: npm run openapi -- --break')
await import('../packages/client/generate.ts')
