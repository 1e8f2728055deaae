/*
 * Receives webhooks and counts each event exactly once, also when a request comes again and this program is killed at any
 * moment. The id of the event and its effect are written in one transaction, and only then comes the answer:
 *
 *   killed before the commit   nothing happened; Semel sends the event again
 *   killed after the commit    Semel sends it again, the id is there already, and nothing happens twice
 *
 * Node 24 or newer has the SQLite that it uses, and runs TypeScript:
 *
 *   WEBHOOK_SECRET=whsec_… PORT=4000 DATABASE=events.sqlite node receive-webhooks.ts
 */
import { createServer } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { Webhook } from 'standardwebhooks'

const { WEBHOOK_SECRET = '', PORT = '4000', DATABASE = 'events.sqlite' } = process.env
const webhook = new Webhook(WEBHOOK_SECRET)
const db = new DatabaseSync(DATABASE)
db.exec('pragma journal_mode = wal')
db.exec('create table if not exists seen (id text primary key)')
db.exec('create table if not exists counted (type text primary key, count int)')
const remember = db.prepare('insert or ignore into seen (id) values (?)')
const count = db.prepare('insert into counted values (?, 1) on conflict (type) do update set count = count + 1')

const server = createServer(async (request, response) => {
  const body = (await Array.fromAsync(request)).join('')
  let event: { type: string }
  try {
    event = webhook.verify(body, request.headers as Record<string, string>) as { type: string }
  } catch {
    return response.writeHead(401).end()
  }
  db.exec('begin immediate')
  if (remember.run(request.headers['webhook-id'] as string).changes === 1) count.run(event.type)
  db.exec('commit')
  response.writeHead(204).end()
})
server.listen(Number(PORT), () => console.log(`Listening on port ${PORT}`))
