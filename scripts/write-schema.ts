import { writeFile } from 'node:fs/promises'
import { openEmbedded } from '@semel/embedded-postgres'
import { SCHEMA_FILE, schemaOfMigrations } from './schema-file.ts'

await using database = await openEmbedded('.semel-test', { join: true, fsync: false })
await writeFile(SCHEMA_FILE, await schemaOfMigrations(database.url))
