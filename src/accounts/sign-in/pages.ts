/** The sign-in pages: password or passkey first, then the second factor. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { type Html, html } from '../../html/html.ts'
import { link, rich } from '../../html/rich.ts'
import type { App } from '../../http/app.ts'
import { doneKey, leaveDone } from '../../pages/done.ts'
import { type Form, type FormState, renderForm } from '../../pages/form.ts'
import { step } from '../../pages/form-kinds.ts'
import { signOut } from '../../pages/layout.ts'
import { formAction, formPage, stateOf } from '../../pages/submit.ts'
import { sendPage, type Visitor, withNext } from '../../pages/visitor.ts'
import type { Text } from '../../words/text.ts'
import { t } from '../../words/words.ts'
import {
  code,
  codeOfKinds,
  email,
  narrowPage,
  passkey,
  passkeysElsewhere,
  signedInAlready,
  whySignIn,
} from '../components.ts'
import { cookieNames } from '../sessions/cookies.ts'
import { pendingRegistration, pendingSignIn } from './pending-registration.ts'

const loginForm: Form<Text> = {
  id: 'login',
  action: '/login',
  operation: { method: 'POST', address: '/api/auth/login' },
  fields: [
    // The browser offers passkeys here too.
    { ...email, autocomplete: 'username webauthn' },
    { name: 'password', label: 'Password', type: 'password', required: true, autocomplete: 'current-password' },
  ],
  button: 'Sign in',
  success: { go: '/login/code', next: 'carry', done: false },
}

/** Replaces password and code. */
const passkeyAloneForm: Form<Text> = {
  id: 'passkey-alone',
  action: '/login/passkey',
  operation: { method: 'POST', address: '/api/auth/passkey' },
  passkey: { ceremony: 'get', options: '/api/auth/passkey/options', autofill: true },
  fields: [passkey],
  button: 'Use a passkey',
  success: { go: '/account', next: 'follow', done: "You're signed in." },
  look: 'quiet',
}

const codeForm: Form<Text> = {
  id: 'code',
  action: '/login/code',
  operation: { method: 'POST', address: '/api/auth/mfa' },
  fields: [code],
  button: 'Sign in',
  success: { go: '/account', next: 'follow', done: "You're signed in." },
}

const smsForm = step<Text>({
  at: '/login/code/sms',
  api: '/api/auth/mfa/sms',
  button: 'Text me a code instead',
  success: {
    // Replaces the button, so that nobody asks for a second code at once.
    show: ({ sentTo }: { sentTo: string }, next?: string) =>
      html`<div class="notice success" role="status"
        tabindex="-1"
        autofocus><p>${rich("We've sent a code to {sentTo}. It's valid for 5 minutes. Enter it in the field “Code”. Nothing after 30 seconds? <a>Send another</a>", { sentTo, a: link(withNext('/login/code', next)) })}</p></div>`,
  },
})

/** Asks for a text message on accounts that have no other code. */
const askForm: Form<Text> = { ...smsForm, button: 'Text me a code' }

const passkeyForm: Form<Text> = {
  id: 'passkey',
  action: '/login/code/passkey',
  operation: { method: 'POST', address: '/api/auth/mfa/passkey' },
  passkey: { ceremony: 'get', options: '/api/auth/mfa/passkey/options' },
  fields: [passkey],
  button: 'Use a passkey',
  success: { go: '/account', next: 'follow', done: "You're signed in." },
}

const recoveryForm: Form<Text> = {
  id: 'recovery',
  action: '/login/recovery',
  operation: { method: 'POST', address: '/api/auth/mfa/recovery' },
  fields: [
    {
      name: 'recoveryCode',
      label: 'Recovery code',
      type: 'text',
      required: true,
      autocomplete: 'off',
      hint: 'One of the codes you saved, like abcd-efgh-ijkl-mnop. Each works once.',
    },
  ],
  button: 'Sign in',
  success: { go: '/account', next: 'follow', done: "You're signed in." },
}

export function signInPages(app: App, context: AppContext): void {
  const loginPage = (sent: Form) => (visitor: Visitor, state: FormState, request: FastifyRequest) => {
    const show = (form: Form) =>
      renderForm(form, sent === form ? state : { ...(state.next && { next: state.next }) }, visitor.csrfToken)
    const ways = [show(passkeyAloneForm), show(loginForm)]
    if (!usesPasskey(context, request)) ways.reverse()
    return narrowPage('Sign in', visitor, state, [
      signedInAlready(visitor),
      whySignIn(state),
      html`<div class="card">${either(ways)}</div>`,
      html`<p class="row apart"><a href="${withNext('/forgot-password', state.next)}">${t('Forgot your password?')}</a>
        <a href="${withNext('/register', state.next)}">${t('Create an account')}</a></p>
        <p>${rich('Ordered without an account? <a>Find your order</a>', { a: link('/find-order') })}</p>`,
    ])
  }
  formPage(app, loginForm, loginPage(loginForm))
  formAction(app, passkeyAloneForm, loginPage(passkeyAloneForm))

  app.get('/login/code', async (request, reply) => {
    const state = stateOf(request)
    if (await pendingRegistration(context, request)) {
      return reply.redirect(withNext('/register/authenticator', state.next), 303)
    }
    const visitor = await app.visitorOf(request, reply)
    if (!(await pendingSignIn(context, request))) return startAgain(visitor, state, reply)
    return sendPage(reply, await codePage(visitor, undefined, state, request))
  })
  for (const form of [codeForm, smsForm, passkeyForm]) {
    formAction(app, form, (visitor, state, request) => codePage(visitor, form, state, request))
  }
  async function codePage(visitor: Visitor, sent: Form | undefined, state: FormState, request: FastifyRequest) {
    const pending = await pendingSignIn(context, request)
    const methods = pending?.methods ?? []
    const show = (form: Form) =>
      renderForm(form, sent?.id === form.id ? state : { ...(state.next && { next: state.next }) }, visitor.csrfToken)
    // All factors are disabled, so no code would be right.
    if (pending && methods.every(method => method === 'recovery')) {
      return narrowPage('Use a recovery code', visitor, state, [
        signingIn(pending),
        html`<p>${rich(
          'The other sign-in methods of this account are disabled. Without a recovery code, <a>ask for help</a>.',
          { a: link(withNext(LOST_EVERYTHING, state.next)) },
        )}</p>
          <p><a class="button" href="${withNext(recoveryForm.action, state.next)}">${t('Use a recovery code')}</a></p>`,
      ])
    }
    const { ways, hasCode } = secondSteps(context, request, { methods, show, isFresh: sent === undefined })
    const enterCode = methods.includes('hardware') ? 'Enter your code' : 'Enter your 6-digit code'
    return narrowPage(hasCode ? enterCode : 'Use your passkey', visitor, state, [
      pending && signingIn(pending),
      html`<div class="card">${either(ways)}</div>`,
      html`<p class="row apart"><a href="${withNext('/login/recovery', state.next)}">${t('Use a recovery code')}</a>
        <a href="${withNext('/login', state.next)}">${t('Start again')}</a></p>`,
      lostEverything(state),
    ])
  }

  recoveryCodePage(app, context)
  formAction(app, signOut, (visitor, state) =>
    // The form in the header has the id that this one would have.
    narrowPage('Sign out', visitor, state, [
      renderForm({ ...signOut, id: 'sign-out-again' }, state, visitor.csrfToken),
    ]),
  )
}

function recoveryCodePage(app: App, context: AppContext): void {
  const recoveryPage = (visitor: Visitor, state: FormState) =>
    narrowPage('Use a recovery code', visitor, state, [
      html`<div class="card">${renderForm(recoveryForm, state, visitor.csrfToken)}</div>`,
      html`<p><a href="${withNext('/login/code', state.next)}">${t('Sign in another way')}</a></p>`,
      lostEverything(state),
    ])
  app.get(recoveryForm.action, async (request, reply) => {
    const [visitor, state] = [await app.visitorOf(request, reply), stateOf(request)]
    if (!(await pendingSignIn(context, request))) return startAgain(visitor, state, reply)
    return sendPage(reply, recoveryPage(visitor, state))
  })
  formAction(app, recoveryForm, recoveryPage)
}

/** Reads which kind of second factor this browser used last. */
function lastFactor(context: AppContext, request: FastifyRequest): string | undefined {
  return request.cookies[cookieNames(context).factor]
}

/** A passkey comes first, unless something else was used last. */
function usesPasskey(context: AppContext, request: FastifyRequest): boolean {
  return (lastFactor(context, request) ?? 'passkey') === 'passkey'
}

type Shown = { methods: string[]; show: (form: Form) => Html; isFresh: boolean }

/** The ways to complete a sign-in, the one that was used last first. @param isFresh nothing was sent or typed yet */
function secondSteps(context: AppContext, request: FastifyRequest, { methods, show, isFresh }: Shown) {
  const hasPasskey = methods.includes('passkey')
  const isPasskeyFirst = hasPasskey && usesPasskey(context, request)
  const hasCode = !hasPasskey || methods.includes('sms') || hasCodeWithoutAsking(methods)
  const asksFirst = lastFactor(context, request) === 'sms' && hasCodeWithoutAsking(methods)
  const ask = methods.includes('sms') && show(hasCodeWithoutAsking(methods) ? smsForm : askForm)
  const focused = isFresh && !isPasskeyFirst && !asksFirst
  const enter = show({ ...codeForm, fields: [{ ...codeOfKinds(methods), hint: sourcesOf(methods), focused }] })
  const codeWay = hasCode && html`${asksFirst ? [ask, enter] : [enter, ask]}`
  const passkeyWay =
    hasPasskey &&
    html`${show(passkeyForm)}<noscript><p>${t('A passkey needs JavaScript.')}</p></noscript>${passkeysElsewhere(context, '/login')}`
  return { hasCode, ways: isPasskeyFirst ? [passkeyWay, codeWay] : [codeWay, passkeyWay] }
}

function either([first, second]: (Html | false | undefined)[]): Html {
  return html`${first}${first && second && html`<p class="or">${t('or')}</p>`}${second}`
}

/** The page of a recovery request (recovery/pages.ts). */
export const LOST_EVERYTHING = '/login/recovery-request'

function lostEverything({ next }: FormState): Html {
  return html`<p><a href="${withNext(LOST_EVERYTHING, next)}">${t('I have neither my sign-in methods nor a recovery code')}</a></p>`
}

export function signingIn({ email }: { email: string }): Html {
  return html`<p class="lede">${t('You are signing in as {email}.', { email })}</p>`
}

const PASSWORD_FIRST: Text = 'Enter your email and password first.'
doneKey(PASSWORD_FIRST)

/** Leaves a page of the second step when no sign-in is under way: it was never begun, has expired or is complete. */
export function startAgain(visitor: Visitor, { next }: FormState, reply: FastifyReply): FastifyReply {
  if (visitor.user) return reply.redirect(next ?? '/account', 303)
  leaveDone(reply, PASSWORD_FIRST)
  return reply.redirect(withNext('/login', next), 303)
}

/** A code by text message is sent only when the visitor asks for it. */
function hasCodeWithoutAsking(methods: string[]): boolean {
  return methods.includes('totp') || methods.includes('hardware')
}

/** Says where the code comes from. A key lists the methods of the account, in this order. */
const SOURCES: Record<string, Text> = {
  hardware: 'From your hardware token.',
  'totp hardware': 'From your authenticator app or hardware token.',
  'totp sms': 'From your authenticator app or text message.',
  'hardware sms': 'From your hardware token or text message.',
  'totp hardware sms': 'From your authenticator app, hardware token or text message.',
}

function sourcesOf(methods: string[]): Text {
  if (methods.includes('sms') && !hasCodeWithoutAsking(methods)) return 'From a text message. Ask for it below.'
  const known = ['totp', 'hardware', 'sms'].filter(method => methods.includes(method))
  return SOURCES[known.join(' ')] ?? 'From your authenticator app.'
}
