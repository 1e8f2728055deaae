import { readFile, writeFile } from 'node:fs/promises'
import { breakingChanges } from '../versions/openapi/compare.ts'
import { CURRENT } from '../versions/table.ts'
import { describeAll } from './describe.ts'

/*
 * `npm run openapi`: writes what the routes say into openapi/, one document for each living version. The current version
 * may still move; an older one has been promised, so a change that would break its clients is not written but named.
 */
for (const [version, document] of await describeAll()) {
  const file = new URL(`../../openapi/${version}.json`, import.meta.url)
  const committed = await readFile(file, 'utf8').catch(() => undefined)
  const breaks = committed && version !== CURRENT.name ? breakingChanges(JSON.parse(committed), document) : []
  if (breaks.length === 0) await writeFile(file, `${JSON.stringify(document, undefined, 2)}\n`)
  for (const change of breaks) console.error(`${version} would break: ${change}`)
  if (breaks.length > 0) process.exitCode = 1
}
