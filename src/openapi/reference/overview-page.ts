import { table } from '../../pages/components.ts'
import { type Html, html } from '../../pages/html.ts'
import type { Version } from '../../versions/table.ts'
import type { Document } from '../types.ts'
import { type Difference, operationsOf } from './differences.ts'
import { addressOf, verb } from './frame.ts'
import { block, inline, prose } from './prose.ts'

/** Where a newcomer to a version begins. */
export function overview(document: Document, version: Version, origin: string): Html {
  const base = `${origin}${document.servers[0]!.url}`
  const operations = operationsOf(document)
  return html`<h1>API reference, ${version.name}</h1>
    ${prose(document.info.description)}
    <p class="row"><a class="button quiet" href="${document.servers[0]!.url}/openapi.json">OpenAPI 3.1 document</a></p>
    <h2>First steps</h2>
    <p>Sign in with password and one-time code, and keep the token:</p>
    ${block(
      [
        `PARTIAL_TOKEN=$(curl ${base}/auth/login \\`,
        `  --json '{"email":"ada@example.com","password":"…"}' | jq -r .partialToken)`,
        `TOKEN=$(curl ${base}/auth/mfa --header "Authorization: Bearer $PARTIAL_TOKEN" \\`,
        `  --json '{"code":"492039"}' | jq -r .token)`,
        `curl ${base}/users/me --header "Authorization: Bearer $TOKEN"`,
      ].join('\n'),
      'Signing in with curl',
    )}
    <h2>Operations</h2>
    ${document.tags.map(
      ({ name: tag, description }) => html`<h3>${tag}</h3><p>${inline(description)}</p>
        ${table(
          tag,
          [
            {
              label: 'Operation',
              cell: ({ operationId, summary }: (typeof operations)[number]) =>
                html`<a href="${addressOf(version, operationId)}">${summary}</a>`,
            },
            { label: 'Address', cell: ({ method, path }) => html`${verb(method)} <code>${path}</code>` },
          ],
          operations.filter(({ tags }) => tags[0] === tag),
        )}`,
    )}`
}

/** The changelog, newest first. */
export function changelog(changes: Difference[]): Html {
  return html`<h1>Changelog</h1>
    <p class="lede">Versions differ in the following and in nothing else. Who moves from one to the next finds here all there is to change.</p>
    ${changes.map(
      ({ older, newer, summary, schemas, operations }) => html`<section>
        <h2>${newer.name}, released ${newer.released}</h2>
        <p>${inline(summary)} ${older.deprecated && html`With it, ${older.name} is deprecated.`}</p>
        ${schemas.map(
          ({ name, added, removed, renamed }) => html`<h3>${name}</h3><ul>
            ${renamed.map(([was, is]) => html`<li><code>${was}</code> is called <code>${is}</code>.</li>`)}
            ${added.map(field => html`<li><code>${field}</code> is new.</li>`)}
            ${removed.map(field => html`<li><code>${field}</code> is gone.</li>`)}
          </ul>`,
        )}
        <h3>Operations that ask or answer with these</h3>
        <ul class="columns">${operations.map(
          operationId =>
            html`<li><a href="${addressOf(newer, operationId)}">${operationId}<span class="unseen"> in ${newer.name}</span></a></li>`,
        )}</ul>
      </section>`,
    )}`
}
