/** The page with the reference of one version. */
import { type Html, html } from '../html/html.ts'
import { assetAddress } from '../pages/assets.ts'
import type { Visitor } from '../pages/visitor.ts'
import { VERSIONS, type Version } from '../versions/table.ts'
import { SCALAR_SCRIPT, scalarConfiguration } from './scalar.ts'
import type { Document, Operation, Reference } from './types.ts'

/** The links between the parts of the documentation. */
export function documentationLinks({ path }: Visitor, first?: Html): Html {
  const item = (href: string, label: string) =>
    html`<li><a href="${href}"${path.startsWith(href) && html` aria-current="true"`}>${label}</a></li>`
  return html`<nav class="tabs" aria-label="API documentation"><ul>
      ${first}
      ${item('/docs/guides', 'Guides')}
      ${VERSIONS.toReversed().map(({ name, deprecated }) => item(`/docs/${name}`, deprecated ? `${name} (deprecated)` : name))}
      ${item('/problems', 'Problems')}
    </ul></nav>`
}

/**
 * Scalar shows the document of one version. The page has its own frame, because the stylesheet of the shop would change
 * the viewer. Without JavaScript it leads to the document itself.
 */
export function referencePage(title: string, document: Document, version: Version, visitor: Visitor): Html {
  const address = `/api/${version.name}/openapi.json`
  return html`<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${title} · Semel</title>
  <meta name="description" content="Every operation of version ${version.name} of the API of Semel.">
  <link rel="icon" type="image/svg+xml" href="${assetAddress('mark.svg')}">
  ${STYLE}
</head>
<body>
  ${documentationLinks(visitor, html`<li><a href="/">Semel</a></li>`)}
  <div data-third-party><script id="api-reference" src="${SCALAR_SCRIPT}"
    data-configuration="${scalarConfiguration(address)}" defer></script></div>
  <noscript><main>
    <h1>API reference, ${version.name}</h1>
    <p>${inline(document.info.description ?? '')}</p>
    <p>The viewer needs JavaScript. Without it you can read the <a href="${address}">OpenAPI 3.1 document</a> and the
      <a href="/docs/guides">guides</a>.</p>
  </main></noscript>
</body>
</html>
`
}

const STYLE = html`<style>
  body { margin: 0; font-family: system-ui, sans-serif; line-height: 1.5 }
  .tabs { padding: 0.75rem 1.5rem; border-bottom: 1px solid var(--scalar-border-color, currentColor) }
  .tabs { color: var(--scalar-color-1, CanvasText); background: var(--scalar-background-1, Canvas) }
  .tabs ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin: 0; padding: 0; list-style: none }
  .tabs a { color: inherit; text-decoration: none }
  .tabs a:hover, .tabs [aria-current] { text-decoration: underline; text-underline-offset: 0.3em }
  noscript main { padding: 0 1.5rem; overflow-wrap: anywhere }
  </style>`

type Listed = Operation & { path: string; method: string }

export function operationsOf({ paths }: Document): Listed[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method })),
  )
}

/** The codes of the problems that share a response. */
export function codesOf({ $ref }: Reference, { components }: Document): string[] {
  const { content = {} } = components.responses[$ref.split('/').at(-1)!]!
  return Object.values(content).flatMap(({ examples = {} }) => Object.keys(examples))
}

/** The fragment under which Scalar shows an operation. */
export function fragmentOf({ tags: [tag = ''], method, path }: Listed): string {
  return `#tag/${tag.toLowerCase()}/${method.toUpperCase()}${path}`
}

/** Markdown in one line: `code` is all that descriptions use. */
export function inline(text: string): (Html | string)[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))
}
