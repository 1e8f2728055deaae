import { readdir, readFile } from 'node:fs/promises'
import type { Document } from '../src/openapi/types.ts'
import { applyChanges, type Change, differenceOf } from './json-patch.ts'

/*
 * openapi/ holds the document of the current version, such as v3.json, and of each older version only what differs in it
 * from the next newer one, as a JSON Patch with one change in each line (v2.patch.json, v1.patch.json).
 */
export const FOLDER = new URL('../openapi/', import.meta.url)
const PATCH = '.patch.json'

/** @param documents all supported versions, oldest first @returns the contents of each file, by its name */
export function filesOf(documents: Map<string, Document>): Map<string, string> {
  const versions = [...JSON.parse(JSON.stringify([...documents]))] as [string, Document][]
  return new Map(
    versions.map(([name, document], i) => {
      const newer = versions[i + 1]?.[1]
      if (!newer) return [`${name}.json`, `${JSON.stringify(document, undefined, 2)}\n`]
      return [`${name}${PATCH}`, linesOf(differenceOf(newer, document))]
    }),
  )
}

function linesOf(changes: Change[]): string {
  return `[\n${changes.map(change => `  ${JSON.stringify(change)}`).join(',\n')}\n]\n`
}

/** The documents that openapi/ holds, by version, newest first. */
export async function readCommitted(): Promise<Map<string, Document>> {
  const documents = new Map<string, Document>()
  let newer: Document | undefined
  for (const file of (await readdir(FOLDER)).toSorted(byVersion)) {
    newer = await readOne(file, newer).catch(cause => {
      throw new Error(`openapi/${file} cannot be read. Take all files of openapi/ from one commit.`, { cause })
    })
    documents.set(file.split('.')[0]!, newer)
  }
  return documents
}

async function readOne(file: string, newer: Document | undefined): Promise<Document> {
  const content = JSON.parse(await readFile(new URL(file, FOLDER), 'utf8'))
  return file.endsWith(PATCH) ? (applyChanges(newer, content) as Document) : content
}

/** Newest first: `v10.json`, `v9.patch.json`. */
function byVersion(one: string, other: string): number {
  return Number.parseInt(other.slice(1), 10) - Number.parseInt(one.slice(1), 10)
}
