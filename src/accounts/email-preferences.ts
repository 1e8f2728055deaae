/** Announcements that a user wants, and the API that shows and changes it. */
import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import type { AppContext } from '../context.ts'
import type { Db } from '../database/schema.ts'
import type { App } from '../http/app.ts'
import { answerOnce } from '../http/idempotency/once.ts'
import { operation } from '../http/operation.ts'
import { orNull, Time } from '../http/schemas.ts'
import { signedIn } from './sessions/access.ts'
import './tables.ts'

const Preferences = Type.Object(
  {
    announcements: Type.Boolean({
      description:
        'Whether the user gets announcements to all customers. Emails about orders and the account are always sent.',
    }),
    news: Type.Optional(
      Type.Boolean({
        description:
          'Whether the user has asked for news. They go to a verified address only. Without this member nothing changes.',
      }),
    ),
    newsSince: Type.Optional(orNull(Time, { readOnly: true, description: 'When the user asked for news.' })),
  },
  { title: 'EmailPreferences' },
)

export function preferenceRoutes(api: App, context: AppContext): void {
  const { db, clock } = context
  operation(api, 'GET /users/me/email-preferences', {
    id: 'getEmailPreferences',
    summary: 'Get the emails that the current user wants',
    access: 'user',
    answers: { 200: Preferences },
    handler: async request => preferencesOf(db, signedIn(request).userId),
  })

  operation(api, 'PUT /users/me/email-preferences', {
    id: 'setEmailPreferences',
    summary: 'Choose the emails that the current user wants',
    access: 'user',
    once: true,
    body: Preferences,
    answers: { 200: Preferences },
    handler: async (request, reply) => {
      const { announcements, news } = request.body
      const { userId } = signedIn(request)
      return answerOnce(context, request, reply, async tx => {
        const now = clock.now()
        await (announcements ? subscribe(tx, userId) : unsubscribe(tx, userId, now))
        if (news !== undefined) await (news ? askForNews(tx, userId, now) : withdrawNews(tx, userId, now))
        return preferencesOf(tx, userId)
      })
    },
  })
}

export async function wantsAnnouncements(db: Db, userId: string): Promise<boolean> {
  const row = await db.selectFrom('unsubscriptions').select('at').where('user_id', '=', userId).executeTakeFirst()
  return row === undefined
}

async function preferencesOf(db: Db, userId: string) {
  const since = await newsSince(db, userId)
  return {
    announcements: await wantsAnnouncements(db, userId),
    news: since !== null,
    newsSince: since?.toISOString() ?? null,
  }
}

/** Time when the user asked for news; null for one who has not, or not anymore. */
export async function newsSince(db: Db, userId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('news_consents')
    .select('given_at')
    .where('user_id', '=', userId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return row?.given_at ?? null
}

/** The time of the first request counts, until it is withdrawn. */
export async function askForNews(db: Db, userId: string, now: Date): Promise<void> {
  await db
    .insertInto('news_consents')
    .values({ user_id: userId, given_at: now, withdrawn_at: null })
    .onConflict(known =>
      known
        .column('user_id')
        .doUpdateSet({ given_at: now, withdrawn_at: null })
        .where('news_consents.withdrawn_at', 'is not', null),
    )
    .execute()
}

export async function withdrawNews(db: Db, userId: string, now: Date): Promise<void> {
  await db
    .updateTable('news_consents')
    .set({ withdrawn_at: now })
    .where('user_id', '=', userId)
    .where('withdrawn_at', 'is', null)
    .execute()
}

/** The condition for news: somebody reads the mailbox, and that person has asked for them. */
export function readsNews(userId: RawBuilder<unknown>, verifiedAt: RawBuilder<unknown>) {
  return sql<boolean>`(${verifiedAt} is not null and exists (
    select from news_consents n where n.user_id = ${userId} and n.withdrawn_at is null
  ))`
}

/** Selects those of the users who get news at this moment. */
export async function newsReadersAmong(db: Db, users: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from users u where id = any(${users}::uuid[]) and ${readsNews(sql`u.id`, sql`u.email_verified_at`)}
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

async function subscribe(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('unsubscriptions').where('user_id', '=', userId).execute()
}

/** A user who is gone stays gone. */
export async function unsubscribe(db: Db, userId: string, now: Date): Promise<void> {
  await db
    .insertInto('unsubscriptions')
    .columns(['user_id', 'at'])
    .expression(eb =>
      eb
        .selectFrom('users')
        .select(eb => ['id', eb.val(now).as('at')])
        .where('id', '=', userId),
    )
    .onConflict(known => known.doNothing())
    .execute()
}
