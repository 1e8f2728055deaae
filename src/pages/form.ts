/**
 * A form is declared once, as data, and stands for one operation of the API. The page around it works in two ways
 * that cannot disagree: with JavaScript the browser sends the operation itself (assets/enhance.js), without it the
 * server sends the same request for the browser (submit.ts). What went wrong is always said by the API.
 */
import { randomUUID } from 'node:crypto'
import { filled, localAddress, type Problem } from './assets/form-rules.js'
import { HEADLINE, type Reason, reasonsOf } from './assets/form-words.js'
import { type Field, renderField } from './field.ts'
import { type Html, html } from './html.ts'

export type Form = {
  /** Unique on its page; the ids of everything inside begin with it. */
  readonly id: string
  /** Where the form posts without JavaScript: the address of its page, or one of its own below it. `:name` as in a route. */
  readonly action: string
  readonly operation: { readonly method: 'POST' | 'PATCH' | 'PUT' | 'DELETE'; readonly address: string }
  readonly fields: readonly Field[]
  readonly button: string
  /** What the button is about, for who hears it among others of its kind: "Remove", and then which. */
  readonly about?: string
  readonly success: Success
  /** The operation creates something: each rendering gets an Idempotency-Key, so that a form sent twice creates once. */
  readonly once?: boolean
  /** Asked before sending, in a dialog of the page. */
  readonly confirm?: string
  /** Codes of problems after which the page itself is out of date: the script then takes the way without JavaScript. */
  readonly outdatedBy?: readonly string[]
  /** The field `passkey` is filled by a passkey of the browser, which gets its options from here. Needs JavaScript. */
  readonly passkey?: { readonly ceremony: 'create' | 'get'; readonly options: string }
  readonly look?: 'primary' | 'quiet' | 'danger'
}

export type Success =
  /** Go to an address of the site; `{id}` is taken from the answer. `?next=` is followed, or carried on to the next step. */
  | { readonly go: string; readonly next?: 'follow' | 'carry' }
  /** Say so in place of the form (or above it); `{message}` is taken from the answer. */
  | { readonly say: string; readonly keepForm?: boolean }
  /** Show a part made from the answer in place of the form. */
  // biome-ignore lint/suspicious/noExplicitAny: the answer has the type that the operation documents
  | { readonly show: (answer: any) => Html }

export type FormState = {
  /** What stands in the fields: what was typed, else what the page prefills. */
  readonly values?: Readonly<Record<string, string | undefined>>
  /** Values of `:name` in action and operation. */
  readonly params?: Readonly<Record<string, string>>
  readonly problem?: Problem
  readonly retryAfter?: string
  /** The answer of the operation, when it succeeded without leaving the page. */
  readonly answer?: unknown
  readonly next?: string
  readonly key?: string
}

export function renderForm(form: Form, state: FormState, csrfToken?: string): Html {
  const done = state.answer === undefined ? undefined : renderDone(form, state.answer)
  if (done && !('say' in form.success && form.success.keepForm)) return html`<div id="${form.id}">${done}</div>`
  const fields = form.fields.map(({ name, label }) => ({ name, label, value: state.values?.[name] }))
  const reasons = state.problem ? reasonsOf(state.problem, state.retryAfter, fields) : []
  return html`<form id="${form.id}" class="form" action="${actionOf(form, state)}" method="post" novalidate
    data-operation="${form.operation.method} ${withParams(form.operation.address, state.params)}"${followUp(form, state)}${
      form.confirm && html` data-confirm="${form.confirm}"`
    }${
      form.passkey && html` data-passkey="${form.passkey.ceremony} ${form.passkey.options}" hidden`
    }${form.outdatedBy && html` data-outdated-by="${form.outdatedBy.join(' ')}"`}>
    <div class="form-outcome" data-outcome>${done}${state.problem && renderSummary(form, reasons)}</div>
    ${csrfToken && html`<input type="hidden" name="_csrf" value="${csrfToken}">`}
    ${form.once && html`<input type="hidden" name="_key" value="${state.key ?? randomUUID()}">`}
    ${form.fields.map(field => renderField(form.id, field, state.values?.[field.name], reasonFor(field, reasons)))}
    <button type="submit" class="button ${form.look ?? 'primary'}">${form.button}${
      form.about && html`<span class="unseen"> ${form.about}</span>`
    }</button>
  </form>`
}

/** The notice for a success that stays on the page; also what assets/enhance.js asks for. */
export function renderDone(form: Form, answer: unknown): Html | undefined {
  if ('show' in form.success) return form.success.show(answer)
  if ('say' in form.success) return notice(filled(form.success.say, answer))
  return undefined
}

export function notice(words: string): Html {
  return html`<div class="notice success" role="status" tabindex="-1" autofocus><p>${words}</p></div>`
}

/** The summary takes the focus: by script when the answer comes in place, by `autofocus` when the page is new. */
function renderSummary(form: Form, reasons: readonly Reason[]): Html {
  return html`<div class="notice problem" role="alert" tabindex="-1" autofocus aria-labelledby="${form.id}-problem"><h2 id="${
    form.id
  }-problem">${HEADLINE}</h2><ul>${reasons.map(({ field, reason, href }) => {
    const named = form.fields.find(({ name, type }) => name === field && type !== 'hidden')
    const target = named ? `#${form.id}-${named.name}` : href
    return html`<li>${target ? html`<a href="${target}">${reason}</a>` : reason}</li>`
  })}</ul></div>`
}

function reasonFor(field: Field, reasons: readonly Reason[]): string | undefined {
  const own = reasons.filter(reason => reason.field === field.name).map(({ reason }) => reason)
  return own.length > 0 ? own.join('; ') : undefined
}

function actionOf(form: Form, state: FormState): string {
  const next = localAddress(state.next)
  return withParams(form.action, state.params) + (next ? `?next=${encodeURIComponent(next)}` : '')
}

function followUp({ success }: Form, state: FormState): Html {
  if ('say' in success) return html` data-say="${success.say}"${success.keepForm && html` data-keep-form`}`
  if ('show' in success) return html` data-show`
  return html` data-go="${destination(success, state.next)}"`
}

/** Where a success leads; still a template for the values of the answer. */
export function destination(success: Extract<Success, { go: string }>, asked: string | undefined): string {
  const next = localAddress(asked)
  if (!next || !success.next) return success.go
  // A brace would be taken for a place to fill in.
  const plain = next.replaceAll('{', '%7B').replaceAll('}', '%7D')
  return success.next === 'follow' ? plain : `${success.go}?next=${encodeURIComponent(plain)}`
}

export function withParams(address: string, params: Readonly<Record<string, string>> = {}): string {
  return address.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''))
}
