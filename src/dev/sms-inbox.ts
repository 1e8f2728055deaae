import { randomUUIDv7 } from 'node:crypto'
import type { Db } from '../database/schema.ts'
import './tables.ts'

/** Stores a text message for `/dev` instead of sending it. */
export async function keepSms(db: Db, { to, text }: { to: string; text: string }): Promise<void> {
  await db.insertInto('dev_sms').values({ id: randomUUIDv7(), recipient: to, text }).execute()
}

/** Oldest first. */
export async function readSms(db: Db, to?: string) {
  return db
    .selectFrom('dev_sms')
    .select(['recipient as to', 'text', 'received_at as receivedAt'])
    .$if(to !== undefined, query => query.where('recipient', '=', to!))
    .orderBy('received_at')
    .orderBy('id')
    .execute()
}
