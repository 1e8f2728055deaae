import { STATUS_CODES } from 'node:http'
import { badge, table } from '../../pages/components.ts'
import { type Html, html } from '../../pages/html.ts'
import { PROBLEMS, type ProblemCode } from '../../problems.ts'
import type { Version } from '../../versions/table.ts'
import type { Document, Operation, Parameter, Response, Schema } from '../types.ts'
import { curl, exampleCall, httpie } from './commands.ts'
import { type Field, fieldsOf, limitsInWords, typeInWords } from './fields.ts'
import { verb } from './frame.ts'
import { block, inline, prose } from './prose.ts'

type Subject = Operation & { path: string; method: string }

/** One operation: how to call it, what it takes, what it gives, what it refuses. */
export function operationView(document: Document, version: Version, operation: Subject, origin: string): Html {
  const { path, method, summary, description, parameters = [], requestBody } = operation
  const call = exampleCall(document, path, method, operation, origin)
  const body = requestBody?.content['application/json']
  return html`<h1>${summary}</h1>
    <p class="address">${verb(method)} <code>/api/${version.name}${path}</code> ${version.deprecated && badge('Deprecated', 'warn')}</p>
    ${prose(description)}
    ${parameters.length > 0 && html`<h2>Parameters</h2>${parameterTable(parameters, document)}`}
    ${body && html`<h2>Body</h2>${fieldTable('Body', fieldsOf(body.schema, document))}`}
    <h2>Example</h2>
    <h3>curl</h3>
    ${block(curl(call), 'With curl')}
    <h3>HTTPie</h3>
    ${block(httpie(call), 'With HTTPie')}
    ${Object.entries(operation.responses)
      .filter(([status]) => status < '400')
      .map(([status, response]) => answerView(status, response as Response, document))}
    <h2>Problems</h2>
    <p>Each has a body of <code>application/problem+json</code>.</p>
    ${problemTable(problemsIn(operation, document))}`
}

function answerView(status: string, { description, headers = {}, content }: Response, document: Document): Html {
  const answer = content?.['application/json']
  const fields = answer ? fieldsOf(answer.schema, document) : []
  return html`<h2>Answer ${status} ${STATUS_CODES[status]}</h2>
    ${description !== STATUS_CODES[status] && html`<p>${inline(description)}</p>`}
    ${answer && block(JSON.stringify(answer.example, undefined, 2), `Example of ${status}`)}
    ${fields.length > 0 && fieldTable('Answer', fields)}
    <h3>Headers</h3>
    <p>${Object.keys(headers).map((name, index) => html`${index > 0 && ', '}<code>${name}</code>`)}</p>`
}

function parameterTable(parameters: Parameter[], document: Document): Html {
  return table(
    'Parameters',
    [
      {
        label: 'Name',
        cell: ({ name, required }: Parameter) => html`<code>${name}</code> ${required && badge('required')}`,
      },
      { label: 'In', cell: ({ in: place }) => place },
      { label: 'Type', cell: ({ schema }) => typeInWords(schema, document) },
      {
        label: 'Meaning',
        cell: ({ description, schema }) => inline([description, limitsInWords(schema)].filter(Boolean).join(' ')),
      },
    ],
    parameters,
  )
}

function fieldTable(caption: string, fields: Field[]): Html {
  return table(
    caption,
    [
      {
        label: 'Field',
        cell: ({ path, required }: Field) => html`<code>${path}</code> ${!required && badge('optional')}`,
      },
      { label: 'Type', cell: ({ type }) => type },
      { label: 'Meaning', cell: ({ description }) => inline(description) },
    ],
    fields,
  )
}

function problemTable(codes: ProblemCode[]): Html {
  return table(
    'Problems',
    [
      { label: 'Status', cell: (code: ProblemCode) => PROBLEMS[code][0] },
      { label: 'Code', cell: code => html`<a href="/problems/${code}"><code>${code}</code></a>` },
      { label: 'Title', cell: code => PROBLEMS[code][1] },
    ],
    codes,
  )
}

function problemsIn({ responses }: Operation, { components }: Document): ProblemCode[] {
  return Object.values(responses).flatMap(response => {
    if (!('$ref' in response)) return []
    const { content } = components.responses[response.$ref.slice('#/components/responses/'.length)]!
    const [, own] = content!['application/problem+json']!.schema.allOf as [Schema, Schema]
    return own.properties!.code!.enum as ProblemCode[]
  })
}
