/** The API of the feed, which can wait for news. */
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { admitAgain } from '../accounts/sessions/access.ts'
import type { AppContext } from '../context.ts'
import { isLockedOut } from '../database/errors.ts'
import { limitStatements } from '../database/limits.ts'
import { awaitNews } from '../database/news/wakeup.ts'
import { FEED_TYPES } from '../events/feed-data.ts'
import type { FeedType } from '../events/publish.ts'
import type { App } from '../http/app.ts'
import { operation } from '../http/operation.ts'
import { Time, Uuid } from '../http/schemas.ts'
import { invalidQuery } from '../problems.ts'
import { SECOND } from '../time.ts'
import { THINGS, withThings } from './event-subjects.ts'
import { CURSOR, cursorAt, type FeedPage, readFeed, type Start } from './read.ts'
import { stamp } from './stamp.ts'

const Position = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

const FeedQuery = Type.Object({
  after: Type.Optional({
    ...Position,
    description: 'The position after which to read: `next` of the last response. Default: from the oldest event.',
  }),
  cursor: Type.Optional(
    Type.String({
      pattern: CURSOR.source,
      'x-reason': 'must be the cursor of a response or of an event',
      description:
        'In place of `after`: `cursor` of the last response or event. It also names the history of the database, ' +
        'so you are told if events that you have read were lost.',
      examples: ['4712-9f2c41d07b3e'],
    }),
  ),
  types: Type.Optional(
    Type.String({
      maxLength: 1000,
      description: 'Types to read, separated by commas. `order.*` means all that begin with `order.`',
      examples: ['order.placed,user.*'],
    }),
  ),
  limit: Type.Integer({ minimum: 1, maximum: 500, default: 100, description: 'Events in the response.' }),
  wait: Type.Integer({
    minimum: 0,
    maximum: 30,
    default: 0,
    description: 'Seconds to wait for an event while there is none.',
  }),
})

const Event = Type.Object(
  {
    position: Type.Integer({ description: 'From 1 on, without a gap.' }),
    cursor: Type.String({
      description: 'Send it as `cursor` to read what comes after.',
      examples: ['4712-9f2c41d07b3e'],
    }),
    id: Type.String({ ...Uuid, description: 'The same as `webhook-id` of a webhook.' }),
    type: Type.Enum([...FEED_TYPES]),
    at: Time,
    data: Type.Record(Type.String(), Type.Unknown(), { description: 'Ids and states. It never changes.' }),
    ...THINGS,
  },
  { title: 'Event' },
)

const EventPage = Type.Object(
  {
    items: Type.Array(Event),
    next: Type.Integer({ description: 'Send it as `after` next time. It moves past events that `types` leaves out.' }),
    cursor: Type.String({ description: 'The same position with its history.', examples: ['4712-9f2c41d07b3e'] }),
    head: Type.Integer({ description: 'The position of the newest event. While `next` is lower, read on at once.' }),
    oldest: Type.Integer({ description: 'The position of the oldest event that is kept.' }),
  },
  { title: 'EventPage' },
)

/** Longer than a read takes. A reader that waits is not held to the time of its request. */
const READ_TIMEOUT = 5 * SECOND
/** Interval of questions behind notifications, which can be lost. */
const POLL = 1 * SECOND

export function feedRoutes(api: App, context: AppContext): void {
  const { db } = context
  operation(api, 'GET /events', {
    id: 'listEvents',
    summary: 'Read the event feed',
    access: { role: 'staff', permission: 'daily work', scope: 'events:read' },
    description:
      'Events of orders, users, products and emails, in one order that never changes and has no gap. A reader ' +
      'that continues with `next` sees each event once. `order.placed` and `order.cancelled` also change the ' +
      'stock of the products, and `user.deleted` and `user.updated` the orders of the user: there is no further ' +
      'event for these.',
    problems: ['events_deleted', 'feed_replaced', 'position_not_reached'],
    query: FeedQuery,
    answers: { 200: EventPage },
    handler: async (request, reply) => {
      const { types, limit, wait } = request.query
      const wanted = { after: startOf(request.query), types: types === undefined ? undefined : readTypes(types), limit }
      const page = await limitStatements(READ_TIMEOUT, () => read(wanted, wait * SECOND, reply))
      if (wait > 0) await admitAgain(request, context)
      const items = await withThings(db, request.caller, page.items)
      const at = (position: number) => cursorAt(position, page.history)
      return {
        ...page,
        cursor: at(page.next),
        items: items.map(({ position, ...event }) => ({ position, cursor: at(position), ...event })),
      }
    },
  })

  type Wanted = Parameters<typeof readFeed>[1]

  async function read(wanted: Wanted, wait: number, reply: FastifyReply): Promise<FeedPage> {
    const until = performance.now() + wait
    using news = awaitNews(db)
    let { after } = wanted
    for (;;) {
      await stampOrLag()
      const page = await readFeed(db, { ...wanted, after })
      after = { position: page.next, history: page.history }
      const left = until - performance.now()
      if (page.items.length > 0 || left <= 0 || api.stopping || reply.raw.destroyed) return page
      if (page.next === page.head) await news.wait(Math.min(left, POLL))
    }
  }

  /** A client sees the effects of its own requests. If another stamper holds the lock for long, readers get what is there. */
  async function stampOrLag(): Promise<void> {
    await stamp(db).catch(error => {
      if (!isLockedOut(error)) throw error
    })
  }
}

function startOf({ after, cursor }: { after?: number; cursor?: string }): Start | undefined {
  if (cursor === undefined) return after === undefined ? undefined : { position: after }
  if (after !== undefined) {
    throw invalidQuery({ field: 'cursor', reason: 'cannot be sent together with after', code: 'ambiguous' })
  }
  const [, position, history] = CURSOR.exec(cursor)!
  return { position: Math.min(Number(position), Number.MAX_SAFE_INTEGER), history: history! }
}

function readTypes(text: string): FeedType[] {
  const chosen = text.split(',').map(name => name.trim())
  const fits = (name: string) =>
    FEED_TYPES.filter(type => name === type || (name.endsWith('.*') && type.startsWith(name.slice(0, -1))))
  const unknown = chosen.find(name => fits(name).length === 0)
  if (unknown !== undefined) {
    throw invalidQuery({
      field: 'types',
      reason: `must be types of events like order.placed or order.*, not ${JSON.stringify(unknown.slice(0, 100))}`,
      code: 'unknown_type',
    })
  }
  return chosen.flatMap(fits)
}
