/** Fields and parts that several pages of this feature share. */
import type { AppContext } from '../context.ts'
import { type Html, html, type Renderable } from '../html/html.ts'
import { link, rich } from '../html/rich.ts'
import type { Field } from '../pages/field.ts'
import type { Form, FormState } from '../pages/form.ts'
import { page } from '../pages/layout.ts'
import type { Visitor } from '../pages/visitor.ts'
import type { Text } from '../words/text.ts'
import { t, translated } from '../words/words.ts'
import { relyingParty } from './second-factors/passkeys.ts'

export const email: Field<Text> = {
  name: 'email',
  label: 'Email',
  type: 'email',
  required: true,
  autocomplete: 'username',
}

export const code: Field<Text> = {
  name: 'code',
  label: 'Code',
  type: 'code',
  required: true,
  hint: 'From your authenticator app.',
  sendsItself: true,
}

/** Some hardware tokens show eight digits, so an owner of a token sends the code with the button. */
export function codeOfKinds(kinds: readonly string[]): Field<Text> {
  return { ...code, sendsItself: !kinds.includes('hardware') }
}

/** The browser fills this field. */
export const passkey: Field<Text> = { name: 'passkey', label: 'Passkey', type: 'hidden', value: 'json' }

export const newPassword: Field<Text> = {
  name: 'password',
  label: 'Password',
  type: 'password',
  required: true,
  autocomplete: 'new-password',
  hint: 'At least 8 characters. A few random words work best.',
}

/** Tells password managers whose password a form sets. It has no name, so it is not sent. */
export function accountOf({ id }: Form, address: string): Html {
  return html`<input type="text" autocomplete="username" value="${address}" form="${id}" readonly hidden>`
}

/** Next to a form for passkeys. At an IP address, which cannot have passkeys, the script shows it in place of the form. */
export function passkeysElsewhere(context: AppContext, path: string): Html {
  const address = `${relyingParty(context).origin[0]}${path}`
  return html`<p data-passkeys-elsewhere hidden>${rich('Passkeys need a host name. Open this page at {address}.', {
    address: html`<a href="${address}">${address}</a>`,
  })}</p>`
}

export function signedInAlready({ user }: Visitor): Html | undefined {
  return (
    user &&
    html`<p class="notice info">${rich("You're signed in as {name}. <a>Your account</a>", {
      name: user.userName,
      a: link('/account'),
    })}</p>`
  )
}

/** Somebody who comes from the checkout may fear for the cart. */
export function whySignIn({ next }: FormState): Html | false {
  return (
    next === '/checkout' &&
    html`<p class="lede">${t('Sign in or create an account to order with it. Your cart stays as it is.')}</p>`
  )
}

/** A narrow page for one form, with its title as heading. */
export function narrowPage(title: Text, visitor: Visitor, state: FormState, parts: Renderable[]): Html {
  const failed = state.problem !== undefined
  return page({
    title,
    visitor,
    failed,
    width: 'narrow',
    oneForm: true,
    main: html`<h1>${translated(title)}</h1>${parts}`,
  })
}
