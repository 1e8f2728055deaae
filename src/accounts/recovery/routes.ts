/** The API of recovery: a customer asks and objects, and a link recovers the account. Staff have routes of their own. */
import { Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import type { App } from '../../http/app.ts'
import { once } from '../../http/idempotency/once.ts'
import { operation } from '../../http/operation.ts'
import { Time } from '../../http/schemas.ts'
import { after } from '../../time.ts'
import { visitOf } from '../audit-log.ts'
import { NewPassword, Token } from '../input.ts'
import { partiallySignedIn, signedIn } from '../sessions/access.ts'
import { PARTIAL_LIFETIME } from '../sign-in/partial-session.ts'
import { setCookie } from '../sign-in/sign-in-response.ts'
import { objectByLink, objectInSession } from './object.ts'
import { recoverAccount } from './recover.ts'
import { askForRecovery } from './requests.ts'

const Asked = Type.Object(
  {
    waitsUntil: {
      ...Time,
      description: 'No link is sent before. Until it is used, the owner of the account can object.',
    },
    needsApproval: Type.Boolean({
      description:
        'The shop has to approve as well: the password was set by a link, or the address was never confirmed in a session.',
    }),
  },
  { title: 'AskedRecovery' },
)
const totp = { secret: Type.String(), uri: Type.String(), qr: Type.String() }
const Recovered = Type.Object(
  {
    partialToken: Type.String(),
    expiresIn: Type.Integer(),
    methods: Type.Array(Type.String()),
    totp: Type.Optional(
      Type.Object(totp, { description: 'Left out of a repeated answer after the first code, or after 10 minutes.' }),
    ),
  },
  { title: 'RecoveredAccount' },
)

export function recoveryRoutes(api: App, context: AppContext): void {
  operation(api, 'POST /auth/mfa/recovery-request', {
    id: 'askForRecovery',
    summary: 'Ask for recovery of the account',
    access: 'partial',
    description:
      'For a customer who has lost every second factor and every recovery code. The owner is told by email at once and ' +
      'again before the waiting time of 72 hours ends, and can object. Then a link to the verified address, valid for 24 ' +
      'hours, sets a new password and a new second factor. Asking again while a request is open changes nothing.',
    problems: ['sign_in_ended', 'forbidden', 'email_not_verified', 'rate_limited'],
    answers: { 202: Asked },
    handler: async (request, reply) => {
      const { userId, partialId } = partiallySignedIn(request)
      const asked = await askForRecovery(context, { userId, partialId, visit: visitOf(request) })
      return reply.code(202).send({ ...asked, waitsUntil: asked.waitsUntil.toISOString() })
    },
  })

  operation(api, 'POST /auth/recovery/objection', {
    id: 'objectToRecovery',
    summary: 'Object to a recovery request',
    access: 'public',
    description:
      'Takes the token of the emails about the request, which then ends. The same token again changes nothing.',
    problems: ['invalid_recovery_token', 'recovery_ended'],
    body: Type.Object({ token: Token }),
    handler: async request => {
      await objectByLink(context, request.body.token, visitOf(request))
    },
  })

  operation(api, 'DELETE /users/me/recovery-request', {
    id: 'endOwnRecovery',
    summary: 'Object to a recovery request in a session',
    access: 'user',
    description: 'Ends the open request of your account, which somebody else may have made.',
    problems: ['not_found'],
    handler: async request => {
      await objectInSession(context, signedIn(request), visitOf(request))
    },
  })

  operation(api, 'POST /auth/recovery', {
    id: 'recoverAccount',
    summary: 'Recover the account with a link',
    access: 'public',
    description:
      'Takes the token of the email at the end of the waiting time, once. All sessions, second factors, recovery codes and ' +
      'links of the account end. The answer begins a sign-in: the first code of the new authenticator on `/auth/mfa`, or a ' +
      'passkey on `/auth/register/passkey`, completes it.',
    problems: ['invalid_recovery_token'],
    once: true,
    body: Type.Object({ token: Token, password: NewPassword }),
    answers: { 200: Recovered },
    handler: async (request, reply) => {
      const use = { ...request.body, visit: visitOf(request) }
      const recovered = await recoverAccount(context, use, work => once(context, request, reply, work))
      setCookie(context, reply, 'partial', recovered.partialToken, after(context.clock.now(), PARTIAL_LIFETIME))
      return recovered
    },
  })
}
