/** A shop that may write invoices, and orders that it has to write them for. */
import { sql } from 'kysely'
import { TO_CREDIT } from '../../src/documents/issuer.ts'
import { changeShop, forgetShop, type ShopSettings } from '../../src/shop/settings.ts'
import type { Person } from './people.ts'
import { stockProduct } from './products.ts'
import type { Semel } from './semel.ts'
import { untilDatabase } from './until.ts'

export async function sellAs({ db }: Pick<Semel, 'db'>, settings: Partial<ShopSettings> = {}): Promise<void> {
  await changeShop(db, {
    name: 'Lamp House',
    legalName: 'Lamp House GmbH',
    seat: 'Grüner Weg 1\n10115 Berlin',
    vatId: 'DE123456789',
    ...settings,
  })
  await forgetShop(db)
}

export const ADDRESS = { name: 'Ада Łoś', line1: 'Weg 1', postcode: '10115', city: 'Berlin', country: 'DE' }

/** An order of two lamps for 23.80, with VAT. */
export async function placeForInvoice({ db, client }: Pick<Semel, 'db' | 'client'>, { token }: Pick<Person, 'token'>) {
  const productId = await stockProduct(db, { name: 'Lamp', price: 1190 })
  const items = [{ productId, quantity: 2 }]
  const { body, status, text } = await client().post('/api/orders', { items, deliveryAddress: ADDRESS }, { token })
  if (status !== 201) throw new Error(text)
  return body.id as number
}

/** Waits until the worker has written all credit notes. */
export async function untilCredited({ db }: Pick<Semel, 'db'>): Promise<void> {
  await untilDatabase({ db }, sql<boolean>`not exists (${TO_CREDIT})`)
}

/** Compares the numbers that each series has given out with the documents. @returns what is wrong */
export async function judgeNumbers({ db }: Pick<Semel, 'db'>): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    with numbered as (
      select series, number, issued_at, order_id,
        lag(number) over in_series as before, lag(issued_at) over in_series as issued_before
      from documents window in_series as (partition by series order by number)
    )
    select format('%s: %s follows %s', series, number, before) as text from numbered where number <> before + 1
    union all
    select format('%s: %s is older than the number before', series, number) from numbered where issued_at < issued_before
    union all
    select format('%s: next is %s, and the last number is %s', name, next, max(number))
    from invoice_series join documents on series = name group by name, next having next <> max(number) + 1
    union all
    select format('order %s has %s invoices', order_id, count(*)) from documents where kind = 'invoice' group by order_id having count(*) > 1
    union all
    select format('refund %s has %s credit notes', refund_id, count(*))
    from documents where kind = 'credit_note' and refund_id is not null and reverses is null group by refund_id having count(*) > 1
  `.execute(db)
  return rows.map(({ text }) => text)
}
