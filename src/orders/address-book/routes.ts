/** The API of a customer's address book. */
import { Type } from 'typebox'
import { signedIn } from '../../accounts/sessions/access.ts'
import { lockUserOfSession } from '../../accounts/sessions/sessions.ts'
import type { AppContext } from '../../context.ts'
import type { App } from '../../http/app.ts'
import { answerOnce } from '../../http/idempotency/once.ts'
import { operation } from '../../http/operation.ts'
import { answerTagged, ifMatch, Unchanged } from '../../http/representation/entity-tags.ts'
import { Uuid } from '../../http/schemas.ts'
import { addToBook, changeInBook, findInBook, listBook, noSuchAddress, removeFromBook } from './book.ts'
import { KeptAddress, KeptAddressChange, MOST_ADDRESSES, NewKeptAddress } from './kept-address.ts'

const Id = Type.Object({ id: Type.String({ ...Uuid, description: 'The id of the address.' }) })
const Book = Type.Object({ items: Type.Array(KeptAddress) }, { title: 'AddressBook' })

export function addressBookRoutes(api: App, context: AppContext): void {
  readingRoutes(api, context)
  writingRoutes(api, context)
}

function readingRoutes(api: App, { db }: AppContext): void {
  operation(api, 'GET /users/me/addresses', {
    id: 'listAddresses',
    summary: 'List the addresses of the address book',
    access: 'user',
    description: `All of them, at most ${MOST_ADDRESSES}, in the order in which they were added.`,
    answers: { 200: Book },
    handler: async request => ({ items: await listBook(db, signedIn(request).userId) }),
  })

  operation(api, 'GET /users/me/addresses/:id', {
    id: 'getAddress',
    summary: 'Get an address of the address book',
    access: 'user',
    params: Id,
    answers: { 200: KeptAddress, 304: Unchanged },
    handler: async (request, reply) => {
      const kept = await findInBook(db, signedIn(request).userId, request.params.id.toLowerCase())
      if (!kept) throw noSuchAddress()
      return answerTagged(request, reply, kept)
    },
  })
}

function writingRoutes(api: App, context: AppContext): void {
  const { db, clock } = context

  operation(api, 'POST /users/me/addresses', {
    id: 'addAddress',
    summary: 'Add an address to the address book',
    access: 'user',
    description:
      'The first one becomes the default for deliveries. An address that is kept already, in whatever case, is not added again: its ' +
      'entry takes over spelling, phone and label. The answer is the entry.',
    problems: ['address_book_full'],
    once: true,
    body: NewKeptAddress,
    answers: { 200: KeptAddress },
    handler: async (request, reply) => {
      const session = signedIn(request)
      return answerOnce(context, request, reply, async tx => {
        await lockUserOfSession(tx, session)
        return addToBook(tx, session.userId, request.body, clock.now())
      })
    },
  })

  operation(api, 'PATCH /users/me/addresses/:id', {
    id: 'changeAddress',
    summary: 'Change an address of the address book',
    access: 'user',
    description:
      'Also its label, and whether it is a default, which the other addresses then are not. `address` is replaced as a whole. Orders ' +
      'have copies of their addresses and stay as they are.',
    problems: ['address_kept', 'changed_meanwhile'],
    ifMatch: true,
    once: true,
    params: Id,
    body: KeptAddressChange,
    answers: { 200: KeptAddress },
    handler: async (request, reply) => {
      const session = signedIn(request)
      const id = request.params.id.toLowerCase()
      const check = ifMatch(request, reply)
      return answerOnce(context, request, reply, async tx => {
        await lockUserOfSession(tx, session)
        return changeInBook(tx, session.userId, id, request.body, check)
      })
    },
  })

  operation(api, 'DELETE /users/me/addresses/:id', {
    id: 'removeAddress',
    summary: 'Remove an address from the address book',
    access: 'user',
    description: 'Orders stay as they are.',
    params: Id,
    handler: async request => {
      const session = signedIn(request)
      await db.transaction().execute(async tx => {
        await lockUserOfSession(tx, session)
        await removeFromBook(tx, session.userId, request.params.id.toLowerCase())
      })
    },
  })
}
