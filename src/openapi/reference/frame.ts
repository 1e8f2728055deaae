import { type Html, html } from '../../pages/html.ts'
import { page } from '../../pages/layout.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { VERSIONS, type Version } from '../../versions/table.ts'
import type { Document } from '../types.ts'
import { operationsOf } from './differences.ts'

type Frame = {
  title: string
  description: string
  visitor: Visitor
  version: Version
  document: Document
  /** The same page in another version, when there is one. */
  inVersion: (name: string) => string
  main: Html
}

/** A page of the reference: versions on top, the operations at the side. */
export function referencePage({ title, description, visitor, version, document, inVersion, main }: Frame): Html {
  return page({
    title,
    description,
    visitor,
    ways: html`<nav class="tabs" aria-label="Versions"><ul>
        ${VERSIONS.toReversed().map(
          ({ name, deprecated }) =>
            html`<li><a href="${inVersion(name)}"${name === version.name && isOfVersion(visitor) && html` aria-current="true"`}>${name}${deprecated && ' (deprecated)'}</a></li>`,
        )}
        ${tab(visitor, '/docs/changes', 'Changelog')}
        ${tab(visitor, '/problems', 'Problems')}
      </ul></nav>`,
    main: html`<div class="reference">
        <details class="contents"><summary>Operations</summary>${contents(document, version, visitor)}</details>
        <div class="entry">${main}</div>
      </div>`,
  })
}

/** Some pages speak of all versions. */
function isOfVersion({ path }: Visitor): boolean {
  return path.startsWith('/docs') && path !== '/docs/changes'
}

function tab({ path }: Visitor, href: string, label: string): Html {
  return html`<li><a href="${href}"${path.startsWith(href) && html` aria-current="true"`}>${label}</a></li>`
}

function contents(document: Document, version: Version, { path }: Visitor): Html {
  const operations = operationsOf(document)
  return html`<nav aria-label="Operations">${document.tags.map(
    ({ name: tag }, place) =>
      // No headings: that of the page comes after them.
      html`<p id="contents-${place}">${tag}</p><ul aria-labelledby="contents-${place}">${operations
        .filter(({ tags }) => tags[0] === tag)
        .map(({ operationId, summary }) => {
          const address = addressOf(version, operationId)
          return html`<li><a href="${address}"${path === address && html` aria-current="page"`}>${summary}</a></li>`
        })}</ul>`,
  )}</nav>`
}

export function addressOf(version: Version, operationId: string): string {
  return `/docs/${version.name}/${operationId}`
}

export function verb(method: string): Html {
  return html`<span class="verb">${method.toUpperCase()}</span>`
}
