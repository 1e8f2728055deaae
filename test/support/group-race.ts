import { sql } from 'kysely'
import { settleGroups } from '../../src/catalogue/groups/settle.ts'
import { systemClock } from '../../src/time.ts'
import { Client } from './client.ts'
import { buy, expect, newBuyer, statusesOutside, type TwoProcesses } from './order-races.ts'
import { person } from './people.ts'
import { stockProduct } from './products.ts'

const COLOURS = ['red', 'blue', 'green', 'black', 'white']
const STOCK = 4

/**
 * 60 buyers want two of five variants each, of which there are four pieces. Staff rename a colour and choose another listed variant
 * meanwhile, and a worker settles the group. Nothing is oversold, each line says a colour that its variant has had, and in the end the
 * shop lists one variant, which can be bought as long as any can.
 */
export async function variantsSoldOut({ db, origins }: TwoProcesses): Promise<string[]> {
  const buyers = await Promise.all(Array.from({ length: 60 }, () => newBuyer(db)))
  const { token } = await person({ db, clock: systemClock }, 'staff')
  const ids = await Promise.all(COLOURS.map(() => stockProduct(db, { stock: STOCK })))
  const colourOf = (n: number, suffix = '') => [{ name: 'Colour', value: `${COLOURS[n]}${suffix}` }]
  const group = {
    name: `Group of ${ids[0]}`,
    options: [{ name: 'Colour', values: COLOURS.flatMap(colour => [colour, `${colour} again`]) }],
    products: ids.map((id, n) => ({ id, options: colourOf(n) })),
  }
  const made = await new Client(origins[0]).post('/api/product-groups', group, { token })
  const path = `/api/product-groups/${made.body.id}`
  const staff = Promise.all(
    ids.map(async (id, n) => {
      const member = { options: colourOf(n, ' again'), listed: true }
      const answer = await new Client(origins[n % 2]!).put(`${path}/products/${id}`, member, { token })
      await settleGroups(db)
      return answer
    }),
  )
  const answers = await Promise.all(
    buyers.map((buyer, n) => {
      const two = [ids[n % 5]!, ids[(n + 1 + (n % 3)) % 5]!].map(productId => ({ productId, quantity: 1 }))
      return buy(origins[n % 2]!, buyer, two)
    }),
  )
  const changes = await staff
  while (await settleGroups(db));
  const { rows } = await sql<{
    id: number
    stock: number
    sold: number
    status: string
    isListed: boolean
    said: string
  }>`
    select p.id, p.stock, p.status, p.is_listed as "isListed", coalesce(sum(i.quantity), 0)::int as sold,
      coalesce(string_agg(distinct i.options, ' | '), '') as said
    from products p left join order_items i on i.product_id = p.id
    where p.id = any(${ids}::bigint[]) group by p.id order by p.id
  `.execute(db)
  const listed = rows.filter(({ isListed }) => isListed)
  const canBeBought = rows.filter(({ status }) => status === 'active')
  return [
    ...statusesOutside([201], [made]),
    ...statusesOutside([200], changes),
    ...statusesOutside([201, 409], answers),
    ...rows.flatMap(({ stock, sold }) => expect('pieces of a variant', stock + sold, STOCK)),
    ...rows.flatMap(({ stock }) => (stock < 0 ? [`a stock of ${stock}`] : [])),
    ...expect(
      'lines',
      rows.reduce((sum, { sold }) => sum + sold, 0),
      2 * answers.filter(({ status }) => status === 201).length,
    ),
    ...rows.flatMap(({ id, said }) =>
      said.split(' | ').every(one => one === '' || one.startsWith(`Colour: ${COLOURS[ids.indexOf(id)]}`))
        ? []
        : [`a line says ${said}`],
    ),
    ...expect('listed variants', listed.length, 1),
    ...(canBeBought.length > 0 && listed[0]?.status !== 'active' ? ['the listed variant cannot be bought'] : []),
  ]
}
