import type { FastifyRequest } from 'fastify'
import { type Static, type TSchema, Type } from 'typebox'
import { SCOPES, type Scope } from '../accounts/sessions/access.ts'
import { findUsers, User } from '../accounts/users/user.ts'
import { Product } from '../catalogue/product.ts'
import { findProducts } from '../catalogue/queries.ts'
import type { Db } from '../database/schema.ts'
import { orNull } from '../http/schemas.ts'
import { Notification, showNotification } from '../notifications/notification.ts'
import { findDeliveries } from '../notifications/queries.ts'
import { Order, showOrder } from '../orders/order.ts'
import { findOrders } from '../orders/queries.ts'
import { readShop } from '../shop/settings.ts'
import { inLanguage } from '../words/words.ts'
import type { StampedEvent } from './read.ts'

/*
 * The feed stores ids and states only. The thing that an event is about is added when the event is read, as it is then.
 * So a reader never sees a state that is out of date, the personal data of an erased user is in no event, and each reader
 * gets the thing in the API version of the request.
 */

const thing = <T extends TSchema>(schema: T, name: string) =>
  Type.Optional(
    orNull(schema, {
      description: `For an event about ${name}: as it is now. null when it is gone, or the API key may not read it.`,
    }),
  )

export const THINGS = {
  order: thing(Order, 'an order'),
  user: thing(User, 'a user'),
  product: thing(Product, 'a product'),
  delivery: thing(Notification, 'an email'),
}

type Things = { [Name in keyof typeof THINGS]?: Static<(typeof THINGS)[Name]> }

/** Describes each kind of thing: the member of `data` that names it, the scope that a key needs to read it, and how to find many. */
const SUBJECT_KINDS: {
  [Name in keyof typeof THINGS]: {
    id: string
    scope: Scope
    // biome-ignore lint/suspicious/noExplicitAny: the ids are of the type that `find` takes, because features publish them
    find: (db: Db, ids: any[]) => Promise<NonNullable<Things[Name]>[]>
  }
} = {
  order: { id: 'orderId', scope: 'orders:read', find: async (db, ids) => (await findOrders(db, ids)).map(showOrder) },
  user: { id: 'userId', scope: 'users:read', find: findUsers },
  product: { id: 'productId', scope: 'products:read', find: findProducts },
  delivery: {
    id: 'deliveryId',
    scope: 'users:read',
    find: async (db, ids) => (await findDeliveries(db, ids)).map(showNotification),
  },
}

/** Adds to each event what it is about. Its type begins with the kind of thing: `order.placed`. */
export async function withThings(db: Db, caller: FastifyRequest['caller'], events: StampedEvent[]) {
  const things = await thingsOf(db, caller.kind === 'key' ? caller.scopes : SCOPES, events)
  return events.map((event, n) => ({ ...event, ...things[n] }))
}

/** @param scopes without the one that a thing needs, the thing is null @returns for each event what it is about, as it is now */
export async function thingsOf(
  db: Db,
  scopes: readonly string[],
  events: readonly Pick<StampedEvent, 'type' | 'data'>[],
): Promise<Things[]> {
  const [main] = (await readShop(db)).languages
  const findKinds = () =>
    Promise.all(
      Object.entries(SUBJECT_KINDS).map(async ([name, { id, scope, find }]) => {
        const ids = events.flatMap(({ type, data }) => (isAbout(type, name) ? [data[id]] : []))
        const things = scopes.includes(scope) ? await find(db, [...new Set(ids)]) : []
        return { name, id, byId: new Map(things.map(thing => [thing.id as unknown, thing])) }
      }),
    )
  // Programs read names of the shop in one language, however the event reaches them.
  const found = await inLanguage('en', findKinds, { texts: main, main })
  return events.map(({ type, data }) => {
    const kind = found.find(({ name }) => isAbout(type, name))
    return kind ? ({ [kind.name]: kind.byId.get(data[kind.id]) ?? null } as Things) : {}
  })
}

/** Payments, transfers, refunds and disputes are events about their order. */
function isAbout(type: string, name: string): boolean {
  const [subject] = type.split('.')
  return subject === name || (name === 'order' && ['payment', 'refund', 'transfer', 'dispute'].includes(subject!))
}
