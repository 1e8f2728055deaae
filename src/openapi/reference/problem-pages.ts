import { table } from '../../pages/components.ts'
import { type Html, html } from '../../pages/html.ts'
import { PROBLEMS, type ProblemCode } from '../../problems.ts'
import type { Version } from '../../versions/table.ts'
import { CATALOGUE } from '../problem-catalogue.ts'
import { exampleProblem } from '../problems.ts'
import type { Document } from '../types.ts'
import { operationsOf } from './differences.ts'
import { addressOf } from './frame.ts'
import { block, inline } from './prose.ts'

const CODES = Object.keys(PROBLEMS) as ProblemCode[]

export function isProblemCode(text: string): text is ProblemCode {
  return (CODES as string[]).includes(text)
}

export function problemList(): Html {
  return html`<h1>Problems</h1>
    <p class="lede">Every error of the API has a body after RFC 9457. Programs go by its <code>code</code>, which never
      changes its meaning; people read its <code>detail</code>.</p>
    ${table(
      'Problems',
      [
        { label: 'Status', cell: (code: ProblemCode) => PROBLEMS[code][0] },
        { label: 'Code', cell: code => html`<a href="/problems/${code}"><code>${code}</code></a>` },
        { label: 'Meaning', cell: code => inline(CATALOGUE[code].meaning) },
      ],
      CODES.toSorted((a, b) => PROBLEMS[a][0] - PROBLEMS[b][0]),
    )}`
}

/** Where the `type` of a problem leads. */
export function problemView(code: ProblemCode, document: Document, version: Version): Html {
  const [status, title] = PROBLEMS[code]
  const { meaning, members } = CATALOGUE[code]
  const from = operationsOf(document).filter(({ responses }) =>
    Object.values(responses).some(response => '$ref' in response && response.$ref.split('.').includes(code)),
  )
  return html`<h1>${title}</h1>
    <p class="address"><span class="verb">${status}</span> <code>${code}</code></p>
    <p class="lede">${inline(meaning)}</p>
    <h2>Example</h2>
    ${block(JSON.stringify(exampleProblem(code), undefined, 2), 'Example')}
    ${members && html`<p>Beside what every problem has, it has ${Object.keys(members).map((name, index) => html`${index > 0 && ', '}<code>${name}</code>`)}.</p>`}
    ${
      from.length > 0 &&
      from.length < 12 &&
      html`<h2>Who answers with it</h2>
      <ul>${from.map(({ operationId, summary }) => html`<li><a href="${addressOf(version, operationId)}">${summary}</a></li>`)}</ul>`
    }
    <p><a href="/problems">All problems</a></p>`
}
