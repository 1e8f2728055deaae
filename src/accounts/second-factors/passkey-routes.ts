import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import type { App } from '../../http/app.ts'
import { IdempotencyHeaders, onceFor } from '../../http/idempotency/once.ts'
import { visitOf } from '../audit-log.ts'
import { FactorName } from '../input.ts'
import { partiallySignedIn, signedIn } from '../sessions/access.ts'
import { sessionEnded } from '../sessions/sessions.ts'
import { signInByPasskey, signInOptions } from '../sign-in/passkey-alone.ts'
import { completeSignIn, type PresentedFactor, requireOpenAttempt, signInPurpose } from '../sign-in/second-step.ts'
import { answerWithSession, SignInResponse } from '../sign-in/sign-in-response.ts'
import { findUser } from '../users/user.ts'
import { enrollPasskey } from './enrollment.ts'
import { creationOptions, requestOptions } from './passkeys.ts'
import { reauthenticate, requireStepUp, stepUpPurpose } from './step-up.ts'

/** The JSON of WebAuthn, to and from the browser's `navigator.credentials`. */
const Options = Type.Object(
  {},
  { title: 'PasskeyOptions', additionalProperties: true, description: 'For navigator.credentials.' },
)
const Passkey = Type.Object(
  { id: Type.String({ maxLength: 2000 }) },
  { title: 'Passkey', additionalProperties: true, description: 'The result of `navigator.credentials`.' },
)
const Signed = Type.Object({ passkey: Passkey }, { title: 'SignedPasskey' })
const Added = Type.Object({ id: Type.String({ format: 'uuid' }), kind: Type.Literal('passkey') })

export function passkeyRoutes(api: App, context: AppContext): void {
  api.post(
    '/users/me/passkeys/options',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'startPasskey',
        summary: 'Start adding a passkey',
        problems: ['reauthentication_required'],
        response: { 200: Options },
      },
    },
    async request => {
      const session = signedIn(request)
      requireStepUp(session, context.clock.now())
      const user = await findUser(context.db, session.userId)
      if (!user) throw sessionEnded()
      return creationOptions(context, user)
    },
  )

  api.post(
    '/users/me/passkeys',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'addPasskey',
        summary: 'Add a passkey as a second factor',
        problems: ['reauthentication_required', 'too_many_second_factors', 'rate_limited'],
        body: Type.Object({
          name: Type.Optional(FactorName),
          passkey: Passkey,
        }),
        headers: IdempotencyHeaders,
        response: { 201: Added },
      },
    },
    (request, reply) =>
      enrollPasskey(context, signedIn(request), request.body, visitOf(request), onceFor(context, request, reply)),
  )

  api.post(
    '/auth/passkey/options',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'startSignInByPasskey',
        summary: 'Start a sign-in by passkey alone',
        description: 'The device chooses the account. It has to verify its user.',
        response: { 200: Options },
      },
    },
    () => signInOptions(context),
  )

  api.post(
    '/auth/passkey',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'signInByPasskey',
        summary: 'Sign in by passkey alone',
        description: 'In place of password and code. A signature opens one session.',
        problems: ['invalid_passkey', 'rate_limited'],
        body: Signed,
        response: { 200: SignInResponse },
      },
    },
    async (request, reply) =>
      answerWithSession(context, reply, await signInByPasskey(context, request.body.passkey, visitOf(request))),
  )

  api.post(
    '/auth/mfa/passkey/options',
    {
      config: { access: 'partial' },
      schema: {
        operationId: 'startPasskeySignIn',
        summary: 'Start passkey sign-in',
        problems: ['sign_in_ended'],
        response: { 200: Options },
      },
    },
    async request => {
      const { userId, partialId } = partiallySignedIn(request)
      await requireOpenAttempt(context.db, partialId, context.clock.now())
      return requestOptions(context, userId, signInPurpose(partialId))
    },
  )

  api.post(
    '/auth/mfa/passkey',
    {
      config: { access: 'partial' },
      schema: {
        operationId: 'enterPasskey',
        summary: 'Sign in, second step, with a passkey',
        problems: ['invalid_code', 'sign_in_ended', 'rate_limited'],
        body: Signed,
        response: { 200: SignInResponse },
      },
    },
    async (request, reply) => {
      const { userId, partialId } = partiallySignedIn(request)
      const attempt = { userId, partialId, visit: visitOf(request) }
      const factor = signedPasskey(request.body, signInPurpose(partialId))
      return answerWithSession(context, reply, await completeSignIn(context, attempt, factor))
    },
  )

  api.post(
    '/auth/reauthenticate/passkey/options',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'startPasskeyReauthentication',
        summary: 'Start passkey step-up',
        response: { 200: Options },
      },
    },
    async request => {
      const { userId, sessionId } = signedIn(request)
      return requestOptions(context, userId, stepUpPurpose(sessionId))
    },
  )

  api.post(
    '/auth/reauthenticate/passkey',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'reauthenticateByPasskey',
        summary: 'Step up with a passkey',
        problems: ['invalid_code', 'rate_limited'],
        body: Signed,
        response: { 200: SignInResponse },
      },
    },
    async (request, reply) => {
      const session = signedIn(request)
      const factor = signedPasskey(request.body, stepUpPurpose(session.sessionId))
      return answerWithSession(context, reply, await reauthenticate(context, session, factor, visitOf(request)))
    },
  )
}

function signedPasskey({ passkey }: Static<typeof Signed>, purpose: string): PresentedFactor {
  return { kind: 'passkey', response: passkey, purpose }
}
