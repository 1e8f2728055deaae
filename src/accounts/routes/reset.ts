import { Type } from 'typebox'
import type { Ground } from '../../ground.ts'
import type { App } from '../../http/app.ts'
import { visitOf } from '../audit.ts'
import { Email, NewPassword, Token } from '../input.ts'
import { requestReset, resetPassword } from '../reset.ts'

const Message = Type.Object({ message: Type.String() })

export function resetRoutes(api: App, ground: Ground): void {
  api.post(
    '/auth/forgot-password',
    {
      config: { access: 'csrf-or-key' },
      schema: { body: Type.Object({ email: Email }), response: { 200: Message } },
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
      schema: { body: Type.Object({ token: Token, password: NewPassword }), response: { 200: Message } },
    },
    async request => {
      await resetPassword(ground, { ...request.body, visit: visitOf(request) })
      return { message: 'Your password has been changed. Sign in with the new one.' }
    },
  )
}
