import { Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import type { App } from '../../http/app.ts'
import { once } from '../../http/idempotency/once.ts'
import { StoredEmail } from '../../http/input/email.ts'
import { operation } from '../../http/operation.ts'
import { visitOf } from '../audit-log.ts'
import { NewPassword, Token } from '../input.ts'
import { requestReset, resetPassword } from './reset.ts'

const Message = Type.Object({ message: Type.String() }, { title: 'Message' })

export function resetRoutes(api: App, context: AppContext): void {
  operation(api, 'POST /auth/forgot-password', {
    id: 'forgotPassword',
    summary: 'Request a password reset',
    access: 'csrf-or-key',
    description:
      'The response is the same whether or not the address is registered. Each request for a registered address sends one email.',
    problems: ['rate_limited'],
    body: Type.Object({ email: StoredEmail }),
    answers: { 200: Message },
    handler: async request => {
      await requestReset(context, request.body.email, visitOf(request))
      return { message: 'If this email address is registered, a reset link will be sent to it.' }
    },
  })

  operation(api, 'POST /auth/reset-password', {
    id: 'resetPassword',
    summary: 'Reset a password',
    access: 'public',
    description:
      'Takes the token of a reset email. All sessions end. The next sign-in still asks for the second factor.',
    problems: ['invalid_reset_token', 'rate_limited'],
    once: true,
    body: Type.Object({ token: Token, password: NewPassword }),
    answers: { 200: Message },
    handler: async (request, reply) =>
      resetPassword(context, { ...request.body, visit: visitOf(request) }, work => once(context, request, reply, work)),
  })
}
