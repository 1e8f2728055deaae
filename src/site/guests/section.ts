/** The section for guests on the page of their order: they correct the address, and end the link. */
import { type Html, html } from '../../html/html.ts'
import type { Order } from '../../orders/order.ts'
import { section } from '../../pages/components.ts'
import { edit, removal, step } from '../../pages/form-kinds.ts'
import type { ShowForm } from '../../pages/forms-of.ts'
import type { Text } from '../../words/text.ts'
import { t } from '../../words/words.ts'

const correctEmail = edit<Text>({
  method: 'PUT',
  id: 'guest-email',
  at: '/orders/:id/guest-email',
  api: '/api/guest-orders/:id/email',
  fields: [{ name: 'email', label: 'Email', type: 'email', required: true, autocomplete: 'email' }],
  button: 'Correct the address',
  go: '/orders/{orderId}',
  done: 'Emails about this order go to the new address. Links in earlier emails no longer work.',
  look: 'quiet',
})

/** Its link is in an email, because the page of an order proves nothing about the mailbox (accounts/guests/account-link.ts). */
const askAccount = step<Text>({
  id: 'guest-account',
  at: '/orders/:id/account',
  api: '/api/guest-orders/:id/account',
  button: 'Create an account',
  once: true,
  go: '/orders/{orderId}',
  done: "We've sent you an email. Its link creates your account with one touch.",
  look: 'quiet',
})

const endLink = removal<Text>({
  id: 'end-link',
  at: '/orders/:id/end-link',
  api: '/api/guest-orders/:id/link',
  button: 'End the link of this order',
  confirm:
    'End the link? Nobody can open this order with it any more. A new one goes only to the address of the order.',
  go: '/find-order',
  done: 'The link has ended.',
  look: 'text',
})

const deleteData = removal<Text>({
  id: 'delete-guest',
  at: '/orders/:id/delete-guest',
  api: '/api/guest-orders/:id',
  button: 'Delete my data',
  confirm: 'Delete your data? The order stays in our books without your name and address.',
  go: '/',
  done: 'Your data is deleted.',
  look: 'text',
})

/** The forms of the section. */
export const GUEST_FORMS = [correctEmail, askAccount, endLink, deleteData]

/** @param isSignedIn the visitor has an account beside the link */
export function guestSection(order: Order, show: ShowForm, isSignedIn: boolean): Html {
  const { email } = order.owner
  return section(
    'guest',
    'Your emails and your link',
    html`<p>${t('Emails about this order go to {email}. They have a link that opens it.', { email })}</p>
      ${show(correctEmail, { email })}
      ${
        !isSignedIn &&
        html`<p>${t('With an account you see all your orders in one place, and do not type your address again.')}</p>
      ${show(askAccount)}`
      }
      <p><a href="/api/guest-orders/${order.id}/export" download>${t('Download my data')}</a></p>
      ${isOver(order) && show(deleteData)}
      ${show(endLink)}`,
    { look: 'card' },
  )
}

export const claim = step<Text>({
  id: 'claim',
  at: '/orders/claim',
  api: '/api/users/me/guest-orders',
  button: 'Add them to my account',
  once: true,
  go: '/orders',
  done: 'The orders are in your account.',
})

/** Offers the orders that an account may take over, on the list of its orders. */
export function claimSection(
  { orderIds, pastNumbers }: { orderIds: readonly number[]; pastNumbers: readonly string[] },
  show: ShowForm,
): Html | false {
  const orders = [...orderIds.map(id => `#${id}`), ...pastNumbers].join(', ')
  if (orders === '') return false
  return section(
    'guest-orders',
    'Orders without an account',
    html`<p>${t('You have ordered with this address before you had an account: {orders}.', { orders })}</p>${show(claim)}`,
    { look: 'card' },
  )
}

/** While more happens, its data is needed. The API says what is open. */
function isOver({ status }: Order): boolean {
  return status === 'cancelled' || status === 'delivered'
}
