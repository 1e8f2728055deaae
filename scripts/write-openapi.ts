import { readdir, rm, writeFile } from 'node:fs/promises'
import { generateTypes } from '../packages/client/generate.ts'
import { CURRENT } from '../src/versions/table.ts'
import { breakingChanges } from './compare-openapi.ts'
import { describeRoutes } from './openapi-documents.ts'
import { FOLDER, filesOf, readCommitted } from './openapi-files.ts'
import { PERMISSIONS_FILE, permissionsTable } from './permissions-table.ts'

/*
 * `npm run openapi`: writes the current document and the differences of the older ones into openapi/, and the types of the
 * client, and docs/permissions.md. The current version may still change. Older versions are promised, so a change that would break their clients is
 * printed and nothing is written, unless `-- --break` confirms it.
 */
const confirmed = process.argv.includes('--break')
const { documents, accessOf } = await describeRoutes()
const committed = await readCommitted()
const breaks = [...documents].flatMap(([version, document]) => {
  const before = version !== CURRENT.name && committed.get(version)
  return before ? breakingChanges(before, document).map(change => ({ version, change })) : []
})
for (const { version, change } of breaks) console.error(`${version} ${confirmed ? 'breaks' : 'would break'}: ${change}`)
if (breaks.length === 0 || confirmed) await writeAll()
else {
  process.exitCode = 1
  console.error('Nothing was written. To write openapi/ anyway: npm run openapi -- --break')
}

async function writeAll(): Promise<void> {
  const files = filesOf(documents)
  for (const name of await readdir(FOLDER)) if (!files.has(name)) await rm(new URL(name, FOLDER))
  for (const [name, text] of files) await writeFile(new URL(name, FOLDER), text)
  await writeFile(PERMISSIONS_FILE, permissionsTable(documents.get(CURRENT.name)!, accessOf))
  await generateTypes()
}
