/** Whether a user wants announcements, and the API that shows and changes it. */
import { Type } from 'typebox'
import { signedIn } from '../../accounts/sessions/access.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../database/schema.ts'
import type { App } from '../../http/app.ts'
import { answerOnce } from '../../http/idempotency/once.ts'
import { operation } from '../../http/operation.ts'

const Preferences = Type.Object(
  {
    announcements: Type.Boolean({
      description: 'Whether the user gets announcements. Emails about orders and the account are always sent.',
    }),
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
    handler: async request => ({ announcements: await wantsAnnouncements(db, signedIn(request).userId) }),
  })

  operation(api, 'PUT /users/me/email-preferences', {
    id: 'setEmailPreferences',
    summary: 'Choose the emails that the current user wants',
    access: 'user',
    once: true,
    body: Preferences,
    answers: { 200: Preferences },
    handler: async (request, reply) => {
      const { announcements } = request.body
      const { userId } = signedIn(request)
      return answerOnce(context, request, reply, async tx => {
        await (announcements ? subscribe(tx, userId) : unsubscribe(tx, userId, clock.now()))
        return { announcements }
      })
    },
  })
}

export async function wantsAnnouncements(db: Db, userId: string): Promise<boolean> {
  const row = await db.selectFrom('unsubscriptions').select('at').where('user_id', '=', userId).executeTakeFirst()
  return row === undefined
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
