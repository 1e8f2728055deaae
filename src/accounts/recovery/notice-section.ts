/** The part of the account page about an open recovery request, which its owner can end there. */
import { type Html, html } from '../../html/html.ts'
import type { Form } from '../../pages/form.ts'
import { removal } from '../../pages/form-kinds.ts'
import type { Text } from '../../words/text.ts'
import { t } from '../../words/words.ts'
import type { AccountView } from '../users/account-view.ts'

const endForm = removal<Text>({
  id: 'end-recovery',
  at: '/account/recovery-request',
  api: '/api/users/me/recovery-request',
  button: 'Stop the request',
  go: '/account',
  done: 'The request has ended.',
})

export const RECOVERY_FORMS: readonly Form[] = [endForm]

export function recoverySection({ hasRecoveryRequest, show }: AccountView): Html | false {
  return (
    hasRecoveryRequest &&
    html`<div class="notice">
      <p>${t('Someone has asked for a new sign-in method for this account. If it was not you, stop it.')}</p>
      ${show(endForm)}</div>`
  )
}
