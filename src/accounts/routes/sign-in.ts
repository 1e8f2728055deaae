import type { FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Ground } from '../../ground.ts'
import type { App } from '../../http/app.ts'
import { after } from '../../time.ts'
import { partiallySignedIn } from '../access.ts'
import { visitOf } from '../audit.ts'
import { giveCookie, takeCookie } from '../cookies.ts'
import { Code, Email, NewPassword, Phone, UserName } from '../input.ts'
import { register } from '../register.ts'
import { completeSignIn, PARTIAL_LIFETIME, type SignIn, signIn } from '../sign-in.ts'
import { User } from '../user.ts'

const Registration = Type.Object(
  {
    email: Email,
    password: NewPassword,
    userName: UserName,
    phone: Type.Optional(Type.Union([Phone, Type.Null()])),
  },
  { title: 'Registration', 'x-resource': 'user-input' },
)
const partial = {
  partialToken: Type.String(),
  expiresIn: Type.Integer(),
  methods: Type.Array(Type.String()),
}
const Registered = Type.Object(
  {
    user: User,
    ...partial,
    totp: Type.Object({ secret: Type.String(), uri: Type.String(), qr: Type.String() }),
  },
  { title: 'Registered' },
)
const Credentials = Type.Object(
  { email: Email, password: Type.String({ minLength: 1, maxLength: 1000 }) },
  { title: 'Credentials' },
)
const PartlySignedIn = Type.Object({ mfaRequired: Type.Literal(true), ...partial }, { title: 'PartlySignedIn' })
const SignedInAnswer = Type.Object(
  {
    token: Type.String(),
    tokenType: Type.Literal('Bearer'),
    expiresAt: Type.String({ format: 'date-time' }),
    user: User,
    recoveryCodes: Type.Optional(Type.Array(Type.String())),
  },
  { title: 'SignedIn' },
)

export function signInRoutes(api: App, ground: Ground): void {
  api.post(
    '/auth/register',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'register',
        summary: 'Create an account',
        description: 'The first correct code on `/auth/mfa` confirms the authenticator and signs in.',
        problems: ['email_taken', 'rate_limited'],
        body: Registration,
        response: { 201: Registered },
      },
    },
    async (request, reply) => {
      const registered = await register(ground, request.body, visitOf(request))
      givePartial(reply, registered.partialToken)
      return reply.code(201).send(registered)
    },
  )

  api.post(
    '/auth/login',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'login',
        summary: 'Sign in, first step',
        description: 'Checks the password. The second step takes the partial token and a one-time code.',
        problems: ['invalid_credentials', 'rate_limited'],
        body: Credentials,
        response: { 200: PartlySignedIn },
      },
    },
    async (request, reply) => {
      const signedIn = await signIn(ground, { ...request.body, visit: visitOf(request) })
      givePartial(reply, signedIn.partialToken)
      return { mfaRequired: true as const, ...signedIn }
    },
  )

  api.post(
    '/auth/mfa',
    {
      config: { access: 'partial' },
      schema: {
        operationId: 'enterCode',
        summary: 'Sign in, second step',
        description:
          'A code opens one session: the same code again is refused, in whatever spelling and from wherever.',
        problems: ['invalid_code', 'code_already_used', 'rate_limited'],
        body: Type.Object({ code: Code }),
        response: { 200: SignedInAnswer },
      },
    },
    async (request, reply) => {
      const { userId, partialId } = partiallySignedIn(request)
      const { code } = request.body
      return giveSession(reply, await completeSignIn(ground, { userId, partialId, code, visit: visitOf(request) }))
    },
  )

  function givePartial(reply: FastifyReply, token: string): void {
    giveCookie(ground, reply, 'partial', token, after(ground.clock.now(), PARTIAL_LIFETIME))
  }

  function giveSession(reply: FastifyReply, signedIn: SignIn): Static<typeof SignedInAnswer> {
    giveCookie(ground, reply, 'session', signedIn.token, signedIn.expiresAt)
    takeCookie(ground, reply, 'partial')
    return { ...signedIn, tokenType: 'Bearer', expiresAt: signedIn.expiresAt.toISOString() }
  }
}
