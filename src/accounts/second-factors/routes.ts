/** The API of second factors: list, add, confirm and remove them, and renew recovery codes. */
import { Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import type { App } from '../../http/app.ts'
import { uuidOf } from '../../http/filters.ts'
import { once } from '../../http/idempotency/once.ts'
import { operation } from '../../http/operation.ts'
import { orNull, Time, Uuid } from '../../http/schemas.ts'
import { visitOf } from '../audit-log.ts'
import { Code, FactorName, Phone } from '../input.ts'
import { signedIn } from '../sessions/access.ts'
import { SmsSent } from '../sign-in/sign-in-response.ts'
import { confirmEnrollment, type EnrollmentInput, enroll, newRecoveryCodes, removeFactor } from './enrollment.ts'
import { listFactors, maskedPhone } from './factors.ts'
import { recoveryCodesLeft } from './recovery-codes.ts'

const Kind = Type.String({ enum: ['totp', 'sms', 'hardware', 'passkey'] })
const EnrollableKind = Type.String({ enum: ['totp', 'sms', 'hardware'] })
const Factor = Type.Object(
  {
    id: Uuid,
    kind: Kind,
    name: Type.String(),
    phone: orNull(Type.String(), { description: 'Most digits are hidden.' }),
    createdAt: Time,
    disabled: Type.Boolean({ description: 'Disabled after 100 wrong codes in a row; remove it and add it again.' }),
  },
  { title: 'SecondFactor' },
)
const Input = Type.Object(
  {
    kind: EnrollableKind,
    name: Type.Optional(FactorName),
    phone: Type.Optional(Phone),
    serial: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    codes: Type.Optional(Type.Array(Code, { maxItems: 2 })),
  },
  { title: 'NewSecondFactor' },
)
/** The description of members with a secret. */
const SHOWN_ONCE = 'Shown only once; a repeat with the same Idempotency-Key has it for 10 minutes.'

const Enrolled = Type.Object(
  {
    id: Uuid,
    kind: EnrollableKind,
    totp: Type.Optional(Type.Object({ secret: Type.String(), uri: Type.String(), qr: Type.String() })),
    sms: Type.Optional(SmsSent),
  },
  { title: 'EnrolledSecondFactor' },
)
const Id = uuidOf('second factor')

export function factorRoutes(api: App, context: AppContext): void {
  factorEnrolmentRoutes(api, context)
  factorRemovalRoutes(api, context)
}

function factorEnrolmentRoutes(api: App, context: AppContext): void {
  operation(api, 'GET /users/me/second-factors', {
    id: 'listSecondFactors',
    summary: 'List the second factors',
    access: 'user',
    answers: { 200: Type.Object({ items: Type.Array(Factor), recoveryCodesLeft: Type.Integer() }) },
    handler: async request => {
      const { userId } = signedIn(request)
      const factors = await listFactors(context.db, userId)
      const items = factors.map(({ id, kind, name, phone, created_at, disabled_at }) => ({
        id,
        kind,
        name,
        phone: phone && maskedPhone(phone),
        createdAt: created_at.toISOString(),
        disabled: disabled_at !== null,
      }))
      return { items, recoveryCodesLeft: await recoveryCodesLeft(context.db, userId, context.clock.now()) }
    },
  })

  operation(api, 'POST /users/me/second-factors', {
    id: 'addSecondFactor',
    summary: 'Add a second factor',
    access: 'user',
    description:
      'An authenticator (`totp`) or a phone (`sms`, with `phone`) counts once a code has confirmed it. A ' +
      'hardware token (`hardware`, with `serial` and two consecutive `codes`) counts at once.',
    problems: [
      'reauthentication_required',
      'invalid_code',
      'code_already_used',
      'rate_limited',
      'sms_not_sent',
      'sms_disabled',
      'too_many_second_factors',
    ],
    once: true,
    body: Input,
    answers: { 201: Enrolled },
    handler: (request, reply) => {
      const input = request.body as EnrollmentInput
      return enroll(context, signedIn(request), input, visitOf(request), work => once(context, request, reply, work))
    },
  })

  operation(api, 'POST /users/me/second-factors/:id/confirm', {
    id: 'confirmSecondFactor',
    summary: 'Confirm a second factor with its first code',
    access: 'user',
    problems: [
      'invalid_code',
      'code_from_the_future',
      'code_expired',
      'code_already_used',
      'rate_limited',
      'not_found',
    ],
    params: Id,
    body: Type.Object({ code: Code }),
    handler: async request => {
      const { code } = request.body
      const entered = { factorId: request.params.id, code, visit: visitOf(request) }
      await confirmEnrollment(context, signedIn(request), entered)
    },
  })
}

function factorRemovalRoutes(api: App, context: AppContext): void {
  operation(api, 'DELETE /users/me/second-factors/:id', {
    id: 'removeSecondFactor',
    summary: 'Remove a second factor',
    access: 'user',
    description: 'The last second factor cannot be removed.',
    problems: ['reauthentication_required', 'last_second_factor', 'not_found'],
    params: Id,
    handler: async request => {
      await removeFactor(context, signedIn(request), request.params.id, visitOf(request))
    },
  })

  operation(api, 'POST /users/me/recovery-codes', {
    id: 'renewRecoveryCodes',
    summary: 'Create new recovery codes',
    access: 'user',
    description: 'The new codes replace all earlier ones and are shown only once.',
    problems: ['reauthentication_required', 'rate_limited'],
    once: true,
    answers: {
      201: Type.Object({ recoveryCodes: Type.Optional(Type.Array(Type.String(), { description: SHOWN_ONCE })) }),
    },
    handler: (request, reply) =>
      newRecoveryCodes(context, signedIn(request), visitOf(request), work => once(context, request, reply, work)),
  })
}
