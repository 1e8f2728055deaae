import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

/*
 * The smallest program that keeps an order: node:http and three inserts in one prepared statement, into tables with
 * nothing but a primary key. It knows no session, takes no stock, sends no email, and keeps no answer for a repeat.
 */
const pool = new pg.Pool({ connectionString: process.argv[2]!, max: 10 })
await pool.query(`
  create table bare_orders (id bigint generated always as identity primary key, owner uuid, total bigint, placed_at timestamptz);
  create table bare_items (order_id bigint, line int, product_id bigint, quantity int, primary key (order_id, line));
  create table bare_events (order_id bigint primary key, payload jsonb);
`)
const text = `
  with placed as (
    insert into bare_orders (owner, total, placed_at) values ($1, $2, now()) returning id
  ), item as (
    insert into bare_items (order_id, line, product_id, quantity) select id, 1, $3, $4 from placed
  ), event as (
    insert into bare_events (order_id, payload) select id, jsonb_build_object('orderId', id) from placed
  )
  select id from placed`
const owner = '01920000-0000-7000-8000-000000000000'

const server = createServer(async (request, response) => {
  let body = ''
  for await (const part of request) body += part
  const [{ productId, quantity }] = JSON.parse(body).items
  const { rows } = await pool.query({ name: 'place', text, values: [owner, 500, productId, quantity] })
  response
    .writeHead(201, { 'content-type': 'application/json' })
    .end(JSON.stringify({ id: Number(rows[0].id), quantity }))
})
server.listen(0, '127.0.0.1', () =>
  console.log(`listens on http://127.0.0.1:${(server.address() as AddressInfo).port}`),
)
