import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { breakingChanges } from '../../scripts/compare-openapi.ts'
import { applyChanges, differenceOf } from '../../scripts/json-patch.ts'
import { describeRoutes } from '../../scripts/openapi-documents.ts'
import { FOLDER, filesOf, readCommitted } from '../../scripts/openapi-files.ts'
import { PERMISSIONS_FILE, permissionsTable } from '../../scripts/permissions-table.ts'
import { FEED_TYPES } from '../../src/events/feed-data.ts'
import type { Content, Document, Operation } from '../../src/openapi/types.ts'
import { CURRENT } from '../../src/versions/table.ts'

const { documents, accessOf } = await describeRoutes()
const committed = await readCommitted()

test('openapi/ holds the current document and the older differences, up to date', async () => {
  const held = new Map<string, string>()
  for (const name of (await readdir(FOLDER)).sort()) held.set(name, await readFile(new URL(name, FOLDER), 'utf8'))
  assert.deepEqual([...held.keys()], ['v1.patch.json', 'v2.patch.json', 'v3.json'])
  assert.deepEqual(held, filesOf(documents))
})

test('docs/permissions.md shows who may call each operation, up to date', async () => {
  const table = permissionsTable(documents.get(CURRENT.name)!, accessOf)
  assert.equal(await readFile(PERMISSIONS_FILE, 'utf8'), table)
})

for (const [name, document] of documents) {
  test(`${name}: the document is that of the routes and breaks no client`, () => {
    if (name !== CURRENT.name) assert.deepEqual(breakingChanges(committed.get(name)!, document), [])
    assert.deepEqual(JSON.parse(JSON.stringify(document)), committed.get(name))
  })

  test(`${name}: each event has a webhook with the data that it says`, () => {
    assert.deepEqual(Object.keys(document.webhooks), FEED_TYPES)
    const { properties } = document.components.schemas.OrderTrackingNumberChangedWebhook!
    assert.deepEqual(properties!.type!.enum, ['order.tracking_number_changed'])
    assert.deepEqual(Object.keys(properties!.data!.properties!), ['orderId', 'metadata'])
  })

  test(`${name}: the document is valid OpenAPI 3.1`, async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document) as never)
    assert.ok(valid, JSON.stringify(errors, undefined, 2))
  })

  test(`${name}: the linter has no findings`, async () => {
    const config = await createConfig({ extends: ['recommended'] })
    const found = await lintFromString({ source: JSON.stringify(document), config, absoluteRef: `${name}.json` })
    assert.deepEqual(
      found.map(({ ruleId, message }) => `${ruleId}: ${message}`),
      [],
    )
  })

  test(`${name}: every operation has a unique id and a summary`, () => {
    const names = operationsOf(document).map(({ operationId }) => operationId)
    assert.deepEqual(names, [...new Set(names)])
    for (const { where, operationId, summary } of operationsOf(document)) {
      assert.match(operationId, /^[a-z][A-Za-z]+$/, where)
      assert.match(summary, /^[A-Z].*[^.]$/, where)
    }
  })

  test(`${name}: generators find names for everything and descriptions of parameters`, () => {
    const { components, tags } = document
    const names = [...Object.values(components).flatMap(part => Object.keys(part)), ...tags.map(tag => tag.name)]
    for (const made of names.filter(made => !Object.hasOwn(components.headers, made))) {
      assert.match(made, /^[A-Za-z][A-Za-z0-9_]*$/)
    }
    for (const { where, requestBody, responses, parameters = [], tags: own } of operationsOf(document)) {
      assert.ok(own.every(tag => tags.some(known => known.name === tag)))
      for (const { name, description } of parameters) assert.match(description ?? '', /[.`]$/, `${where} ${name}`)
      for (const [status, answer] of Object.entries({ body: requestBody, ...responses })) {
        const schema = answer && 'content' in answer && answer.content?.['application/json']?.schema
        if (schema) assert.ok(schema.$ref, `${where} ${status} has no name`)
      }
    }
  })

  test(`${name}: every example matches its schema`, () => {
    const ajv = new Ajv2020({ strict: false })
    formats.default(ajv)
    ajv.addSchema({ $id: 'document', components: document.components })
    const inDocument = (schema: object) => JSON.stringify(schema).replaceAll('"#/components', '"document#/components')
    // Hundreds of answers have the same few schemas.
    const compiled = new Map<string, ValidateFunction>()
    const compile = (schema: string): ValidateFunction => {
      const made = compiled.get(schema) ?? ajv.compile(JSON.parse(schema))
      compiled.set(schema, made)
      return made
    }
    const check = (where: string, schema: object, example: unknown) => {
      const validate = compile(inDocument(schema))
      assert.ok(validate(example), `${where}: ${JSON.stringify(example)} ${ajv.errorsText(validate.errors)}`)
    }
    const checkAll = (where: string, content: Content = {}) => {
      for (const { schema, example, examples } of Object.values(content)) {
        // The same body as that of application/problem+json, which has the examples.
        const repeats = '$ref' in schema && schema.$ref === '#/components/schemas/Problem'
        if (!examples && !repeats) check(where, schema, example)
        for (const code of Object.keys(examples ?? {})) {
          check(`${where} ${code}`, schema, document.components.examples[code]!.value)
        }
      }
    }
    for (const { where, requestBody, responses, parameters = [] } of operationsOf(document)) {
      checkAll(`${where} body`, requestBody?.content)
      for (const { name, schema, example } of parameters)
        if (example !== undefined) check(`${where} ${name}`, schema, example)
      for (const [status, response] of Object.entries(responses)) {
        if ('content' in response) checkAll(`${where} ${status}`, response.content)
      }
    }
    for (const [name, { content }] of Object.entries(document.components.responses)) checkAll(name, content)
  })
}

test('the difference of two values, applied to the first, makes the second', () => {
  const one = { same: 1, gone: 2, list: [1, { a: 1 }], longer: [1], 'a/b~c': { x: null }, kind: { a: 1 } }
  const other = {
    same: 1,
    list: [1, { a: 2 }],
    longer: [1, 2],
    'a/b~c': { x: 0 },
    kind: ['a'],
    added: { nothing: null },
  }
  const changes = differenceOf(one, other)
  assert.deepEqual(applyChanges(one, changes), other)
  assert.deepEqual(applyChanges(1, differenceOf(1, 2)), 2)
  assert.deepEqual(differenceOf(one, structuredClone(one)), [])
  assert.deepEqual(
    changes.map(({ op, path }) => `${op} ${path}`),
    ['remove /gone', 'replace /list/1/a', 'replace /longer', 'replace /a~1b~0c/x', 'replace /kind', 'add /added'],
  )
})

test("v1's document never says userName; v2's and v3's never say user_name", () => {
  assert.ok(!JSON.stringify(documents.get('v1')).includes('userName'))
  for (const name of ['v2', 'v3']) assert.ok(!JSON.stringify(documents.get(name)).includes('user_name'))
})

function operationsOf({ paths }: Document): (Operation & { where: string })[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, where: `${method.toUpperCase()} ${path}` })),
  )
}

test('every example is one that a reader could send', () => {
  const meaningless = [
    ...JSON.stringify(examplesIn(documents.get(CURRENT.name)!)).matchAll(
      /"(\w+)":(?:"string"|-2147483647|"2019[^"]*")/g,
    ),
  ]
  assert.deepEqual(
    meaningless.map(([, name]) => name),
    [],
  )
})

function examplesIn({ paths }: Document): unknown[] {
  const operations = Object.values(paths).flatMap(path => Object.values(path))
  const contents = operations.flatMap(({ requestBody, responses }) => [
    requestBody?.content,
    ...Object.values(responses).map(response => ('content' in response ? response.content : undefined)),
  ])
  return contents.flatMap(content => Object.values(content ?? {}).map(({ example }) => example))
}

test('a code with a reason → its example is one of a reason', () => {
  const { schemas } = documents.get(CURRENT.name)!.components
  const codes: string[] = []
  const collect = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return
    const { properties } = schema as { properties?: Record<string, { examples?: string[] }> }
    if (properties?.code && (properties.reason || properties.detail)) codes.push(...(properties.code.examples ?? []))
    Object.values(schema).forEach(collect)
  }
  collect(schemas)
  assert.ok(codes.length > 5)
  for (const code of codes) assert.match(code, /^[a-z]+(_[a-z]+)*$/)
  assert.deepEqual(schemas.EnterCodeRequest!.properties!.code!.examples, ['492039'])
})
