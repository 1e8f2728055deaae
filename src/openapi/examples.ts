/** Examples for the documents. */
import { sample } from 'openapi-sampler'
import type { Schema } from './types.ts'

const TOKEN = 'N3xbCpQy0mTz8uV2kD5hG7jL9wR4sA6fE1iO-_XyZ12'
const PASSWORD = 'correct horse battery staple'

/** Examples by property name, for schemas that give none. */
const BY_NAME: Record<string, unknown> = {
  action: 'signed_in',
  address: 'ada@example.com',
  asked: 5,
  attempts: 1,
  category: 'lighting',
  city: 'London',
  client: 'ShopApp/1.4',
  code: '492039',
  codes: ['492039', '118306'],
  country: 'GB',
  currency: 'EUR',
  currentPassword: PASSWORD,
  description: 'A lamp with a heavy foot and an arm that stays where you put it.',
  email: 'ada@example.com',
  expectedStock: 12,
  expectedTotal: 1999,
  expiresIn: 300,
  id: 1001,
  'idempotency-key': '8e03978e-40d5-43e8-bc93-6894a57f9324',
  ip: '203.0.113.7',
  left: 2,
  limit: 10,
  lineTotal: 1999,
  line1: '12 St James Square',
  line2: 'Flat 3',
  message: 'Do you deliver on Saturdays?',
  messageId: '<0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f@semel.example>',
  methods: ['totp', 'recovery'],
  name: 'Desk lamp',
  note: 'Please ring twice.',
  number: 1,
  orderId: 1001,
  outcome: 'sent',
  page: 1,
  pageCount: 1,
  password: PASSWORD,
  phone: '+441632960001',
  postcode: 'SW1Y 4JH',
  price: 1999,
  productId: 42,
  qr: '<svg viewBox="0 0 45 45">…</svg>',
  quantity: 1,
  recipients: 120,
  recoveryCode: 'K7QD-2MXP-9RTA-HV4E',
  recoveryCodes: ['K7QD-2MXP-9RTA-HV4E', 'W3NB-6YTC-8JLF-5GZS'],
  recoveryCodesLeft: 10,
  reply: '250 2.0.0 Ok: queued',
  requests: 1200,
  scopes: ['products:read'],
  sentTo: '+44…01',
  serial: 'HW-000123',
  sku: 'LAMP-0042',
  stock: 12,
  subject: 'Order Confirmation #1001',
  tokenType: 'Bearer',
  total: 1999,
  totalCount: 1,
  trackingNumber: '00340434161094015902',
  unitPrice: 1999,
  uri: 'otpauth://totp/Semel:ada%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Semel',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  userName: 'Ada Lovelace',
  user_name: 'Ada Lovelace',
  version: 'x7Yd2kPq9mTz8uV2kD5hGw',
}

/** The schema of a property, with an example that readers recognize. */
export function withExample(name: string, schema: Schema): Schema {
  if (schema.examples || schema.enum || schema.default !== undefined || 'const' in schema || schema.format)
    return schema
  const known = BY_NAME[name] ?? (/token|secret|key$/i.test(name) ? TOKEN : undefined)
  return matchesSchema(known, schema) ? { ...schema, examples: [known] } : schema
}

function matchesSchema(value: unknown, schema: Schema): boolean {
  const { type, anyOf, pattern, minLength = 0, maxLength = 1000, minimum = 0 } = schema
  if (anyOf) return anyOf.some(branch => matchesSchema(value, branch))
  const types = [type].flat()
  if (typeof value === 'number') return types.includes('integer') && value >= minimum
  if (Array.isArray(value)) return types.includes('array')
  if (typeof value !== 'string' || !types.includes('string')) return false
  return value.length >= minLength && value.length <= maxLength && (!pattern || new RegExp(pattern, 'u').test(value))
}

/** A value that the schema allows, the same on every call. */
export function exampleOf(schema: Schema, schemas: Record<string, Schema>): unknown {
  return sample(schema as never, {}, { openapi: '3.1.1', components: { schemas } })
}
