import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { Document, Operation, Response, Schema } from '../../src/openapi/types.ts'
import type { Answer } from './client.ts'

/** Headers that mean something to clients. A response may only have them where its document names them. */
const DOCUMENTED = [
  'Location',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'Link',
  'ETag',
  'Deprecation',
  'Sunset',
  'Idempotent-Replayed',
  'Semel-Ignored',
  'WWW-Authenticate',
]

/** Checks responses against the document of their version: everything it requires, nothing it does not name. */
export class Contract {
  readonly document: Document
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true })
  readonly #validators = new Map<object, ValidateFunction>()

  constructor(document: Document) {
    this.document = document
    formats.default(this.#ajv)
    const schemas = Object.entries(document.components.schemas).map(([name, schema]) => [
      name,
      // A problem adds its own members, so the response as a whole is closed instead.
      name === 'Problem' ? schema : closed(schema),
    ])
    this.#ajv.addSchema({ $id: 'document', components: { schemas: Object.fromEntries(schemas) } })
  }

  /** @throws AssertionError that names the difference between response and document */
  check(operation: Operation, answer: Answer, request: string): void {
    const { status, headers, text } = answer
    const exchange = `${request} → ${status} ${text.slice(0, 500)}`
    const named = operation.responses[status]
    assert.ok(named, `this status is not documented: ${exchange}`)
    const response = '$ref' in named ? this.document.components.responses[named.$ref.split('/').at(-1)!]! : named
    this.#checkHeaders(response, answer, exchange)
    const type = headers.get('content-type')?.split(';')[0]
    if (!response.content) {
      assert.equal(text, '', `no body is documented: ${exchange}`)
      return
    }
    const content = response.content[type ?? '']
    assert.ok(content, `${type} is not documented: ${exchange}`)
    const validate = this.#validatorOf(content.schema)
    // A client has no JSON of a picture or a PDF. The document says of those only that they are bytes.
    const isBytes = 'format' in content.schema && content.schema.format === 'binary'
    assert.ok(validate(isBytes ? text : answer.body), `${this.#ajv.errorsText(validate.errors)}: ${exchange}`)
  }

  #checkHeaders({ headers: documented = {} }: Response, { headers }: Answer, exchange: string): void {
    for (const name of DOCUMENTED.filter(header => headers.has(header))) {
      assert.ok(documented[name], `the header ${name} is not documented: ${exchange}`)
    }
    for (const name of ['Semel-Version', 'X-Request-Id', 'Vary', ...(documented.Deprecation ? ['Deprecation'] : [])]) {
      assert.ok(headers.has(name), `the header ${name} is missing: ${exchange}`)
    }
    assert.equal(headers.get('semel-version'), this.document.info.version, exchange)
  }

  #validatorOf(schema: Schema): ValidateFunction {
    const known = this.#validators.get(schema)
    if (known) return known
    const whole = schema.allOf ? { ...schema, unevaluatedProperties: false } : closed(schema)
    const text = JSON.stringify(whole).replaceAll('"#/components', '"document#/components')
    const validate = this.#ajv.compile(JSON.parse(text))
    this.#validators.set(schema, validate)
    return validate
  }
}

/** The same schema without additional properties. */
function closed(schema: Schema): Schema {
  const { properties, items, anyOf } = schema
  const each = (parts: Record<string, Schema>) =>
    Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, closed(part)]))
  return {
    ...schema,
    ...(properties && { properties: each(properties) }),
    ...(items && { items: closed(items) }),
    ...(anyOf && { anyOf: anyOf.map(closed) }),
    ...(properties && schema.additionalProperties === undefined && { additionalProperties: false }),
  }
}
