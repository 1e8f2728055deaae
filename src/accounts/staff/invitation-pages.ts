/** The page behind the link of an invitation: a registration for somebody new, and one button for a customer. */
import type { AppContext } from '../../context.ts'
import { type Html, html } from '../../html/html.ts'
import { link, rich } from '../../html/rich.ts'
import type { App } from '../../http/app.ts'
import { withoutMarks } from '../../http/input/link-token.ts'
import { type Form, type FormState, renderForm } from '../../pages/form.ts'
import { formAction } from '../../pages/submit.ts'
import { sendPage, type Visitor, withNext } from '../../pages/visitor.ts'
import type { Text } from '../../words/text.ts'
import { currentLanguage, t } from '../../words/words.ts'
import { narrowPage, newPassword } from '../components.ts'
import { findUser, userByEmail } from '../users/user.ts'
import { findByToken } from './invitations.ts'

const token = { name: 'invitation', label: 'Invitation', type: 'hidden' } as const

const registerForm: Form<Text> = {
  id: 'join',
  action: '/invitation',
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
  success: { go: '/register/authenticator?next=/admin', done: false },
}

const acceptForm: Form<Text> = {
  id: 'accept',
  action: '/invitation/accept',
  operation: { method: 'POST', address: '/api/users/me/invitation' },
  fields: [token],
  button: 'Accept the invitation',
  success: { go: '/login?next=/admin', done: 'You now work for this shop. Sign in once more to begin.' },
}

export function invitationPages(app: App, context: AppContext): void {
  const render = async (visitor: Visitor, state: FormState) => {
    const invitation = await findByToken(context, state.values?.invitation ?? '')
    if (!invitation) return endedPage(visitor)
    const { email } = invitation
    const [user, hasAccount] = await Promise.all([
      visitor.user && findUser(context.db, visitor.user.id),
      userByEmail(context.db, email).select('id').executeTakeFirst(),
    ])
    const isOwner = user !== undefined && user.id === hasAccount?.id
    return invitationPage(visitor, state, email, isOwner ? 'owner' : user ? 'other' : hasAccount ? 'account' : 'new')
  }
  // A mail scanner that opens the link changes nothing.
  app.get(registerForm.action, async (request, reply) => {
    const invitation = withoutMarks((request.query as { token?: string }).token)
    const visitor = await app.visitorOf(request, reply)
    const isAlive = (await findByToken(context, invitation)) !== undefined
    return sendPage(reply, await render(visitor, { values: { invitation } }), isAlive ? 200 : 410)
  })
  for (const form of [registerForm, acceptForm]) formAction(app, form, render)
}

type Reader = 'new' | 'account' | 'owner' | 'other'

function invitationPage(visitor: Visitor, state: FormState, email: string, reader: Reader): Html {
  const { csrfToken } = visitor
  const values = { email, locale: currentLanguage(), ...state.values }
  const here = `/invitation?token=${encodeURIComponent(state.values?.invitation ?? '')}`
  const about = html`<p class="lede">${rich('This invitation is for {email}.', { email: html`<bdi>${email}</bdi>` })}</p>`
  const parts: Record<Reader, () => Html> = {
    new: () => html`<p>${t("Choose a password. Next you'll set up a passkey or an authenticator app, and then you can begin.")}</p>
      <div class="card">${renderForm(registerForm, { ...state, values }, csrfToken)}</div>`,
    account: () => html`<p>${t('You have an account with this address. Sign in to accept.')}</p>
      <p><a class="button" href="${withNext('/login', here)}">${t('Sign in')}</a></p>
      <p>${rich('You have never made one? <a>Take the address back</a> first.', { a: link('/forgot-password') })}</p>`,
    owner: () => html`<p>${t('You will be signed out, because you sign in for shorter times when you work here.')}</p>
      <div class="card">${renderForm(acceptForm, { ...state, values }, csrfToken)}</div>`,
    other: () =>
      html`<p>${rich("You're signed in as {name}. Sign out first, then open the link in our email again.", {
        name: visitor.user?.userName ?? '',
      })}</p>`,
  }
  return narrowPage('You are invited to work here', visitor, state, [about, parts[reader]()])
}

function endedPage(visitor: Visitor): Html {
  return narrowPage('This invitation no longer works', visitor, {}, [
    html`<p class="lede">${t('It was already used or withdrawn, is older than 7 days, or is incomplete.')}</p>
      <p>${t('Ask the person who invited you to send it again.')}</p>`,
  ])
}
