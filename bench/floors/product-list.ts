import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

/*
 * The smallest program that serves the first page of the product list: node:http and one prepared statement. It checks no
 * token, serves no other page, knows no pictures, and gets the total as an argument.
 */
const [databaseUrl, totalCount] = process.argv.slice(2)
const total = Number(totalCount)
// Ids are bigint, and exact as a number.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
const pool = new pg.Pool({ connectionString: databaseUrl!, max: 10 })
const statement = {
  name: 'list',
  text: `select id, sku, name, description, category, status, price, currency, stock, created_at,
      '[]'::json as images
    from products where removed_at is null order by name, id limit $1`,
  values: [10],
}

const server = createServer(async (_, response) => {
  const { rows } = await pool.query(statement)
  const body = JSON.stringify({ items: rows, totalCount: total, page: 1, limit: 10, pageCount: Math.ceil(total / 10) })
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(body)
})
server.listen(0, '127.0.0.1', () =>
  console.log(`listens on http://127.0.0.1:${(server.address() as AddressInfo).port}`),
)
