/** The API of a user's own profile, password and email address. */
import { Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import type { App } from '../../http/app.ts'
import { momentOf, uuidOf } from '../../http/filters.ts'
import { answerOnce } from '../../http/idempotency/once.ts'
import { Email, StoredEmail } from '../../http/input/email.ts'
import { operation } from '../../http/operation.ts'
import { answerPage, LIST_QUERY, Page } from '../../http/paginated-list.ts'
import { answerTagged, ifMatch, Unchanged } from '../../http/representation/entity-tags.ts'
import { orNull, Time } from '../../http/schemas.ts'
import { METADATA_QUERY, metadataFilterOf } from '../../metadata/metadata.ts'
import { TAG_QUERY } from '../../notes/note.ts'
import { Problem } from '../../problems.ts'
import { visitOf } from '../audit-log.ts'
import { Locale, NewPassword, Phone, Token, UserName } from '../input.ts'
import { changePassword } from '../passwords/change.ts'
import { actsForShop, isStaffFor, signedIn } from '../sessions/access.ts'
import { sessionIfAny } from '../sessions/identify.ts'
import { changeProfile, requestVerification } from './profile.ts'
import { findMe, findUserOrGuest, GUESTS, type Guests, listUsers, Me, User } from './user.ts'
import { releaseEmail, verifyEmail } from './verify-email.ts'

const Id = uuidOf('user')
const Change = Type.Object(
  {
    email: Type.Optional(StoredEmail),
    userName: Type.Optional(UserName),
    phone: Type.Optional(orNull(Phone)),
    locale: Type.Optional(Locale),
  },
  { title: 'UserChange', 'x-resource': 'user-input' },
)

export function profileRoutes(api: App, context: AppContext): void {
  ownProfileRoutes(api, context)
  addressProofRoutes(api, context)
  userRoutes(api, context)
}

function ownProfileRoutes(api: App, context: AppContext): void {
  operation(api, 'GET /users/me', {
    id: 'getMe',
    summary: 'Get current user',
    access: 'user',
    problems: ['not_found'],
    answers: { 200: Me, 304: Unchanged },
    handler: async (request, reply) =>
      answerTagged(request, reply, (await findMe(context.db, signedIn(request).userId)) ?? gone()),
  })

  operation(api, 'PATCH /users/me', {
    id: 'changeMe',
    summary: 'Update current user',
    access: 'user',
    description: 'A new email address takes effect at once.',
    problems: ['email_taken', 'reauthentication_required', 'rate_limited', 'not_found', 'changed_meanwhile'],
    once: true,
    ifMatch: true,
    body: Change,
    answers: { 200: Me },
    handler: async (request, reply) =>
      changeProfile(context, signedIn(request), request.body, visitOf(request), {
        check: ifMatch(request, reply),
        run: work => answerOnce(context, request, reply, work),
      }),
  })

  operation(api, 'POST /users/me/verification-email', {
    id: 'sendVerificationEmail',
    summary: 'Send the link that verifies the email address again',
    access: 'user',
    problems: ['rate_limited'],
    answers: { 200: Type.Object({ message: Type.String() }, { title: 'Message' }) },
    handler: async request => {
      const sentTo = await requestVerification(context, signedIn(request), visitOf(request))
      const message = sentTo ? `We've sent a new link to ${sentTo}.` : 'Your email address is confirmed already.'
      return { message }
    },
  })

  operation(api, 'POST /users/me/password', {
    id: 'changePassword',
    summary: 'Change the password',
    access: 'user',
    description: 'All other sessions end.',
    problems: ['rate_limited'],
    body: Type.Object({
      currentPassword: Type.String({ minLength: 1, maxLength: 1000 }),
      password: NewPassword,
    }),
    handler: async request => {
      await changePassword(context, signedIn(request), request.body, visitOf(request))
    },
  })
}

function addressProofRoutes(api: App, context: AppContext): void {
  operation(api, 'POST /auth/verify-email', {
    id: 'verifyEmail',
    summary: 'Verify an email address',
    access: 'public',
    description:
      'Takes the token of an email to that address. In a session of the account it is verified for good. ' +
      'Otherwise the address can still be released while the link in that email works, because the reader of a ' +
      'mailbox may not be the owner of the account.',
    problems: ['invalid_verification_token'],
    body: Type.Object({ token: Token }),
    answers: { 200: Type.Object({ message: Type.String() }, { title: 'Message' }) },
    handler: async request => {
      const userId = (await sessionIfAny(request, context))?.userId
      await verifyEmail(context, { token: request.body.token, userId, visit: visitOf(request) })
      return { message: 'Thank you. Your email address is verified.' }
    },
  })

  operation(api, 'POST /auth/release-email', {
    id: 'releaseEmail',
    summary: 'Release an email address',
    access: 'public',
    description:
      'For the reader of a mailbox whose address somebody else has entered for an account. Takes the token of an ' +
      'email to that address. The account loses the address, unless it was verified in a session of the account, ' +
      'and keeps everything else.',
    problems: ['invalid_verification_token'],
    body: Type.Object({ token: Token }),
    answers: { 200: Type.Object({ message: Type.String() }) },
    handler: async request => {
      await releaseEmail(context, request.body.token, visitOf(request))
      return { message: 'Your email address no longer belongs to that account. You can create your own.' }
    },
  })
}

function userRoutes(api: App, context: AppContext): void {
  operation(api, 'GET /users', {
    id: 'listUsers',
    summary: 'List users',
    access: { role: 'staff', permission: 'customers', scope: 'users:read' },
    description:
      'Newest first. Registrations that no code has confirmed yet are not in the list, nor are guests, who have ordered without ' +
      'an account, unless `guests` asks for them.',
    query: Type.Object({
      ...LIST_QUERY,
      email: Type.Optional(
        Type.String({ ...Email, description: 'Only the user with exactly this address, in any case.' }),
      ),
      updated_since: Type.Optional(
        Type.String({
          ...Time,
          description:
            'Only users that changed at or after this time. Go back a minute behind your last request. Deleted ' +
            'users are in the event feed.',
        }),
      ),
      guests: Type.Optional(
        Type.String({
          enum: [...GUESTS],
          description: 'Customers without an account, one for each of their orders: besides the users, or alone.',
        }),
      ),
      ...METADATA_QUERY,
      ...TAG_QUERY,
    }),
    answers: { 200: Page(User) },
    handler: async (request, reply) => {
      const { email, updated_since, guests, tag, metadata: wanted, ...paging } = request.query
      const metadata = metadataFilterOf(wanted, actsForShop(request))
      const filters = {
        email,
        updatedSince: momentOf(updated_since),
        guests: guests as Guests | undefined,
        metadata,
        tag,
      }
      return answerPage(request, reply, await listUsers(context.db, filters, paging))
    },
  })

  operation(api, 'GET /users/:id', {
    id: 'getUser',
    summary: 'Get a user',
    access: { role: 'user', permission: 'customers', scope: 'users:read' },
    description:
      'Users see themselves. Staff and API keys see everyone, guests too. Unknown ids and users you may not see both return 404.',
    params: Id,
    answers: { 200: User, 304: Unchanged },
    handler: async (request, reply) => {
      const { caller } = request
      const { id } = request.params
      const allowed = caller.kind === 'key' || isStaffFor(request) || (caller.kind === 'user' && caller.userId === id)
      return answerTagged(request, reply, (allowed && (await findUserOrGuest(context.db, id))) || gone())
    },
  })
}

function gone(): never {
  throw new Problem('not_found', 'This user does not exist, or you may not see it.')
}
