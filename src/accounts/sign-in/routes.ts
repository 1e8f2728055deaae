/** The API of registration and sign-in. */
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import type { App } from '../../http/app.ts'
import { once, type RunOnce } from '../../http/idempotency/once.ts'
import { Email } from '../../http/input/email.ts'
import { TRIM } from '../../http/input/keywords.ts'
import { operation } from '../../http/operation.ts'
import { orNull } from '../../http/schemas.ts'
import { askedLanguage } from '../../pages/language.ts'
import { readShop } from '../../shop/settings.ts'
import { visitOf } from '../audit-log.ts'
import { Code, Locale, NewPassword, Phone, RecoveryCode, Token, UserName } from '../input.ts'
import { sendSmsCode } from '../second-factors/sms-codes.ts'
import { partiallySignedIn } from '../sessions/access.ts'
import { register } from '../users/registration.ts'
import { User } from '../users/user.ts'
import { type Attempt, requireOpenAttempt, signInPurpose } from './attempt.ts'
import { signIn } from './first-step.ts'
import { enteredCode, enteredRecoveryCode } from './presented-factor.ts'
import { refuseUsedCode } from './replays.ts'
import { completeSignIn } from './second-step.ts'
import { answerWithSession, SignInResponse, SmsSent, setPartialCookie } from './sign-in-response.ts'

const Registration = Type.Object(
  {
    email: Email,
    password: NewPassword,
    userName: UserName,
    phone: Type.Optional(orNull(Phone)),
    locale: Type.Optional({
      ...Locale,
      description: 'The language of emails and text messages: one of the shop. By default that of `Accept-Language`.',
    }),
    news: Type.Optional(
      Type.Boolean({
        description: 'Whether the person has asked for news by email. They begin once the address is verified.',
      }),
    ),
    invitation: Type.Optional({
      ...Token,
      description: 'The token of an invitation to the staff, which is for this address. The first code accepts it.',
    }),
    accountLink: Type.Optional({
      ...Token,
      description:
        'The token of the link that `requestGuestAccount` has sent to this address, which is verified by it. One that has ' +
        'ended proves nothing.',
    }),
  },
  { title: 'Registration', 'x-resource': 'user-input' },
)
const partial = {
  partialToken: Type.String(),
  expiresIn: Type.Integer(),
  methods: Type.Array(Type.String()),
}
const totp = { secret: Type.String(), uri: Type.String(), qr: Type.String() }
const Registered = Type.Object(
  {
    user: User,
    ...partial,
    totp: Type.Optional(
      Type.Object(totp, { description: 'Left out of a repeated answer after the first code, or after 10 minutes.' }),
    ),
  },
  { title: 'Registered' },
)
/** Any text: one that no account can have gets the answer of wrong credentials, with the reason. */
const Credentials = Type.Object(
  { email: Type.String({ format: 'typed-email', [TRIM]: 'email' }), password: Type.String({ minLength: 1 }) },
  { title: 'Credentials' },
)
const PartlySignedIn = Type.Object(
  {
    mfaRequired: Type.Literal(true),
    ...partial,
    totp: Type.Optional(
      Type.Object(totp, { description: 'Only until the first code has confirmed the registration, as it showed it.' }),
    ),
  },
  { title: 'PartlySignedIn' },
)

/**
 * Reads `Accept-Language`. Without it an account has no language; where the shop's first one is English it has that, as clients know it.
 */
async function languageAsked({ db }: AppContext, request: FastifyRequest): Promise<string | undefined> {
  const { languages } = await readShop(db)
  return askedLanguage(request, languages) ?? (languages[0] === 'en' ? 'en' : undefined)
}

export function signInRoutes(api: App, context: AppContext): void {
  firstStepRoutes(api, context)
  secondStepRoutes(api, context)
}

function firstStepRoutes(api: App, context: AppContext): void {
  operation(api, 'POST /auth/register', {
    id: 'register',
    summary: 'Create an account',
    access: 'public',
    description:
      'The first correct code on `/auth/mfa` confirms the authenticator and signs in. So does a passkey on ' +
      '`/auth/register/passkey`, in place of the authenticator.',
    problems: ['email_taken', 'invalid_invitation', 'rate_limited'],
    once: true,
    body: Registration,
    answers: { 201: Registered },
    handler: async (request, reply) => {
      const runOnce: RunOnce = work => once(context, request, reply, work)
      const locale = request.body.locale ?? (await languageAsked(context, request))
      const registered = await register(context, { ...request.body, locale }, visitOf(request), runOnce)
      setPartialCookie(context, reply, registered.partialToken)
      return registered
    },
  })

  operation(api, 'POST /auth/login', {
    id: 'login',
    summary: 'Sign in, first step',
    access: 'public',
    config: { takesNul: true },
    description: 'Checks the password. The second step takes the partial token and a one-time code.',
    problems: ['invalid_credentials', 'rate_limited'],
    body: Credentials,
    answers: { 200: PartlySignedIn },
    handler: async (request, reply) => {
      const signedIn = await signIn(context, { ...request.body, visit: visitOf(request) })
      setPartialCookie(context, reply, signedIn.partialToken)
      return { mfaRequired: true as const, ...signedIn }
    },
  })
}

function secondStepRoutes(api: App, context: AppContext): void {
  operation(api, 'POST /auth/mfa', {
    id: 'enterCode',
    summary: 'Sign in, second step',
    access: 'partial',
    config: { refusesSession: true },
    description:
      'A code opens one session. The same code is refused afterwards, in every spelling and from every client.',
    problems: [
      'invalid_code',
      'code_from_the_future',
      'code_expired',
      'second_factor_disabled',
      'code_already_used',
      'invitation_ended',
      'rate_limited',
    ],
    body: Type.Object({ code: Code }),
    answers: { 200: SignInResponse },
    handler: async (request, reply) => {
      const { caller, body } = request
      if (caller.kind === 'user') await refuseUsedCode(context, caller.userId, visitOf(request), body.code)
      const attempt = attemptOf(request)
      const factor = enteredCode(body.code, signInPurpose(attempt.partialId))
      return answerWithSession(context, reply, await completeSignIn(context, attempt, factor))
    },
  })

  operation(api, 'POST /auth/mfa/sms', {
    id: 'sendSignInSms',
    summary: 'Send a sign-in code by text message',
    access: 'partial',
    description: 'Enter the code at `/auth/mfa`. Only the newest code of this sign-in attempt counts.',
    problems: ['no_sms_factor', 'sign_in_ended', 'rate_limited', 'sms_not_sent', 'sms_disabled'],
    answers: { 202: SmsSent },
    handler: async (request, reply) => {
      const { userId, partialId, visit } = attemptOf(request)
      await requireOpenAttempt(context.db, partialId, context.clock.now())
      return reply.code(202).send(await sendSmsCode(context, { userId, purpose: signInPurpose(partialId), visit }))
    },
  })

  operation(api, 'POST /auth/mfa/recovery', {
    id: 'enterRecoveryCode',
    summary: 'Sign in, second step, with a recovery code',
    access: 'partial',
    problems: ['invalid_code', 'code_already_used', 'sign_in_ended', 'rate_limited'],
    body: Type.Object({ recoveryCode: RecoveryCode }),
    answers: { 200: SignInResponse },
    handler: async (request, reply) => {
      const factor = enteredRecoveryCode(request.body.recoveryCode)
      return answerWithSession(context, reply, await completeSignIn(context, attemptOf(request), factor))
    },
  })
}

function attemptOf(request: FastifyRequest): Attempt {
  const { userId, partialId } = partiallySignedIn(request)
  return { userId, partialId, visit: visitOf(request) }
}
