import { writeFile } from 'node:fs/promises'
import { generateTypes } from './types.ts'

/* Writes the types of every version from its committed document; part of `npm run openapi`. */
for (const [name, text] of await generateTypes()) await writeFile(new URL(`${name}.d.ts`, import.meta.url), text)
