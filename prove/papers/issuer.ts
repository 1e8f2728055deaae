/**
 * A process of the proof DOCUMENTS. It writes what is due like a worker, and asks for invoices that there are already like
 * somebody in the console. Every seventh of its transactions is rolled back at its end. It prints what went wrong.
 */
import { sql } from 'kysely'
import { openDatabase } from '../../src/database/open.ts'
import type { Tx } from '../../src/database/schema.ts'
import { issueInvoice } from '../../src/documents/issue.ts'
import { issueNextCreditNote, issueNextInvoice } from '../../src/documents/issuer.ts'
import { loadShop } from '../../src/shop/settings.ts'

const { db } = openDatabase(process.env.DATABASE_URL!)
const shop = await loadShop(db)
const now = new Date()

class RolledBack extends Error {}

async function issueAgain(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    select order_id as id from documents where kind = 'invoice' order by id desc limit 1 offset ${Math.floor(Math.random() * 20)}
  `.execute(tx)
  if (rows[0]) await issueInvoice(tx, rows[0].id, shop, now)
  return false
}

const attempt = () => ({ shop, now, except: [], about: undefined })
const WORK = [
  issueAgain,
  (tx: Tx) => issueNextInvoice(tx, attempt()),
  (tx: Tx) => issueNextInvoice(tx, attempt()),
  (tx: Tx) => issueNextCreditNote(tx, attempt()),
]

console.log('ready')
for (;;) {
  let isBusy = false
  for (const work of WORK) {
    try {
      await db.transaction().execute(async tx => {
        isBusy = (await work(tx)) || isBusy
        if (Math.random() < 1 / 7) throw new RolledBack()
      })
    } catch (error) {
      if (error instanceof RolledBack) console.log('rolled back')
      else console.log(`failed: ${(error as Error).message}`)
    }
  }
  if (!isBusy) await new Promise(resolve => setTimeout(resolve, 50))
}
