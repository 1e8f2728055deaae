import { Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import type { App } from '../../http/app.ts'
import { audit, visitOf } from '../audit-log.ts'
import { partiallySignedIn, signedIn } from '../sessions/access.ts'
import { requireNotEnded } from '../sessions/sessions.ts'
import { attemptName, passSignIn, requireOpen } from '../sign-in/sign-in.ts'
import { giveSession, SignInAnswer } from '../sign-in/sign-in-response.ts'
import { findUser, lockUser } from '../users/user.ts'
import { addPasskey, creationOptions, passkeyFactor, requestOptions } from './passkeys.ts'
import { reauthenticate, requireFresh, sessionName } from './step-up.ts'

/** What goes to and comes from the browser's `navigator.credentials`, as WebAuthn says it in JSON. */
const Options = Type.Object({}, { additionalProperties: true, description: 'The options for `navigator.credentials`.' })
const Passkey = Type.Object(
  { id: Type.String({ maxLength: 2000 }) },
  { additionalProperties: true, description: 'The result of `navigator.credentials`.' },
)
const Signed = Type.Object({ passkey: Passkey })
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
      requireFresh(session, context.clock.now())
      return creationOptions(context, (await findUser(context.db, session.userId))!)
    },
  )

  api.post(
    '/users/me/passkeys',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'addPasskey',
        summary: 'Add a passkey as a second factor',
        problems: ['reauthentication_required'],
        body: Type.Object({
          name: Type.Optional(Type.String({ minLength: 1, maxLength: 60, pattern: '\\S', 'x-reason': 'is required' })),
          passkey: Passkey,
        }),
        response: { 201: Added },
      },
    },
    async (request, reply) => {
      const session = signedIn(request)
      const { userId, sessionId } = session
      const now = context.clock.now()
      requireFresh(session, now)
      const { name = 'Passkey', passkey } = request.body
      const id = await context.db.transaction().execute(async tx => {
        await lockUser(tx, userId)
        await requireNotEnded(tx, sessionId)
        const factorId = await addPasskey(tx, context, { userId, name, response: passkey })
        const detail = { kind: 'passkey', factorId }
        await audit(tx, 'factor_added', { at: now, visit: visitOf(request), userId, detail })
        return factorId
      })
      const added = { id, kind: 'passkey' as const }
      return reply.code(201).header('location', '/api/users/me/second-factors').send(added)
    },
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
      await requireOpen(context.db, partialId, context.clock.now())
      return requestOptions(context, userId, attemptName(partialId))
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
        response: { 200: SignInAnswer },
      },
    },
    async (request, reply) => {
      const { userId, partialId } = partiallySignedIn(request)
      const factor = passkeyFactor(context, { userId, boundTo: attemptName(partialId), response: request.body.passkey })
      return giveSession(
        context,
        reply,
        await passSignIn(context, { userId, partialId, visit: visitOf(request) }, factor),
      )
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
      return requestOptions(context, userId, sessionName(sessionId))
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
        response: { 200: SignInAnswer },
      },
    },
    async (request, reply) => {
      const session = signedIn(request)
      const { userId, sessionId } = session
      const factor = passkeyFactor(context, { userId, boundTo: sessionName(sessionId), response: request.body.passkey })
      return giveSession(context, reply, await reauthenticate(context, session, factor, visitOf(request)))
    },
  )
}
