/** The pages behind links in emails: choose a new password, verify an address, give a mailbox back to its owner. */
import type { AppContext } from '../../context.ts'
import { type Html, html } from '../../html/html.ts'
import { link, rich } from '../../html/rich.ts'
import { localAddress } from '../../html/site-address.ts'
import type { App } from '../../http/app.ts'
import { withoutMarks } from '../../http/input/link-token.ts'
import { facts } from '../../pages/components.ts'
import { type Form, type FormState, notice, renderForm } from '../../pages/form.ts'
import { date } from '../../pages/format.ts'
import { formAction, stateOf } from '../../pages/submit.ts'
import { sendPage, type Visitor, withNext } from '../../pages/visitor.ts'
import type { Text } from '../../words/text.ts'
import { t, translated } from '../../words/words.ts'
import { accountOf, email, narrowPage, newPassword } from '../components.ts'
import { addressOfLink } from '../users/verify-email.ts'
import { ownerOfReset } from './reset.ts'

const forgotForm: Form<Text> = {
  id: 'forgot-password',
  action: '/forgot-password',
  operation: { method: 'POST', address: '/api/auth/forgot-password' },
  fields: [email],
  button: 'Send Reset Link',
  success: {
    say: "If that address is registered, a reset link is on its way. It's valid for 30 minutes. Not there after a minute? Check the spelling and your spam folder, or send it again.",
    keepForm: true,
  },
}

const resetForm: Form<Text> = {
  id: 'reset-password',
  action: '/reset-password',
  operation: { method: 'POST', address: '/api/auth/reset-password' },
  fields: [
    { name: 'token', label: 'Token', type: 'hidden' },
    { ...newPassword, label: 'New password' },
  ],
  button: 'Set new password',
  once: true,
  success: {
    show: ({ message }: { message: string }, next?: string) =>
      html`<div class="notice success" role="status" tabindex="-1" autofocus><p>${translated(message)}</p></div>
    <p><a class="button" href="${withNext('/login', next)}">${t('Sign in')}</a></p>`,
  },
}

const verifyForm: Form<Text> = {
  id: 'verify-email',
  action: '/verify-email',
  operation: { method: 'POST', address: '/api/auth/verify-email' },
  fields: [{ name: 'token', label: 'Token', type: 'hidden' }],
  button: 'Confirm this address',
  success: { show: ({ message }: { message: string }) => notice(message) },
}

const releaseForm: Form<Text> = {
  id: 'release-email',
  action: '/release-email',
  operation: { method: 'POST', address: '/api/auth/release-email' },
  fields: [{ name: 'token', label: 'Token', type: 'hidden' }],
  button: 'Release my address',
  confirm: 'Release this address? You can then no longer sign in to that account with it.',
  success: {
    show: ({ message }: { message: string }) =>
      html`<div class="notice success" role="status" tabindex="-1" autofocus><p>${translated(message)}</p></div>
    <p><a class="button" href="/register">${t('Create an account')}</a></p>`,
  },
}

const renderForgot: Render = (visitor, state) =>
  narrowPage('Forgot your password?', visitor, state, [
    html`<p class="lede">${t("Enter your email and we'll send you a link to choose a new one.")}</p>
      <div class="card">${renderForm(forgotForm, state, visitor.csrfToken)}</div>
      <p>${t('Lost your phone too? Choose a new password first. Then sign in with it, and say there that you have nothing else.')}</p>
      <p><a href="${withNext('/login', state.next)}">${t('Back to sign in')}</a></p>`,
  ])

export function resetPages(app: App, context: AppContext): void {
  const { db, clock } = context
  app.get(forgotForm.action, async (request, reply) => {
    const state = stateOf(request)
    // The way goes on in the mail program, and comes back by a link that does not know where it began.
    if (state.next) reply.header('set-cookie', `${NEXT}=${encodeURIComponent(state.next)}; ${SHORT_LIVED}`)
    return sendPage(reply, renderForgot(await app.visitorOf(request, reply), state))
  })
  formAction(app, forgotForm, (visitor, state) => renderForgot(visitor, state))
  const renderReset: Render = (visitor, state, owner) =>
    narrowPage('Choose a new password', visitor, state, [
      html`<div class="card">${owner && accountOf(resetForm, owner.email)}${renderForm(resetForm, state, visitor.csrfToken)}</div>
      ${state.problem && html`<p><a href="/forgot-password">${t('Get a new link')}</a></p>`}`,
    ])
  tokenPage(app, resetForm, {
    find: token => ownerOfReset(db, token, clock.now()),
    render: renderReset,
    expired: visitor =>
      narrowPage('This link no longer works', visitor, {}, [
        html`<p class="lede">${t('It was already used, is older than 30 minutes, or is incomplete.')}</p>
        <p><a class="button" href="/forgot-password">${t('Send a new link')}</a></p>`,
      ]),
  })
  tokenPage(app, verifyForm, {
    find: token => addressOfLink(context, 'verify-email', token, clock.now()),
    render: (visitor, state, owner) => {
      const isOwner = owner !== undefined && visitor.user?.id === owner.id
      const notMine =
        owner?.release && !isOwner
          ? html`<a class="button" href="/release-email?token=${owner.release}">${t('This account is not mine')}</a>`
          : undefined
      // A session of the account can confirm the address for good.
      if (owner?.isVerified && !(isOwner && owner.release)) {
        return narrowPage('Your email is confirmed', visitor, state, [
          html`<p class="lede">${t('This address is already confirmed. There is nothing left to do.')}</p>`,
          notMine && html`<div class="card">${accountFacts(owner)}<p>${notMine}</p></div>`,
          html`<p><a href="/account">${t('Your account')}</a></p>`,
        ])
      }
      return narrowPage('Confirm your email', visitor, state, [
        owner &&
          (isOwner
            ? html`<p class="lede">${t('This confirms {email}.', { email: owner.email })}</p>`
            : html`<p class="lede">${t('Is this your account?')}</p>`),
        html`<div class="card">${owner && !isOwner && accountFacts(owner)}
        <div class="row">${renderForm(verifyForm, state, visitor.csrfToken)}${notMine}</div></div>
      <p><a href="/account">${t('Your account')}</a></p>`,
      ])
    },
    expired: visitor =>
      narrowPage('This confirmation link no longer works', visitor, {}, [
        html`<p class="lede">${t('It has expired, is incomplete, or belongs to an earlier address.')}</p>
        <p>${rich(
          'The newest email that we sent you has the link that works. <a>Your account</a> shows your address.',
          { a: link('/account') },
        )}</p>`,
      ]),
  })
  tokenPage(app, releaseForm, {
    find: token => addressOfLink(context, 'release-email', token, clock.now()),
    render: (visitor, state, owner) =>
      narrowPage('Is this account not yours?', visitor, state, [
        html`<p class="lede">${t('Somebody has created an account with your email address. You can take the address back and use it for an account of your own.')}</p>
        <p>${rich('If the account is yours and you only forgot the password, <a>choose a new password</a> instead. Orders and sign-in methods stay with the account that loses the address.', { a: link('/forgot-password') })}</p>
        <div class="card">${owner && accountFacts(owner)}${renderForm(releaseForm, state, visitor.csrfToken)}</div>`,
      ]),
    expired: visitor =>
      narrowPage('This link no longer works', visitor, {}, [
        html`<p class="lede">${t('It has expired, is incomplete, or the owner of the account has confirmed this address.')}</p>`,
      ]),
  })
}

const NEXT = 'semel_next'
const SHORT_LIVED = 'Path=/reset-password; Max-Age=3600; HttpOnly; SameSite=Lax'

/** Somebody else may have made the account, so the reader of the mailbox sees whose it is, and since when. */
function accountFacts({ email, userName, createdAt }: Owner): Html {
  return facts([
    [t('Email'), html`<bdi>${email}</bdi>`],
    [t('Name'), html`<bdi>${userName}</bdi>`],
    [t('Created on'), createdAt && date(createdAt)],
  ])
}

type Owner = {
  id: string
  email: string
  userName?: string
  createdAt?: Date
  isVerified?: boolean
  release?: string | undefined
}
type Render = (visitor: Visitor, state: FormState, owner?: Owner) => Html
type TokenPage = {
  /** The account of a link that works. */
  find: (token: string) => Promise<Owner | undefined>
  render: Render
  expired: (visitor: Visitor) => Html
}

/** The page of a link with a token. Showing it changes nothing, so a mail scanner that opens the link does not use it up. */
function tokenPage(app: App, form: Form, { find, render, expired }: TokenPage): void {
  app.get(form.action, async (request, reply) => {
    const token = withoutMarks((request.query as { token?: string }).token)
    const visitor = await app.visitorOf(request, reply)
    const owner = await find(token)
    if (!owner) return sendPage(reply, expired(visitor), 410)
    return sendPage(reply, render(visitor, { values: { token }, next: localAddress(request.cookies[NEXT]) }, owner))
  })
  formAction(app, form, async (visitor, state) =>
    render(visitor, state, state.problem && (await find(state.values?.token ?? ''))),
  )
}
