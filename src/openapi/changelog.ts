/** The page that says what changed from version to version. */
import { type Html, html } from '../pages/html.ts'
import { VERSIONS, type Version } from '../versions/table.ts'
import { inline, operationsOf } from './reference-page.ts'
import type { Document, Schema } from './types.ts'

/** The difference between a version and the one before it. */
type Difference = {
  older: Version
  newer: Version
  /** A sentence from the version change. */
  summary: string
  schemas: { name: string; added: string[]; removed: string[]; renamed: [older: string, newer: string][] }[]
  /** The operations whose requests or responses differ, by name. */
  operations: string[]
}

/** Newest first. Summary and renames come from the version changes, everything else from comparing the documents. */
export function differences(documents: Map<string, Document>): Difference[] {
  return VERSIONS.slice(1)
    .map((newer, index) => {
      const older = VERSIONS[index]!
      const [before, after] = [documents.get(older.name)!, documents.get(newer.name)!]
      const { summary, fields } = older.change!
      const schemas = Object.keys(after.components.schemas).flatMap(name => {
        const was = before.components.schemas[name]
        return was ? compareSchemas(name, was, after.components.schemas[name]!, Object.entries(fields)) : []
      })
      const operations = operationsOf(after)
        .filter(operation => schemas.some(({ name }) => mentions(operation, name, after, new Set())))
        .map(({ operationId }) => operationId)
      return { older, newer, summary, schemas, operations }
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

/** Whether an operation sends or takes a schema, directly or inside another one. */
function mentions(part: unknown, name: string, document: Document, seen: Set<string>): boolean {
  for (const [, found] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (found === name) return true
    if (seen.has(found!)) continue
    seen.add(found!)
    if (mentions(document.components.schemas[found!], name, document, seen)) return true
  }
  return false
}

export function changelog(changes: Difference[]): Html {
  return html`<h1>Changelog</h1>
    <p class="lede">These are all the differences between the versions. A client that moves to the next version has nothing else to change.</p>
    ${changes.map(
      ({ older, newer, summary, schemas, operations }) => html`<section>
        <h2>${newer.name}, released ${newer.released}</h2>
        <p>${inline(summary)} ${older.deprecated && html`${older.name} is deprecated since then.`}</p>
        ${schemas.map(
          ({ name, added, removed, renamed }) => html`<h3>${name}</h3><ul>
            ${renamed.map(([was, is]) => html`<li><code>${was}</code> was renamed to <code>${is}</code>.</li>`)}
            ${added.map(field => html`<li><code>${field}</code> was added.</li>`)}
            ${removed.map(field => html`<li><code>${field}</code> was removed.</li>`)}
          </ul>`,
        )}
        <h3>Affected operations</h3>
        <ul class="columns">${operations.map(
          operationId =>
            html`<li><a href="/docs/${newer.name}/${operationId}">${operationId}<span class="unseen"> in ${newer.name}</span></a></li>`,
        )}</ul>
      </section>`,
    )}`
}
