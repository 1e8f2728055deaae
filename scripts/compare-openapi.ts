import type { Document, Operation, Response, Schema } from '../src/openapi/types.ts'

/**
 * Finds the changes that break a client of the older document. The newer one may accept more and return more. It may not
 * return less, require more, rename anything, or answer with a word that a client of the older one has never heard of.
 * @returns one line for each breaking change; none if the newer document can replace the older
 */
export function breakingChanges(older: Document, newer: Document): string[] {
  return Object.entries(older.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, before]) => {
      const where = `${method.toUpperCase()} ${path}`
      const after = newer.paths[path]?.[method]
      if (!after) return [`${where} is gone`]
      return operationChanges(before, after, { older, newer }).map(change => `${where}: ${change}`)
    }),
  )
}

type Documents = { older: Document; newer: Document }

function operationChanges(before: Operation, after: Operation, documents: Documents): string[] {
  const changes: string[] = []
  if (before.operationId !== after.operationId)
    changes.push(`is called ${after.operationId}, not ${before.operationId}`)
  for (const way of before.security) {
    // A client may send more credentials than the newer document requires.
    const still =
      after.security.length === 0 || after.security.some(other => Object.keys(other).every(scheme => scheme in way))
    if (!still) changes.push(`can no longer be called with ${Object.keys(way).join(' and ')}`)
  }
  const needsNone = after.security.some(way => Object.keys(way).length === 0)
  if (before.security.length === 0 && after.security.length > 0 && !needsNone) changes.push('requires credentials')
  return [
    ...changes,
    ...parameterChanges(before, after, documents),
    ...requestChanges(requestSchemaOf(before), requestSchemaOf(after), 'the body', documents),
    ...(after.requestBody?.required && !before.requestBody?.required ? ['requires a body'] : []),
    ...successChanges(before, after, documents),
    ...problemChanges(before, after, documents),
  ]
}

function parameterChanges(
  { parameters: before = [] }: Operation,
  { parameters: after = [] }: Operation,
  documents: Documents,
) {
  const nameOf = ({ name, in: place }: { name: string; in: string }) => `${place} parameter ${name}`
  const added = after.filter(parameter => parameter.required && !before.some(old => nameOf(old) === nameOf(parameter)))
  return [
    ...added.map(parameter => `requires the ${nameOf(parameter)}`),
    ...before.flatMap(old => {
      const now = after.find(parameter => nameOf(parameter) === nameOf(old))
      if (!now) return [`ignores the ${nameOf(old)}`]
      const tighter = now.required && !old.required ? [`requires the ${nameOf(old)}`] : []
      return [...tighter, ...requestChanges(old.schema, now.schema, nameOf(old), documents)]
    }),
  ]
}

function successChanges(before: Operation, after: Operation, documents: Documents): string[] {
  return Object.entries(before.responses)
    .filter(([status]) => status < '400')
    .flatMap(([status, response]) => {
      const now = after.responses[status]
      if (!now) return [`no longer returns ${status}`]
      const headers = Object.keys((response as Response).headers ?? {})
      const lost = headers.filter(header => !(now as Response).headers?.[header])
      return [
        ...lost.map(header => `${status} no longer carries ${header}`),
        ...responseChanges(
          responseSchemaOf(response as Response),
          responseSchemaOf(now as Response),
          `${status}`,
          documents,
        ),
      ]
    })
}

/** A client that handles a problem by its code relies on its status and its members too. */
function problemChanges(before: Operation, after: Operation, documents: Documents): string[] {
  const now = problemsOf(after, documents.newer)
  return [...problemsOf(before, documents.older)].flatMap(([code, old]) => {
    const problem = now.get(code)
    if (!problem) return [`no longer reports ${code}`]
    if (problem.status !== old.status) return [`reports ${code} as ${problem.status}, not ${old.status}`]
    return responseChanges({ properties: old.members }, { properties: problem.members }, code, documents)
  })
}

type Refusal = { status: string; members: Record<string, Schema> }

/** The problems of an operation, by code. */
function problemsOf({ responses }: Operation, document: Document): Map<string, Refusal> {
  const { schemas } = document.components
  return new Map(
    Object.entries(responses).flatMap(([status, named]) => {
      const response = '$ref' in named ? document.components.responses[lastOf(named.$ref)]! : named
      const [common, own] = response.content?.['application/problem+json']?.schema.allOf ?? []
      const { code, ...members } = own?.properties ?? {}
      const always = common?.$ref ? schemas[lastOf(common.$ref)]!.properties : {}
      return (code?.enum ?? []).map((name): [string, Refusal] => [
        String(name),
        { status, members: { ...always, ...members } },
      ])
    }),
  )
}

/** Compares the schemas of a request. The newer one must accept everything that the older one accepted. */
function requestChanges(
  older: Schema | undefined,
  newer: Schema | undefined,
  where: string,
  documents: Documents,
): string[] {
  if (!newer) return older ? [`ignores ${where}`] : []
  const before = resolved(older ?? {}, documents.older)
  const after = resolved(newer, documents.newer)
  const known = before.properties ?? {}
  return [
    ...(older ? limitChanges(before, after, where) : []),
    ...(after.required ?? []).filter(name => !before.required?.includes(name)).map(name => `requires ${where} ${name}`),
    ...Object.entries(known).flatMap(([name, part]) =>
      requestChanges(part, after.properties?.[name], `${where} ${name}`, documents),
    ),
    ...(before.items ? requestChanges(before.items, after.items, `${where} []`, documents) : []),
  ]
}

/** Compares the schemas of a response. The newer one must promise everything that the older one promised. */
function responseChanges(
  older: Schema | undefined,
  newer: Schema | undefined,
  where: string,
  documents: Documents,
): string[] {
  if (!older) return []
  if (!newer) return [`${where} is gone`]
  const before = resolved(older, documents.older)
  const after = resolved(newer, documents.newer)
  return [
    ...(typeOf(before) === typeOf(after) ? [] : [`${where} is ${typeOf(after)}, not ${typeOf(before)}`]),
    ...(before.required ?? [])
      .filter(name => after.properties?.[name] && !after.required?.includes(name))
      .map(name => `${where} ${name} may be missing`),
    ...newWords(before, after, documents).map(word => `${where} can be ${word}`),
    ...Object.entries(before.properties ?? {}).flatMap(([name, part]) =>
      responseChanges(part, after.properties?.[name], `${where} ${name}`, documents),
    ),
    ...(before.items ? responseChanges(before.items, after.items, `${where} []`, documents) : []),
  ]
}

/**
 * Recognizes a value of a list that may grow, as the documents announce: kinds of events and emails (`order.placed`),
 * scopes (`orders:read`), countries and territories.
 */
const OF_OPEN_LIST = /[.:*]|^[A-Z]{2}(-\w+)?$/

/** An older version has to say a new word in one that it knows (src/versions/). */
function newWords(before: Schema, after: Schema, { older, newer }: Documents): string[] {
  const known = wordsOf(before, older)
  if (known.length === 0) return []
  return wordsOf(after, newer).filter(word => !known.includes(word) && !OF_OPEN_LIST.test(word))
}

function wordsOf(schema: Schema, document: Document): string[] {
  const { enum: words = [], anyOf = [] } = resolved(schema, document)
  return [...words.map(String), ...anyOf.flatMap(branch => wordsOf(branch, document))]
}

function limitChanges(before: Schema, after: Schema, where: string): string[] {
  const changes: string[] = []
  const isWider = typeOf(before) === 'integer' && typeOf(after) === 'number'
  if (typeOf(before) !== typeOf(after) && !isWider) changes.push(`${where} is ${typeOf(after)}, not ${typeOf(before)}`)
  for (const limit of ['minimum', 'minLength', 'minItems'] as const) {
    if ((after[limit] ?? -Infinity) > (before[limit] ?? -Infinity)) changes.push(`${where} has a higher ${limit}`)
  }
  for (const limit of ['maximum', 'maxLength', 'maxItems'] as const) {
    if ((after[limit] ?? Infinity) < (before[limit] ?? Infinity)) changes.push(`${where} has a lower ${limit}`)
  }
  for (const rule of ['pattern', 'format'] as const) {
    if (after[rule] !== undefined && after[rule] !== before[rule]) changes.push(`${where} has another ${rule}`)
  }
  const refused = after.enum && (before.enum ?? ['anything']).filter(value => !after.enum!.includes(value))
  if (refused?.length) changes.push(`${where} refuses ${refused.join(', ')}`)
  return changes
}

function typeOf({ type, anyOf, enum: values }: Schema): string {
  if (anyOf) return anyOf.map(typeOf).sort().join(' or ')
  return [type].flat().join(' or ') || (values ? typeof values[0] : 'anything')
}

function resolved(schema: Schema, { components }: Document): Schema {
  return schema.$ref ? components.schemas[lastOf(schema.$ref)]! : schema
}

/** The name at the end of a reference. */
function lastOf(reference: string): string {
  return reference.split('/').at(-1)!
}

function requestSchemaOf({ requestBody }: Operation): Schema | undefined {
  return requestBody?.content['application/json']?.schema
}

function responseSchemaOf({ content }: Response): Schema | undefined {
  return content?.['application/json']?.schema
}
