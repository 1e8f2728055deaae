/** Examples for the documents. */
import { sample } from 'openapi-sampler'
import { EXAMPLES_OF_PAPERS } from './examples-of-papers.ts'
import type { Schema } from './types.ts'

const TOKEN = 'N3xbCpQy0mTz8uV2kD5hG7jL9wR4sA6fE1iO-_XyZ12'
const EXAMPLE_PASSWORD = 'correct horse battery staple'

/** Examples by property name, for schemas that give none. */
const BY_NAME: Record<string, unknown> = {
  ...EXAMPLES_OF_PAPERS,
  accent: '#7a3b12',
  action: 'signed_in',
  address: 'ada@example.com',
  askedBy: 'Alex Admin',
  alt: 'A desk lamp, switched on',
  answer: 'Please use the old box.',
  asked: 5,
  attempts: 1,
  backgroundColor: '#fbf7f0',
  body: 'It is on its way.',
  carrier: 'dhl',
  categories: ['lighting'],
  category: 'lighting',
  city: 'London',
  client: 'ShopApp/1.4',
  code: 'required',
  codes: ['492039', '118306'],
  company: 'Analytical Engines Ltd',
  column: 'price_minor',
  conflicts: ['LAMP-0042'],
  countries: ['GB'],
  country: 'GB',
  currency: 'EUR',
  currentPassword: EXAMPLE_PASSWORD,
  data: 'c2t1LHByaWNlX21pbm9yCkxBTVAtMDA0MiwxOTk5',
  daysToPay: 14,
  de: 'Schreibtischlampe',
  description: 'A lamp with a heavy foot and an arm that stays where you put it.',
  detail: '550 5.1.1 No such user',
  discountCode: 'SUMMER24',
  district: "St James's",
  documentYears: 10,
  email: 'ada@example.com',
  en: 'Desk lamp',
  encoding: 'utf-8',
  examples: ['LAMP-0042'],
  expectedStock: 12,
  expectedTotal: 1999,
  expiresIn: 300,
  failure: 'An unknown name in line 3.',
  field: 'email',
  fr: 'Lampe de bureau',
  handshakeFailure: 'The answer (204) has no header WebHook-Allowed-Origin.',
  holder: 'Ada Lovelace',
  homePicture: '/assets/pictures/home.webp',
  id: 1001,
  'idempotency-key': '8e03978e-40d5-43e8-bc93-6894a57f9324',
  invitation: TOKEN,
  accountLink: TOKEN,
  approvedBy: 'Alex Admin',
  invitedBy: 'Alex Admin',
  into: 'lighting',
  invoicePrefix: 'R-',
  ip: '203.0.113.7',
  items: 'All of it',
  kind: 'totp',
  label: 'https://example.com/label.pdf',
  last: '204',
  least: 2,
  left: 2,
  legalName: 'Lamp House Ltd',
  limit: 10,
  line1: '12 St James Square',
  link: `https://shop.example/order-link?token=${TOKEN}`,
  line2: 'Flat 3',
  lineTotal: 1999,
  locale: 'en',
  logo: '/assets/pictures/logo.webp',
  message: 'Do you deliver on Saturdays?',
  messageId: '0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f',
  method: 'invoice',
  methods: ['totp', 'recovery'],
  most: 4,
  name: 'Desk lamp',
  network: '203.0.113.0/24',
  new: '17.99',
  next: '/api/v3/orders?page=2',
  note: 'Please ring twice.',
  number: 1,
  numberDigits: 4,
  old: '19.99',
  options: 'red, large',
  order: '1042',
  orderEmail: 'orders@example.com',
  orderId: 1001,
  orderNumber: '1042',
  outcome: 'sent',
  page: 1,
  pageCount: 1,
  parent: 'lighting',
  password: EXAMPLE_PASSWORD,
  payer: 'Ada Lovelace',
  payerAccount: 'DE89370400440532013000',
  permissions: ['orders'],
  phone: '+441632960001',
  position: 0,
  postcode: 'SW1Y 4JH',
  price: 1999,
  problem: 'The file has no column sku.',
  productId: 42,
  provider: 'stripe',
  providerState: 'needs_response',
  qr: 'data:image/svg+xml;base64,PHN2Zz48L3N2Zz4=',
  quantity: 1,
  rate: 20,
  reason: 'is required',
  recipients: 120,
  recoveryCode: 'k7qd-2mxp-5rta-hv4e',
  recoveryCodes: ['k7qd-2mxp-5rta-hv4e', 'w3nb-6ytc-2jlf-5gzs'],
  recoveryCodesLeft: 10,
  redirect: 'https://example.com/pay',
  reference: 'Order 1001',
  refundIban: 'DE89370400440532013000',
  region: 'Bavaria',
  reply: '250 2.0.0 Ok: queued',
  replyTo: 'hello@example.com',
  requests: 1200,
  response: '204',
  returnAddress: 'Lamp House, 12 St James Square, London SW1Y 4JH',
  scopes: ['products:read'],
  seat: '12 St James Square, London SW1Y 4JH',
  senderName: 'Lamp House',
  sentTo: '+44…01',
  serial: 'HW-000123',
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  sku: 'LAMP-0042',
  source: 'Return-Path: <>',
  stock: 12,
  stockChange: 5,
  subject: 'Order Confirmation #1001',
  taxCountry: 'GB',
  tag: 'wholesale',
  text: 'red',
  textColor: '#2a1d14',
  timeZone: 'Europe/London',
  tokenType: 'Bearer',
  toldAt: '2026-05-04T09:30:00.000Z',
  total: 1999,
  totalCount: 1,
  trackingNumber: '00340434161094015902',
  trackingUrl: 'https://www.dhl.com/global-en/home/tracking.html?tracking-id=00340434161094015902',
  transferReference: 'Order 1001',
  translation: 'rot',
  undoSeconds: 20,
  unitPrice: 1999,
  unpaidOnlineHours: 24,
  unreadColumns: ['weight'],
  uri: 'otpauth://totp/Semel:ada%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Semel',
  url: 'https://example.com/webhooks',
  user_name: 'Ada Lovelace',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  userName: 'Ada Lovelace',
  value: 'red',
  values: ['red', 'blue'],
  vatId: 'GB980780684',
  version: 'x7Yd2kPq9mTz8uV2kD5hGw',
  writtenBy: 'Sam Staff',
}

/** Second examples, for properties of these names that have another type. */
const ALSO: Record<string, unknown> = {
  address: ['Lamp House Ltd', '12 St James Square', 'London SW1Y 4JH'],
  id: '3f2b8c1d4e5f',
  number: 'R-2026-0042',
  value: 10,
}

/** The same for objects with this title, of which readers expect something else. */
const ANNOUNCEMENT = { subject: 'Summer sale', message: 'Everything costs a tenth less until Sunday.' }
/** A PNG of one pixel. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const METHOD = { name: 'Standard', price: 490 }
const PERSON = { name: 'Ada Lovelace' }
const EXAMPLE_SELLER = { name: 'Lamp House' }
const SETTINGS = { ...EXAMPLE_SELLER, transferReference: 'Order {order}' }
const WAREHOUSE = { name: 'Warehouse', description: 'Warehouse' }
const WHY = { reason: 'Too large for the table' }
const BY_TITLE: Record<string, Record<string, unknown>> = {
  AddPasskeyRequest: { name: 'Laptop' },
  Announcement: ANNOUNCEMENT,
  AnnouncementDraft: ANNOUNCEMENT,
  AnnouncementDraftChange: ANNOUNCEMENT,
  ApiKey: WAREHOUSE,
  Category: { name: 'desk lamps' },
  CategoryChange: { name: 'desk lamps' },
  CheckedWithdrawal: PERSON,
  ContactMessage: PERSON,
  ContactThread: PERSON,
  CreatedWebhook: WAREHOUSE,
  DeliveryMethod: METHOD,
  DeliveryMethodChange: METHOD,
  DiscountCode: { code: 'SUMMER24' },
  DocumentBuyer: PERSON,
  DocumentDelivery: { ...METHOD, total: 490 },
  DocumentDiscount: { code: 'SUMMER24', total: 200 },
  DocumentSeller: EXAMPLE_SELLER,
  FooterLink: { address: '/contact' },
  ImportedUser: PERSON,
  InvoiceSeries: { name: 'invoice/2026' },
  Message: { message: 'Done. Look into your inbox.' },
  NewAnnouncement: ANNOUNCEMENT,
  NewApiKey: WAREHOUSE,
  NewCategory: { name: 'desk lamps' },
  NewDeliveryMethod: METHOD,
  NewImage: { data: PICTURE },
  NewRefund: WHY,
  NewReturn: WHY,
  NewSecondFactor: { name: 'Phone' },
  NewSitePicture: { data: PICTURE },
  NewShopPicture: { data: PICTURE },
  NewStockChange: { note: 'Two pallets' },
  NewWebhook: WAREHOUSE,
  NewWithdrawal: PERSON,
  Note: { text: 'Rang on Monday.' },
  NoteAuthor: { name: 'Sam Staff' },
  OrderDelivery: { ...METHOD, method: '3f2b8c1d4e5f' },
  OwnApiKey: WAREHOUSE,
  Problem: { message: 'email is required' },
  ProductOption: { name: 'Colour' },
  ProductOptionValue: { name: 'Colour' },
  Refund: WHY,
  ReleaseEmailResponse: { message: 'Your address is free again.' },
  Return: WHY,
  ReturnRefund: WHY,
  SecondFactor: { name: 'Phone' },
  ShopSettings: SETTINGS,
  ShopSettingsChange: SETTINGS,
  StockChange: { note: 'Two pallets' },
  TestWebhookResponse: { message: 'The test event is on its way.' },
  Webhook: WAREHOUSE,
  WebhookChange: WAREHOUSE,
  WebhookWithSecret: WAREHOUSE,
  Withdrawal: PERSON,
}

/** The schema of a property, with an example that readers recognize. @param title of the object that has the property */
export function withExample(name: string, schema: Schema, title = ''): Schema {
  if (schema.examples || schema.enum || schema.default !== undefined || 'const' in schema) return schema
  const known = knownExamples(name, schema.format ?? formatIn(schema), title).find(one => matchesSchema(one, schema))
  return known === undefined ? schema : { ...schema, examples: [known] }
}

function knownExamples(name: string, format: string | undefined, title: string): unknown[] {
  const isEnd = /expires|until|last|before|toDay$/i.test(name)
  if (format === 'date-time') return [isEnd ? '2027-05-04T09:30:00.000Z' : '2026-05-04T09:30:00.000Z']
  if (format === 'date') return [isEnd ? '2027-05-04' : '2026-05-04']
  if (format) return []
  return [BY_TITLE[title]?.[name], BY_NAME[name], ALSO[name], /token|secret|key$/i.test(name) ? TOKEN : undefined]
}

/** A time that may be null. */
function formatIn({ anyOf }: Schema): string | undefined {
  return anyOf?.find(({ format }) => format)?.format
}

function matchesSchema(value: unknown, schema: Schema): boolean {
  const { type, anyOf, items = {}, pattern, minLength = 0, maxLength = 1000, minimum = 0 } = schema
  if (schema.enum && !schema.enum.includes(value as string)) return false
  if (anyOf) return anyOf.some(branch => matchesSchema(value, branch))
  const types = [type].flat()
  if (typeof value === 'number') return (types.includes('integer') || types.includes('number')) && value >= minimum
  if (Array.isArray(value)) return types.includes('array') && value.every(part => matchesSchema(part, items))
  if (typeof value !== 'string' || !types.includes('string')) return false
  return value.length >= minLength && value.length <= maxLength && (!pattern || new RegExp(pattern, 'u').test(value))
}

/** A value that the schema allows, the same on every call. */
export function exampleOf(schema: Schema, schemas: Record<string, Schema>): unknown {
  return sample(schema as never, {}, { openapi: '3.1.1', components: { schemas } })
}

/** Optional members that an example leaves out, by the title of the body. They exclude others, or name what no shop has. */
const LEFT_OUT: Record<string, string[]> = {
  AnnouncementDraftChange: ['orderedFrom', 'orderedBefore', 'orderedFromDay', 'orderedToDay'],
  NewAnnouncement: ['orderedFrom', 'orderedBefore', 'orderedFromDay', 'orderedToDay'],
  NewCategory: ['parent'],
  NewProductGroup: ['products', 'listed'],
  NewQuote: ['delivery', 'discountCode'],
  ReauthenticateRequest: ['recoveryCode'],
  Registration: ['accountLink', 'invitation'],
}

/** A body that somebody can send to a shop as it is. */
export function exampleBodyOf(schema: Schema, schemas: Record<string, Schema>): unknown {
  const example = exampleOf(schema, schemas)
  const name = schema.$ref?.split('/').at(-1) ?? ''
  for (const member of LEFT_OUT[name] ?? []) delete (example as Record<string, unknown>)[member]
  return example
}
