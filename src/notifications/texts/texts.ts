/** The words of the shop for its emails, as they are stored. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/schema.ts'
import { announce } from '../../events/announce.ts'
import '../tables.ts'
import { type MailTexts, PARTS, type TextName } from './placeholders.ts'

/** `failedAt`: when an email had to do without these words first. */
export type StoredTexts = MailTexts & { changedAt: Date; failedAt: Date | null; failure: string | null }

export const BUILT_IN: MailTexts = { subject: null, heading: null, before: null, after: null, footer: null }

/** Words that an email is about to go out with; `version` tells them from later ones. */
export type FoundTexts = TextName & MailTexts & { version: string }

/** The stored words of several emails at once; undefined where the built-in ones are used. */
export async function findTexts(db: Db, names: TextName[]): Promise<(FoundTexts | undefined)[]> {
  const { rows } = await sql<FoundTexts>`
    select kind, language, subject, heading, before, after, footer, changed_at::text as version from mail_texts
    where kind = any(${names.map(({ kind }) => kind)}) and language = any(${names.map(({ language }) => language)})
  `.execute(db)
  return names.map(({ kind, language }) => rows.find(row => row.kind === kind && row.language === language))
}

const TEXT_COLUMNS = [...PARTS, 'changed_at as changedAt', 'failed_at as failedAt', 'failure'] as const

/** @returns undefined when the words are all built-in */
export async function readTexts(db: Db, { kind, language }: TextName): Promise<StoredTexts | undefined> {
  const texts = db.selectFrom('mail_texts').select(TEXT_COLUMNS)
  return texts.where('kind', '=', kind).where('language', '=', language).executeTakeFirst()
}

export async function listTexts(db: Db): Promise<(TextName & StoredTexts)[]> {
  const texts = db.selectFrom('mail_texts').select(['kind', 'language', ...TEXT_COLUMNS])
  return texts.orderBy('kind').orderBy('language').execute()
}

/** Stands for the words that somebody has read. */
export function textsTag(texts: MailTexts): string {
  const content = JSON.stringify(PARTS.map(part => texts[part]))
  return createHash('sha256').update(content).digest('base64url').slice(0, 22)
}

/**
 * Makes simultaneous changes wait for each other until the end of the transaction, also where there is no row yet: all of
 * them lock the one row of the settings.
 */
export async function lockTexts(tx: Tx): Promise<void> {
  await sql`select from shop_settings for update`.execute(tx)
}

/** Words that are all built-in leave no row. */
export async function writeTexts(tx: Tx, { kind, language }: TextName, texts: MailTexts): Promise<void> {
  await tx.deleteFrom('mail_texts').where('kind', '=', kind).where('language', '=', language).execute()
  if (PARTS.every(part => texts[part] === null)) return
  await tx
    .insertInto('mail_texts')
    .values({ kind, language, ...texts, failed_at: null, failure: null })
    .execute()
}

/** Sends a made-up email with these words to the person who asks, and to nobody else. */
export async function sendTextTest(tx: Tx, payload: TextName, userId: string, now: Date): Promise<void> {
  await announce(tx, { type: 'email_text.tested', payload, to: [{ userId }], at: now })
}

/**
 * Notes that the built-in words went out instead. Only the first failure since the last change writes anything, so many
 * emails do not wait for one row.
 */
export async function noteFailure(db: Db, { kind, language, version }: FoundTexts, failure: string): Promise<void> {
  await sql`
    update mail_texts set failed_at = statement_timestamp(), failure = ${failure.slice(0, 500)}
    where kind = ${kind} and language = ${language} and changed_at = ${version}::timestamptz and failed_at is null
  `.execute(db)
}
