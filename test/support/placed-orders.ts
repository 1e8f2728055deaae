/**
 * Forty orders that are placed in a running Semel through its API, and the documents that it writes about them: every rate, code,
 * delivery, return, edit, withdrawal, kind of VAT and territory.
 */
import { sql } from 'kysely'
import type { DocumentContent } from '../../src/documents/content.ts'
import type { ShopSettings } from '../../src/shop/settings.ts'
import { sellAs, untilCredited } from './documents.ts'
import { type Person, person, verifyEmail } from './people.ts'
import { stockProduct } from './products.ts'
import type { Semel } from './semel.ts'
import { sendTransfers } from './transfers.ts'

const SELLER: Partial<ShopSettings> = {
  ...{ vatId: 'DE136695976', taxNumber: '30/123/45678', country: 'DE', iban: 'DE89370400440532013000' },
  ...{ contactName: 'Ada', contactPhone: '+49 30 123456', contactEmail: 'office@example.com' },
  ...{ vatRule: 'destination', reverseCharge: true, currency: 'EUR', languages: ['en', 'de', 'fr'] },
}

type Case = {
  name: string
  to?: [country: string, postcode: string]
  /** Members of the request beside the address and the pieces. */
  more?: object
  /** Pieces of lamps (full rate), books (reduced) and stamps (no VAT at home). */
  pieces?: [lamps: number, books: number, stamps: number]
  shop?: Partial<ShopSettings>
  language?: 'en' | 'de' | 'fr'
  steps?: readonly Step[]
}

type Step = 'pay' | 'ship' | 'invoice' | 'return' | 'return all' | 'edit' | 'cancel' | 'refund' | 'withdraw'

const BUSINESS = { vatId: 'DE136695976', buyerReference: '04011000-12345-34' }
const FRENCH = { vatId: 'FR40303265045' }
/** The day of a supply to another member state is on its invoice (BR-IC-11). */
const FREED: readonly Step[] = ['pay', 'ship', 'invoice']
const PAID: readonly Step[] = ['pay', 'invoice', 'ship']

/** Each with the steps after it. */
const CASES: readonly Case[] = [
  { name: 'paid', steps: PAID },
  { name: 'unpaid', steps: ['invoice'] },
  { name: 'a business at home', more: BUSINESS, steps: ['invoice'] },
  { name: 'reduced rate', pieces: [0, 3, 0], steps: PAID },
  { name: 'two rates', pieces: [3, 2, 0], steps: PAID },
  { name: 'three rates', pieces: [3, 2, 7], more: BUSINESS, steps: PAID },
  { name: 'many pieces', pieces: [97, 89, 0], steps: PAID },
  { name: 'ten percent', pieces: [3, 2, 0], more: { discountCode: 'TEN' }, steps: PAID },
  { name: 'five euros', pieces: [1, 1, 1], more: { discountCode: 'FIVE', ...BUSINESS }, steps: PAID },
  { name: 'collected', pieces: [1, 0, 0], more: { delivery: 'free' }, steps: PAID },
  { name: 'Swiss', to: ['CH', '8001'], pieces: [2, 1, 0], steps: PAID },
  { name: 'Canaries', to: ['ES', '35001'], pieces: [2, 1, 0], more: { discountCode: 'TEN' }, steps: PAID },
  { name: 'Guadeloupe', to: ['FR', '97110'], steps: PAID },
  { name: 'Büsingen', to: ['DE', '78266'], steps: PAID },
  { name: 'Monaco', to: ['MC', '98000'], pieces: [3, 2, 0], steps: PAID },
  { name: 'Northern Ireland', to: ['GB', 'BT1 5GS'], steps: PAID },
  { name: 'Madeira', to: ['PT', '9000-019'], steps: PAID },
  { name: 'Greece', to: ['GR', '10431'], steps: PAID },
  { name: 'Jungholz', to: ['AT', '6691'], steps: PAID },
  { name: 'French', to: ['FR', '69001'], pieces: [3, 2, 0], language: 'fr', steps: PAID },
  { name: 'reverse charge', to: ['FR', '69001'], pieces: [3, 2, 1], more: FRENCH, steps: FREED },
  { name: 'reverse charge, code', to: ['FR', '69001'], more: { ...FRENCH, discountCode: 'TEN' }, steps: FREED },
  { name: 'reverse charge, returned', to: ['FR', '69001'], more: FRENCH, steps: [...FREED, 'return'] },
  {
    name: 'reverse charge, edited',
    to: ['FR', '69001'],
    pieces: [3, 2, 0],
    more: FRENCH,
    steps: ['pay', 'edit', 'ship', 'invoice'],
  },
  { name: 'own VAT abroad', to: ['FR', '69001'], pieces: [3, 2, 0], shop: { vatRule: 'home' }, steps: PAID },
  { name: 'small', pieces: [3, 2, 0], shop: { vatRule: 'none' }, language: 'de', steps: PAID },
  { name: 'small, abroad', to: ['FR', '69001'], shop: { vatRule: 'none' }, more: { discountCode: 'TEN' }, steps: PAID },
  { name: 'small, returned', shop: { vatRule: 'none' }, more: BUSINESS, steps: [...PAID, 'return all'] },
  { name: 'returned', pieces: [3, 2, 0], steps: [...PAID, 'return'] },
  {
    name: 'returned with code',
    pieces: [3, 2, 0],
    more: { discountCode: 'TEN', ...BUSINESS },
    steps: [...PAID, 'return'],
  },
  { name: 'all returned', pieces: [3, 2, 1], more: { discountCode: 'FIVE' }, steps: [...PAID, 'return all'] },
  { name: 'exported, returned', to: ['CH', '8001'], pieces: [2, 1, 0], steps: [...PAID, 'return'] },
  { name: 'edited', pieces: [3, 2, 0], steps: ['pay', 'invoice', 'edit'] },
  { name: 'edited unpaid', pieces: [3, 2, 0], more: { discountCode: 'TEN' }, steps: ['invoice', 'edit'] },
  { name: 'edited twice', pieces: [4, 2, 0], more: BUSINESS, steps: ['pay', 'invoice', 'edit', 'edit'] },
  { name: 'cancelled', pieces: [3, 2, 0], steps: ['pay', 'invoice', 'cancel'] },
  { name: 'cancelled unpaid', more: BUSINESS, steps: ['invoice', 'cancel'] },
  { name: 'withdrawn', pieces: [1, 2, 0], language: 'de', steps: ['pay', 'invoice', 'withdraw'] },
  { name: 'refunded in part', pieces: [3, 2, 0], steps: [...PAID, 'refund', 'refund'] },
  {
    name: 'edited and cancelled',
    pieces: [3, 2, 1],
    more: { discountCode: 'TEN' },
    steps: ['pay', 'invoice', 'edit', 'refund', 'cancel'],
  },
]

/** @returns all documents, each named by its case */
export async function placeFortyOrders(semel: Semel): Promise<{ name: string; content: DocumentContent }[]> {
  const shop = await openShop(semel)
  const named: { name: string; content: DocumentContent }[] = []
  for (const one of CASES) {
    await sellAs(semel, { ...SELLER, ...one.shop })
    const id = await shop.place(one)
    for (const step of one.steps ?? []) await shop.take(id, step)
    await untilCredited(semel)
    const documents = await semel.db
      .selectFrom('documents')
      .select('content')
      .where('order_id', '=', id)
      .orderBy('issued_at')
      .execute()
    if (documents.length === 0) throw new Error(`${one.name}: no document`)
    named.push(
      ...documents.map(({ content }) => ({ name: `${one.name}-${content.kind}`.replaceAll(/\W+/g, '-'), content })),
    )
  }
  return named
}

async function openShop(semel: Semel) {
  await sellAs(semel, SELLER)
  const { db } = semel
  await sql`
    insert into tax_rates (country, class, rate_bp, valid_from, confirmed)
    values ('DE', 'reduced', 700, '2001-01-01', true), ('FR', 'reduced', 550, '2001-01-01', true), ('DE', 'zero', 0, '2001-01-01', true),
      ('FR', 'zero', 210, '2001-01-01', true), ('XI', 'standard', 2000, '2001-01-01', true)
    on conflict do nothing
  `.execute(db)
  await sql`
    insert into discount_codes (code, kind, value, currency, created_at)
    values ('TEN', 'percent', 10, null, now()), ('FIVE', 'amount', 500, 'EUR', now())
  `.execute(db)
  await sql`update delivery_methods set price = 490, currency = 'EUR'`.execute(db)
  const [buyer, admin] = [await person(semel), await person(semel, 'admin')]
  await verifyEmail(semel, buyer.id)
  const ask = async (method: string, path: string, body: object = {}, who: Person = admin, language = 'en') => {
    const headers = { 'accept-language': language }
    const answer = await semel
      .client()
      .request(method, path, { ...(method !== 'GET' && { body }), token: who.token, headers })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`)
    return answer.body
  }
  const { id: free } = await ask('POST', '/api/admin/delivery-methods', {
    ...{ names: { en: 'Shop' }, kind: 'collection', price: 0, days: { least: 1, most: 2 }, position: 9 },
  })
  const products = [
    await stockProduct(db, { name: 'Lamp & Söhne <1>', price: 4999, stock: 100_000 }),
    await stockProduct(db, { name: 'Book', price: 1295, stock: 100_000, tax_class: 'reduced' }),
    await stockProduct(db, { name: 'Stamp', price: 99, stock: 100_000, tax_class: 'zero' }),
  ]
  return {
    place: async ({ to: [country, postcode] = ['DE', '10115'], pieces = [3, 0, 0], more = {}, language }: Case) => {
      const isBusiness = 'vatId' in more
      const name = { name: 'Ada Łoś', ...(isBusiness && { company: 'Engines & Co.' }) }
      const deliveryAddress = { ...name, line1: 'Weg 1', postcode, city: 'Town', country }
      const items = products.map((productId, index) => ({ productId, quantity: pieces[index]! }))
      const { delivery, ...said } = more as { delivery?: string }
      const body = { ...said, deliveryAddress, items: items.filter(({ quantity }) => quantity > 0) }
      const { id } = await ask('POST', '/api/orders', { ...body, ...(delivery && { delivery: free }) }, buyer, language)
      return id as number
    },
    take: async (id: number, step: Step) => takeStep({ semel, ask, buyer, admin }, id, step),
  }
}

type Shop = {
  semel: Semel
  // biome-ignore lint/suspicious/noExplicitAny: answers of the API
  ask: (method: string, path: string, body?: object, who?: Person) => Promise<any>
  buyer: Person
  admin: Person
}

async function takeStep({ semel, ask, buyer, admin }: Shop, id: number, step: Step): Promise<void> {
  const order = `/api/orders/${id}`
  const pieces = async (): Promise<{ line: number; quantity: number }[]> => (await ask('GET', order)).items
  const giveBack = async (items: { line: number; quantity: number }[]) => {
    const { id: one } = await ask('POST', `${order}/returns`, { items }, buyer)
    for (const name of ['approve', 'receive', 'refund']) await ask('POST', `/api/admin/returns/${one}/${name}`)
    await sendTransfers(semel, id, admin)
  }
  const steps: Record<Step, () => Promise<unknown>> = {
    pay: () => ask('POST', `${order}/mark-paid`),
    ship: async () => {
      for (const name of ['process', 'ship']) await ask('POST', `${order}/${name}`)
    },
    invoice: () => ask('POST', `${order}/documents`, { kind: 'invoice' }),
    return: () => giveBack([{ line: 1, quantity: 1 }]),
    'return all': async () => giveBack((await pieces()).map(({ line, quantity }) => ({ line, quantity }))),
    edit: async () => {
      const [first] = await pieces()
      await ask('PATCH', `${order}/items`, { items: [{ line: first!.line, quantity: first!.quantity - 1 }] })
      await untilCredited(semel)
    },
    cancel: () => ask('POST', `${order}/cancel`),
    refund: () =>
      ask('POST', `${order}/refunds`, { amount: 777, reason: 'A scratch' }).then(() => untilCredited(semel)),
    withdraw: async () => {
      await ask('POST', '/api/withdrawals', { name: buyer.userName, email: buyer.email, order: String(id) }, buyer)
      const { rows } = await sql<{ id: string }>`select id from withdrawals where order_id = ${id}`.execute(semel.db)
      await ask('POST', `/api/admin/withdrawals/${rows[0]!.id}/decide`, { accepted: true })
    },
  }
  await steps[step]()
}
