import { VERSIONS, type Version } from '../../versions/table.ts'
import type { Document, Operation, Schema } from '../types.ts'

/** What separates a version from the one before it. */
export type Difference = {
  older: Version
  newer: Version
  /** In the words of the change module. */
  summary: string
  schemas: { name: string; added: string[]; removed: string[]; renamed: [older: string, newer: string][] }[]
  /** The operations that ask or answer otherwise, by their names. */
  operations: string[]
}

/** Newest first. Words and renames are those of the change modules, the rest is read off the two documents. */
export function differences(documents: Map<string, Document>): Difference[] {
  return VERSIONS.slice(1)
    .map((newer, index) => {
      const older = VERSIONS[index]!
      const [before, after] = [documents.get(older.name)!, documents.get(newer.name)!]
      const renames = Object.entries(older.change!.fields)
      const schemas = Object.keys(after.components.schemas).flatMap(name => {
        const was = before.components.schemas[name]
        return was ? compareSchemas(name, was, after.components.schemas[name]!, renames) : []
      })
      const changed = schemas.map(({ name }) => name)
      const operations = operationsOf(after).filter(operation =>
        changed.some(name => mentions(operation, name, after, new Set())),
      )
      return {
        older,
        newer,
        summary: older.change!.summary,
        schemas,
        operations: operations.map(({ operationId }) => operationId),
      }
    })
    .reverse()
}

function compareSchemas(name: string, before: Schema, after: Schema, renames: [newer: string, older: string][]) {
  const [had, has] = [Object.keys(before.properties ?? {}), Object.keys(after.properties ?? {})]
  const renamed = renames
    .filter(([newer, older]) => had.includes(older) && has.includes(newer))
    .map(([newer, older]): [string, string] => [older, newer])
  const removed = had.filter(field => !has.includes(field) && !renamed.some(([older]) => older === field))
  const added = has.filter(field => !had.includes(field) && !renamed.some(([, newer]) => newer === field))
  return added.length + removed.length + renamed.length === 0 ? [] : [{ name, added, removed, renamed }]
}

/** Whether an operation sends or takes a schema, itself or inside another one. */
function mentions(part: unknown, name: string, document: Document, seen: Set<string>): boolean {
  for (const [, found] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (found === name) return true
    if (seen.has(found!)) continue
    seen.add(found!)
    if (mentions(document.components.schemas[found!], name, document, seen)) return true
  }
  return false
}

export function operationsOf({ paths }: Document): (Operation & { path: string; method: string })[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method })),
  )
}
