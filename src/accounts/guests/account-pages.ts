/** The page behind the link that a guest has asked for: name and address are known, so one touch creates the account. */
import type { AppContext } from '../../context.ts'
import { type Html, html } from '../../html/html.ts'
import { link, rich } from '../../html/rich.ts'
import type { App } from '../../http/app.ts'
import { withoutMarks } from '../../http/input/link-token.ts'
import { facts } from '../../pages/components.ts'
import { type Form, type FormState, renderForm } from '../../pages/form.ts'
import { formAction } from '../../pages/submit.ts'
import { sendPage, type Visitor, withNext } from '../../pages/visitor.ts'
import type { Text } from '../../words/text.ts'
import { currentLanguage, t } from '../../words/words.ts'
import { accountOf, narrowPage, newPassword, passkey } from '../components.ts'
import { READY_WITH_CODES } from '../users/registration-pages.ts'
import { findUser, userByEmail } from '../users/user.ts'
import { ACCOUNT_LINK, guestOfAccountLink } from './account-link.ts'

const token = { name: 'accountLink', label: 'Token', type: 'hidden' } as const

const passkeyForm: Form<Text> = {
  id: 'guest-passkey',
  action: `${ACCOUNT_LINK}/passkey`,
  operation: { method: 'POST', address: '/api/auth/register/passkey' },
  passkey: { ceremony: 'create', options: '/api/auth/register/link/options', byLink: true },
  fields: [passkey],
  button: 'Create a passkey',
  success: READY_WITH_CODES,
}

const passwordForm: Form<Text> = {
  id: 'guest-password',
  action: ACCOUNT_LINK,
  operation: { method: 'POST', address: '/api/auth/register' },
  fields: [
    token,
    { name: 'email', label: 'Email', type: 'hidden' },
    { name: 'locale', label: 'Language', type: 'hidden' },
    { name: 'userName', label: 'Name', type: 'text', required: true, autocomplete: 'name' },
    newPassword,
  ],
  button: 'Create account',
  once: true,
  success: { go: '/register/authenticator?next=/orders', done: false },
}

export function guestAccountPages(app: App, context: AppContext): void {
  const render = async (visitor: Visitor, state: FormState) => {
    const guest = await guestOfAccountLink(context, state.values?.accountLink ?? '')
    if (!guest) return endedPage(visitor)
    const [user, account] = await Promise.all([
      visitor.user && findUser(context.db, visitor.user.id),
      userByEmail(context.db, guest.email).select('id').executeTakeFirst(),
    ])
    if (!user && !account) return newPage(visitor, state, guest)
    const reader = user?.id === account?.id ? 'owner' : user ? 'other' : 'account'
    return takenPage(visitor, state, guest.email, reader)
  }
  // A mail scanner that opens the link changes nothing.
  app.get(ACCOUNT_LINK, async (request, reply) => {
    const accountLink = withoutMarks((request.query as { token?: string }).token)
    const visitor = await app.visitorOf(request, reply)
    const isAlive = (await guestOfAccountLink(context, accountLink)) !== undefined
    return sendPage(reply, await render(visitor, { values: { accountLink } }), isAlive ? 200 : 410)
  })
  formAction(app, passwordForm, render)
  formAction(app, passkeyForm, (visitor, state) =>
    state.answer === undefined ? render(visitor, state) : readyPage(visitor, state),
  )
}

function readyPage(visitor: Visitor, state: FormState): Html {
  const codes = renderForm(passkeyForm, { ...state, next: '/orders' }, visitor.csrfToken)
  return narrowPage('Your account is ready', visitor, state, [html`<div class="card">${codes}</div>`])
}

type Guest = { email: string; userName: string }

/** The script shows the passkey first on a device that can keep one, and closes the box of the password. */
function newPage(visitor: Visitor, state: FormState, { email, userName }: Guest): Html {
  const values: FormState['values'] = { email, userName, locale: currentLanguage(), ...state.values }
  const byLink = { values: { token: values.accountLink } }
  return narrowPage('Create your account', visitor, state, [
    html`<p class="lede">${t('Everything is filled in from your order.')}</p>`,
    facts([
      ...(userName ? [['Name', html`<bdi>${userName}</bdi>`] as const] : []),
      ['Email', html`<bdi>${email}</bdi>`],
    ]),
    html`<div class="card">
        <div data-passkey-first${!state.problem && html` hidden`}>
          <h2>${t('Sign in with this device')}</h2>
          <p>${t('Next time, your fingerprint, your face or the PIN of this device signs you in. No code is needed.')}</p>
          ${renderForm(passkeyForm, byLink, visitor.csrfToken)}
        </div>
        <details class="otherwise" open><summary hidden>${t('Use a password instead')}</summary>
          <p>${t("Choose a password. Next you'll set up an authenticator app (Google Authenticator, 1Password …).")}</p>
          ${accountOf(passwordForm, email)}${renderForm(passwordForm, { ...state, values }, visitor.csrfToken)}
        </details>
      </div>`,
  ])
}

/** Nobody but the reader of the mailbox comes here, so the page may say that there is an account. */
function takenPage(visitor: Visitor, state: FormState, email: string, reader: 'owner' | 'other' | 'account'): Html {
  const here = withNext('/login', '/orders')
  const parts = {
    owner: () => html`<p><a class="button" href="/orders">${t('Your orders')}</a></p>`,
    other: () =>
      html`<p>${t("You're signed in as {name}. Sign out first, then open the link in our email again.", {
        name: visitor.user?.userName ?? '',
      })}</p>`,
    account: () => html`<p><a class="button" href="${here}">${t('Sign in')}</a></p>
      <p>${rich('You have never made one? <a>Take the address back</a> first.', { a: link('/forgot-password') })}</p>`,
  }
  const isTaken = reader !== 'other'
  return narrowPage('Create your account', visitor, state, [
    html`<p class="lede">${rich('This link is for {email}.', { email: html`<bdi>${email}</bdi>` })}</p>
      ${isTaken && html`<p>${t('You have an account with this address. Your orders can be added to it.')}</p>`}`,
    parts[reader](),
  ])
}

function endedPage(visitor: Visitor): Html {
  return narrowPage('This link no longer works', visitor, {}, [
    html`<p class="lede">${t('It is older than a day, for an earlier address, or the order belongs to an account now.')}</p>
      <p><a class="button" href="/find-order">${t('Find your order')}</a></p>
      <p>${rich('With an account, <a>sign in</a> to see your orders.', { a: link('/login?next=/orders') })}</p>`,
  ])
}
