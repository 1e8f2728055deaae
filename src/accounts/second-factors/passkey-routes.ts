/** The API of passkeys: options for the browser, and what it signs. */
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import type { App } from '../../http/app.ts'
import { once } from '../../http/idempotency/once.ts'
import { operation } from '../../http/operation.ts'
import { Uuid } from '../../http/schemas.ts'
import { visitOf } from '../audit-log.ts'
import { registerByLink } from '../guests/register-by-link.ts'
import { FactorName, Token } from '../input.ts'
import { partiallySignedIn, signedIn } from '../sessions/access.ts'
import { sessionEnded } from '../sessions/sessions.ts'
import { requireOpenAttempt, signInPurpose } from '../sign-in/attempt.ts'
import { requireNoFactor } from '../sign-in/first-passkey.ts'
import { signInByPasskey, signInOptions } from '../sign-in/passkey-alone.ts'
import type { PresentedFactor } from '../sign-in/presented-factor.ts'
import { completeSignIn } from '../sign-in/second-step.ts'
import { answerWithSession, SignInResponse, setPartialCookie } from '../sign-in/sign-in-response.ts'
import { findRegistered, findUser } from '../users/user.ts'
import { enrollPasskey } from './enrollment.ts'
import { creationOptions, requestOptions } from './passkeys.ts'
import { reauthenticate, requireStepUp, stepUpPurpose } from './step-up.ts'

/** The JSON of WebAuthn, to and from the browser's `navigator.credentials`. */
const Options = Type.Object(
  {},
  { title: 'PasskeyOptions', additionalProperties: true, description: 'For navigator.credentials.' },
)
const OptionsByLink = Type.Object(
  { partialToken: Type.String(), expiresIn: Type.Integer({ description: 'Seconds.' }) },
  { title: 'RegistrationByLink', additionalProperties: true, description: 'Options for navigator.credentials.' },
)
const Passkey = Type.Object(
  { id: Type.String({ maxLength: 2000 }) },
  { title: 'Passkey', additionalProperties: true, description: 'The result of `navigator.credentials`.' },
)
const Signed = Type.Object({ passkey: Passkey }, { title: 'SignedPasskey' })
const Added = Type.Object({ id: Uuid, kind: Type.Literal('passkey') })

export function passkeyRoutes(api: App, context: AppContext): void {
  passkeyEnrolmentRoutes(api, context)
  passkeyRegistrationRoutes(api, context)
  passkeySignInRoutes(api, context)
  passkeyReauthenticationRoutes(api, context)
}

function passkeyEnrolmentRoutes(api: App, context: AppContext): void {
  operation(api, 'POST /users/me/passkeys/options', {
    id: 'startPasskey',
    summary: 'Start adding a passkey',
    access: 'user',
    problems: ['reauthentication_required'],
    answers: { 200: Options },
    handler: async request => {
      const session = signedIn(request)
      requireStepUp(session, context.clock.now())
      const user = await findUser(context.db, session.userId)
      if (!user) throw sessionEnded()
      return creationOptions(context, user, user.id)
    },
  })

  operation(api, 'POST /users/me/passkeys', {
    id: 'addPasskey',
    summary: 'Add a passkey as a second factor',
    access: 'user',
    problems: ['reauthentication_required', 'too_many_second_factors', 'rate_limited'],
    body: Type.Object({
      name: Type.Optional(FactorName),
      passkey: Passkey,
    }),
    once: true,
    answers: { 201: Added },
    handler: (request, reply) =>
      enrollPasskey(context, signedIn(request), request.body, visitOf(request), work =>
        once(context, request, reply, work),
      ),
  })
}

/** Replaces the authenticator offered at registration. Whichever comes first makes the account. */
function passkeyRegistrationRoutes(api: App, context: AppContext): void {
  operation(api, 'POST /auth/register/passkey/options', {
    id: 'startRegistrationByPasskey',
    summary: 'Start a registration by passkey',
    access: 'partial',
    description:
      'Only while the account has no second factor: after `register`, or the first sign-in of an imported account.',
    problems: ['sign_in_ended', 'forbidden'],
    answers: { 200: Options },
    handler: async request => {
      const { userId, partialId } = partiallySignedIn(request)
      await requireOpenAttempt(context.db, partialId, context.clock.now())
      await requireNoFactor(context.db, userId)
      const user = await findRegistered(context.db, userId)
      if (!user) throw sessionEnded()
      return creationOptions(context, user, signInPurpose(partialId))
    },
  })

  operation(api, 'POST /auth/register/link/options', {
    id: 'startRegistrationByLink',
    summary: 'Start a registration by the link of a guest',
    access: 'public',
    description:
      'The link is in the email that `requestGuestAccount` sends. It proves the mailbox, so the account begins with a verified ' +
      'address, and no password. `/auth/register/passkey` completes it, with the `partialToken`.',
    problems: ['invalid_verification_token', 'email_taken', 'rate_limited'],
    body: Type.Object({ token: Token }, { title: 'AccountLink' }),
    answers: { 200: OptionsByLink },
    handler: async (request, reply) => {
      const started = await registerByLink(context, request.body.token, visitOf(request))
      setPartialCookie(context, reply, started.partialToken)
      return started
    },
  })

  operation(api, 'POST /auth/register/passkey', {
    id: 'registerByPasskey',
    summary: 'Complete a registration with a passkey',
    access: 'partial',
    description:
      'In place of the first code: the passkey becomes the second factor, the authenticator of the registration ' +
      'is forgotten, and the session opens, once.',
    problems: ['invalid_code', 'sign_in_ended', 'forbidden', 'invitation_ended', 'rate_limited'],
    body: Type.Object({ passkey: Passkey }, { title: 'CreatedPasskey' }),
    answers: { 200: SignInResponse },
    handler: async (request, reply) => {
      const { userId, partialId } = partiallySignedIn(request)
      const attempt = { userId, partialId, visit: visitOf(request) }
      const created = {
        kind: 'new-passkey',
        response: request.body.passkey,
        purpose: signInPurpose(partialId),
      } as const
      return answerWithSession(context, reply, await completeSignIn(context, attempt, created))
    },
  })
}

function passkeySignInRoutes(api: App, context: AppContext): void {
  operation(api, 'POST /auth/passkey/options', {
    id: 'startSignInByPasskey',
    summary: 'Start a sign-in by passkey alone',
    access: 'public',
    description: 'The device chooses the account. It has to verify its user.',
    answers: { 200: Options },
    handler: () => signInOptions(context),
  })

  operation(api, 'POST /auth/passkey', {
    id: 'signInByPasskey',
    summary: 'Sign in by passkey alone',
    access: 'public',
    description: 'In place of password and code. A signature opens one session.',
    problems: ['invalid_passkey', 'rate_limited'],
    body: Signed,
    answers: { 200: SignInResponse },
    handler: async (request, reply) =>
      answerWithSession(context, reply, await signInByPasskey(context, request.body.passkey, visitOf(request))),
  })

  operation(api, 'POST /auth/mfa/passkey/options', {
    id: 'startPasskeySignIn',
    summary: 'Start passkey sign-in',
    access: 'partial',
    problems: ['sign_in_ended'],
    answers: { 200: Options },
    handler: async request => {
      const { userId, partialId } = partiallySignedIn(request)
      await requireOpenAttempt(context.db, partialId, context.clock.now())
      return requestOptions(context, userId, signInPurpose(partialId))
    },
  })

  operation(api, 'POST /auth/mfa/passkey', {
    id: 'enterPasskey',
    summary: 'Sign in, second step, with a passkey',
    access: 'partial',
    problems: ['invalid_code', 'sign_in_ended', 'rate_limited'],
    body: Signed,
    answers: { 200: SignInResponse },
    handler: async (request, reply) => {
      const { userId, partialId } = partiallySignedIn(request)
      const attempt = { userId, partialId, visit: visitOf(request) }
      const factor = signedPasskey(request.body, signInPurpose(partialId))
      return answerWithSession(context, reply, await completeSignIn(context, attempt, factor))
    },
  })
}

function passkeyReauthenticationRoutes(api: App, context: AppContext): void {
  operation(api, 'POST /auth/reauthenticate/passkey/options', {
    id: 'startPasskeyReauthentication',
    summary: 'Start passkey step-up',
    access: 'user',
    answers: { 200: Options },
    handler: async request => {
      const { userId, sessionId } = signedIn(request)
      return requestOptions(context, userId, stepUpPurpose(sessionId))
    },
  })

  operation(api, 'POST /auth/reauthenticate/passkey', {
    id: 'reauthenticateByPasskey',
    summary: 'Step up with a passkey',
    access: 'user',
    problems: ['invalid_code', 'rate_limited'],
    body: Signed,
    answers: { 200: SignInResponse },
    handler: async (request, reply) => {
      const session = signedIn(request)
      const factor = signedPasskey(request.body, stepUpPurpose(session.sessionId))
      return answerWithSession(context, reply, await reauthenticate(context, session, factor, visitOf(request)))
    },
  })
}

function signedPasskey({ passkey }: Static<typeof Signed>, purpose: string): PresentedFactor {
  return { kind: 'passkey', response: passkey, purpose }
}
