import { Type } from 'typebox'
import type { Ground } from '../../ground.ts'
import type { App } from '../../http/app.ts'
import { visitOf } from '../audit.ts'
import { NewPassword, StoredEmail, Token } from '../input.ts'
import { requestReset, resetPassword } from '../reset.ts'

const Message = Type.Object({ message: Type.String() })

export function resetRoutes(api: App, ground: Ground): void {
  api.post(
    '/auth/forgot-password',
    {
      config: { access: 'csrf-or-key' },
      schema: {
        operationId: 'forgotPassword',
        summary: 'Ask for a link to set a new password',
        description: 'The answer is the same whether or not the address is registered. Each request sends one e-mail.',
        problems: ['rate_limited'],
        body: Type.Object({ email: StoredEmail }),
        response: { 200: Message },
      },
    },
    async request => {
      await requestReset(ground, request.body.email, visitOf(request))
      return { message: 'If this e-mail address is registered, a reset link will be sent to it.' }
    },
  )

  api.post(
    '/auth/reset-password',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'resetPassword',
        summary: 'Set a new password with the token of an e-mail',
        description: 'All sessions end. The second factor is still asked at the next sign-in.',
        problems: ['invalid_reset_token', 'rate_limited'],
        body: Type.Object({ token: Token, password: NewPassword }),
        response: { 200: Message },
      },
    },
    async request => {
      await resetPassword(ground, { ...request.body, visit: visitOf(request) })
      return { message: 'Your password has been changed. Sign in with the new one.' }
    },
  )
}
