import { Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import type { App } from '../../http/app.ts'
import { visitOf } from '../audit-log.ts'
import { NewPassword, StoredEmail, Token } from '../input.ts'
import { requestReset, resetPassword } from './reset.ts'

const Message = Type.Object({ message: Type.String() }, { title: 'Message' })

export function resetRoutes(api: App, context: AppContext): void {
  api.post(
    '/auth/forgot-password',
    {
      config: { access: 'csrf-or-key' },
      schema: {
        operationId: 'forgotPassword',
        summary: 'Request a password reset',
        description:
          'The response is the same whether or not the address is registered. Each request for a registered address sends one email.',
        problems: ['rate_limited'],
        body: Type.Object({ email: StoredEmail }),
        response: { 200: Message },
      },
    },
    async request => {
      await requestReset(context, request.body.email, visitOf(request))
      return { message: 'If this email address is registered, a reset link will be sent to it.' }
    },
  )

  api.post(
    '/auth/reset-password',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'resetPassword',
        summary: 'Reset a password',
        description:
          'Takes the token of a reset email. All sessions end. The next sign-in still asks for the second factor.',
        problems: ['invalid_reset_token', 'rate_limited'],
        body: Type.Object({ token: Token, password: NewPassword }),
        response: { 200: Message },
      },
    },
    async request => {
      await resetPassword(context, { ...request.body, visit: visitOf(request) })
      return { message: 'Your password has been changed. Sign in with the new one.' }
    },
  )
}
