import type { Schema } from './types.ts'

/** What a property of this name looks like, where its schema does not say it. */
const BY_NAME: Record<string, unknown> = {
  email: 'ada@example.com',
  userName: 'Ada Lovelace',
  user_name: 'Ada Lovelace',
  name: 'Desk lamp',
  phone: '+441632960001',
  password: 'correct horse battery staple',
  currentPassword: 'correct horse battery staple',
  code: '492039',
  currency: 'EUR',
  sku: 'LAMP-0042',
  category: 'lighting',
  productId: 42,
  orderId: 1001,
  quantity: 1,
  unitPrice: 1999,
  lineTotal: 1999,
  price: 1999,
  total: 1999,
  expectedTotal: 1999,
  stock: 12,
  totalCount: 1,
  page: 1,
  pageCount: 1,
  limit: 10,
  message: 'Do you deliver on Saturdays?',
  note: 'Please ring twice.',
  trackingNumber: '00340434161094015902',
  ip: '203.0.113.7',
  tokenType: 'Bearer',
  expiresIn: 300,
  'Idempotency-Key': '8e03978e-40d5-43e8-bc93-6894a57f9324',
}

/** A value that the schema allows, the same each time. @param name of the property or parameter that holds it */
export function exampleOf(schema: Schema, schemas: Record<string, Schema>, name = ''): unknown {
  if (schema.$ref) return exampleOf(schemas[schema.$ref.split('/').at(-1)!]!, schemas, name)
  if (schema.examples) return schema.examples[0]
  if (schema.default !== undefined) return schema.default
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return exampleOf(schema.anyOf[0]!, schemas, name)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(part => exampleOf(part, schemas, name)))
  const type = [schema.type].flat()[0]
  if (type === 'object') return exampleObject(schema, schemas)
  if (type === 'array') return exampleList(schema, schemas, name)
  if (type === 'boolean') return true
  if (type === 'null') return null
  if (type === 'integer' || type === 'number') return exampleNumber(schema, name)
  return exampleText(schema, name)
}

function exampleObject({ properties = {} }: Schema, schemas: Record<string, Schema>): unknown {
  return Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, exampleOf(part, schemas, name)]))
}

function exampleList({ items = {}, minItems = 1 }: Schema, schemas: Record<string, Schema>, name: string): unknown[] {
  return Array.from({ length: Math.max(minItems, 1) }, () => exampleOf(items, schemas, name.replace(/s$/, '')))
}

function exampleNumber({ minimum = 0, maximum = Number.POSITIVE_INFINITY }: Schema, name: string): number {
  const named = BY_NAME[name]
  if (typeof named === 'number' && named >= minimum && named <= maximum) return named
  return Math.min(Math.max(/(^id$|Id$)/.test(name) ? 1001 : 1, minimum), maximum)
}

const BY_FORMAT: Record<string, string> = {
  uuid: '0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f',
  email: 'ada@example.com',
  'date-time': '2026-03-14T09:26:53.000Z',
  date: '2026-03-14',
  uri: 'https://semel.example/',
}

function exampleText({ format, pattern, minLength = 0, maxLength = 1000 }: Schema, name: string): string {
  if (format && BY_FORMAT[format]) return BY_FORMAT[format]
  const fits = (text: string) =>
    text.length >= minLength && text.length <= maxLength && (!pattern || new RegExp(pattern, 'u').test(text))
  const candidates = [
    BY_NAME[name],
    /token|secret|key/i.test(name) && TOKEN,
    name,
    `some ${name}`,
    '492039',
    'ABCDEFGH',
  ]
  return candidates.find(text => typeof text === 'string' && fits(text)) as string
}

/** The form of a token, and of no use anywhere. */
const TOKEN = 'N3xbCpQy0mTz8uV2kD5hG7jL9wR4sA6fE1iO-_XyZ12'
