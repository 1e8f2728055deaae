import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

/*
 * The smallest program that serves the first page of the product list: node:http and one prepared statement. It checks no
 * token, serves no other page, knows no pictures and no groups, and gets the total as an argument.
 */
const [databaseUrl, totalCount] = process.argv.slice(2)
const total = Number(totalCount)
// Ids are bigint, and exact as a number.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
const pool = new pg.Pool({ connectionString: databaseUrl!, max: 10 })
const statement = {
  name: 'list',
  text: `select id, sku, name, description, category, status, price, currency, tax_class, stock, created_at, updated_at,
      '[]'::json as images, texts, null as "group", '[]'::json as options, 'on_sale' as state
    from products where removed_at is null order by name, id limit $1`,
  values: [10],
}

const server = createServer(async (_, response) => {
  const { rows } = await pool.query(statement)
  const { name, id } = rows.at(-1)
  const after = Buffer.from(JSON.stringify(['name', name, id, 2])).toString('base64url')
  const next = `/api/products?sort=name&limit=10&page=2&after=${after}`
  const pageCount = Math.ceil(total / 10)
  const body = JSON.stringify({ items: rows, totalCount: total, page: 1, limit: 10, pageCount, next })
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(body)
})
server.listen(0, '127.0.0.1', () =>
  console.log(`listens on http://127.0.0.1:${(server.address() as AddressInfo).port}`),
)
