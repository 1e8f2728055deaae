import { type Html, html } from '../html/html.ts'
import { table } from '../pages/components.ts'
import { PROBLEMS, type ProblemCode } from '../problems.ts'
import type { Version } from '../versions/table.ts'
import { exampleProblem } from './problems.ts'
import { codesOf, inline, operationsOf } from './reference-page.ts'
import type { Document } from './types.ts'

export function problemList(): Html {
  return html`<h1>Problems</h1>
    <p class="lede">The body of every error follows RFC 9457. Programs decide by its <code>code</code>, which never
      changes its meaning. The <code>detail</code> is for people.</p>
    ${table(
      'Problems',
      [
        { label: 'Status', cell: (code: ProblemCode) => PROBLEMS[code].status },
        { label: 'Code', cell: code => html`<a href="/problems/${code}">${code}</a>` },
        { label: 'Meaning', cell: code => inline(PROBLEMS[code].meaning) },
      ],
      (Object.keys(PROBLEMS) as ProblemCode[]).toSorted((a, b) => PROBLEMS[a].status - PROBLEMS[b].status),
    )}`
}

/** The page that the `type` of a problem leads to. */
export function problemView(code: ProblemCode, document: Document, version: Version): Html {
  const { status, title, meaning, members } = PROBLEMS[code]
  const operations = operationsOf(document).filter(({ responses }) =>
    Object.values(responses).some(response => '$ref' in response && codesOf(response, document).includes(code)),
  )
  return html`<h1>${title}</h1>
    <p class="address"><span class="verb">${status}</span> <code>${code}</code></p>
    <p class="lede">${inline(meaning)}</p>
    <h2>Example</h2>
    <div class="code"><pre tabindex="0" role="region"
      aria-label="Example"><code>${JSON.stringify(exampleProblem(code), undefined, 2)}</code></pre></div>
    ${
      members &&
      html`<p>Members beyond those of every problem: ${Object.keys(members).map(
        (name, index) => html`${index > 0 && ', '}<code>${name}</code>`,
      )}.</p>`
    }
    ${
      operations.length > 0 &&
      operations.length < 12 &&
      html`<h2>Operations that answer with it</h2>
      <ul>${operations.map(
        ({ operationId, summary }) => html`<li><a href="/docs/${version.name}/${operationId}">${summary}</a></li>`,
      )}</ul>`
    }
    <p><a href="/problems">All problems</a></p>`
}
