/**
 * A form is declared once, as data, and represents one operation of the API. With JavaScript the browser calls the
 * operation (assets/enhance.js). Without it the server sends the same request on behalf of the browser (submit.ts).
 * Both show the errors of the API, so they cannot disagree (rule R4).
 */

import { randomUUID } from 'node:crypto'
import { type Html, html } from '../html/html.ts'
import { localAddress } from '../html/site-address.ts'
import { t, translated } from '../words/words.ts'
import { HEADLINE, HEADLINE_WITH, type Reason, reasonsOf } from './assets/form-errors.js'
import { changedFields, filled, type Problem } from './assets/form-rules.js'
import { scripted } from './components.ts'
import { doneKey } from './done.ts'
import { type Field, renderField, renderFields, withTickedBoxes } from './field.ts'

/** @template Words of what a form says: `Text` for customers, so that a label without a translation does not compile */
export type Form<Words extends string = string> = {
  /** Unique on its page. The ids of its elements begin with it. */
  readonly id: string
  /** The form posts here without JavaScript: to the address of its page, or one below it. `:name` as in a route. */
  readonly action: string
  readonly operation: { readonly method: 'POST' | 'PATCH' | 'PUT' | 'DELETE'; readonly address: string }
  readonly fields: readonly Field<Words>[]
  readonly button: Words
  /** Tells similar buttons apart for screen readers: "Remove", followed by the name of the item. */
  readonly about?: string
  readonly success: Success<Words>
  /** The operation creates something. Each rendering gets an Idempotency-Key, so a form sent twice creates once. */
  readonly once?: boolean
  /** Sends only the fields that the visitor has changed, so an old page does not undo what others have changed meanwhile. */
  readonly changesOnly?: boolean
  /** The form with this id must have been saved before: the script refuses to send an old text past the one that was typed. */
  readonly needsSaved?: string
  /** The script sends these forms of a page together: with one of them, and before it follows a link with `data-after-forms`. */
  readonly together?: boolean
  /** Scanners fill it, and end with Enter: that leads to the next field, and never sends the form. */
  readonly scans?: boolean
  /** The script offers to save what is typed in such forms of a page by one button (`saveAllBar`). */
  readonly saves?: boolean
  /** A question before the form is sent: in a dialog, or without JavaScript on the page that the server sends first. */
  readonly confirm?: Words
  /** After a problem or a field's error with one of these codes the page is out of date; the script then posts the form to get it anew. */
  readonly outdatedBy?: readonly string[]
  /**
   * A passkey fills the field `passkey`; `options` is the address of its options. Needs JavaScript. `autofill`: the browser
   * may also offer it in a field of the page with `autocomplete="webauthn"`.
   */
  readonly passkey?: {
    readonly ceremony: 'create' | 'get'
    readonly options: string
    readonly autofill?: boolean
    /** The options are for the reader of a link, whose token is the value `token` of the page. */
    readonly byLink?: boolean
  }
  /** One primary button per page; `text` for small steps that the page offers besides. */
  readonly look?: 'primary' | 'quiet' | 'danger' | 'text'
}

type Success<Words extends string> =
  /**
   * Redirect inside the site; `{id}` comes from the answer. `?next=` is followed, with the query of `go`, or passed on to
   * the next step. `done` is the message there; false: the page there is the next step, or says it itself.
   */
  | { readonly go: string; readonly done: Words | false; readonly next?: 'follow' | 'carry' }
  /** A notice in place of the form, or above it; `{message}` comes from the answer. */
  | { readonly say: Words | '{message}'; readonly keepForm?: boolean }
  /**
   * Markup made from the answer, in place of the form. It may lead to `?next=`. `page`: more than the form has changed, so
   * the script replaces the whole page too.
   */
  // biome-ignore lint/suspicious/noExplicitAny: the operation documents the type of its answer
  | { readonly show: (answer: any, next?: string) => Html; readonly page?: boolean }

export type FormState = {
  /** The content of the fields: typed text, or else the initial values of the page. */
  readonly values?: Readonly<Record<string, string | undefined>>
  /** The stored values, in a form with `changesOnly`. Fields that the visitor has not changed show them. */
  readonly stored?: Readonly<Record<string, string>>
  /** Values for `:name` in action and operation. */
  readonly params?: Readonly<Record<string, string>> | undefined
  readonly problem?: Problem
  readonly retryAfter?: string | undefined
  /** The answer of an operation that succeeded and stays on the page. */
  readonly answer?: unknown
  /** The id of the form in whose place the page has a message (done.ts). */
  readonly replaced?: string | undefined
  readonly next?: string | undefined
  /** The address of the form, where a visitor returns after signing in again. */
  readonly here?: string
  readonly key?: string | undefined
  /** The address of the form that waits for the answer to its question, and the page to go back to. */
  readonly asks?: { readonly action: string; readonly back: string | undefined }
}

/** The forms of a page that were just sent, by their ids. */
export type FormStates = Partial<Record<string, FormState>>

/** Parts of a long form besides its fields: at its top, above the button the subject, below it the small print. */
type Ending = { readonly top?: Html | false; readonly above: Html; readonly below?: Html | undefined }

export function renderForm(form: Form, state: FormState, csrfToken?: string, ending?: Ending): Html {
  const done = state.answer === undefined ? undefined : renderDone(form, state.answer, state.next)
  if (done && !('say' in form.success && form.success.keepForm)) return html`<div id="${form.id}">${done}</div>`
  if (state.replaced === form.id) return html`<div id="${form.id}"></div>`
  const values = shownIn(form, state)
  const fields = form.fields.map(({ name, label, value, options }) => ({
    name,
    label: translated(label),
    kind: value,
    value: values?.[name],
    choices: options?.map(option => translated(option.label ?? option.value)),
  }))
  const asks = form.confirm && state.asks?.action === withParams(form.action, state.params) ? state.asks : undefined
  const reasons = state.problem ? reasonsOf(state.problem, state.retryAfter, fields, state.here, translated) : []
  const wrong = form.fields.filter(({ name, type }) => type !== 'hidden' && reasons.some(({ field }) => field === name))
  // Submitting is the default. Beside a passkey, a program that looks for the submit button finds the one of the typed form.
  const submits = !form.passkey && html` type="submit"`
  // After a problem the visitor decides when a code is sent, so that a wrong one is not sent again and again.
  const controls = renderFields(withTickedBoxes(form.fields, values), ({ sendsItself = false, ...field }) =>
    renderField(
      form.id,
      { ...field, sendsItself: sendsItself && !state.problem },
      values?.[field.name],
      reasonFor(field, reasons),
      field.name === wrong[0]?.name,
    ),
  )
  const pressed = html`<button${submits} class="button ${form.look ?? 'primary'}">${translated(form.button)}${
    form.about && html`<span class="unseen"> ${form.about}</span>`
  }</button>`
  const button = form.passkey ? scripted(pressed) : pressed
  return html`<form id="${form.id}" class="form" action="${actionOf(form, state)}"
    method="post" novalidate${hasFile(form) && html` enctype="multipart/form-data"`}
    data-operation="${form.operation.method} ${withParams(form.operation.address, state.params)}"${followUp(form, state)}${
      form.confirm && html` data-confirm="${translated(form.confirm)}"`
    }${form.together && html` data-together`}${form.saves && html` data-saves`}${form.scans && html` data-scans`}${
      form.needsSaved && html` data-needs-saved="${form.needsSaved}"`
    }${
      form.passkey &&
      html` data-passkey="${form.passkey.ceremony} ${form.passkey.options}"${form.passkey.autofill && html` data-autofill`}${
        form.passkey.byLink && html` data-token="${state.values?.token}"`
      } hidden`
    }${form.outdatedBy && html` data-outdated-by="${form.outdatedBy.join(' ')}"`}${
      state.problem?.code && html` data-problem="${state.problem.code}"`
    }>
    <div class="form-outcome" data-outcome>${done}${state.problem && renderSummary(form, reasons, wrong)}${
      asks &&
      html`<div class="notice warning" role="alert" tabindex="-1" autofocus><p>${form.confirm && translated(form.confirm)}</p></div>`
    }</div>
    ${form.scans && NO_ENTER}
    ${csrfToken && html`<input type="hidden" name="_csrf" value="${csrfToken}">`}
    ${form.once && html`<input type="hidden" name="_key" value="${state.key ?? randomUUID()}">`}
    ${form.changesOnly && html`<input type="hidden" name="_was" value="${storedIn(form, state)}">`}
    ${asks && html`<input type="hidden" name="_confirmed" value="yes">`}
    ${
      ending
        ? html`<div class="form-fields">${ending.top}${controls}</div><div
      class="form-ending">${ending.above}${button}${ending.below}</div>`
        : html`${controls}${button}`
    }
    ${asks?.back && html`<a class="button quiet" href="${asks.back}">${t('Go back')}</a>`}
  </form>`
}

/** Enter presses the first button of a form. A disabled one keeps it from being sent, also without scripts (HTML, 4.10.21.2). */
const NO_ENTER = html`<button type="submit" disabled hidden></button>`

/** Writes JSON for `changedFields`. Hidden fields are data of the page, so they are always sent. */
function storedIn({ fields }: Form, { stored, values }: FormState): string | undefined {
  if (!stored) return values?._was
  const shown = fields.filter(({ type }) => type !== 'hidden')
  return JSON.stringify(
    Object.fromEntries(shown.map(({ name }) => [name, (stored[name] ?? '').replaceAll(/\r\n?/g, '\n')])),
  )
}

/** The content of the fields: the visitor's changes, and otherwise the stored values. */
function shownIn(form: Form, { stored, values }: FormState): FormState['values'] {
  if (!stored || !values) return stored ?? values
  const changed = changedFields(form.fields, values).filter(({ type }) => type !== 'hidden')
  return { ...stored, ...Object.fromEntries(changed.map(({ name }) => [name, values[name]])) }
}

/** Files are sent as base64 in the JSON of the operation. Without JavaScript the page gets them as multipart/form-data. */
export function hasFile({ fields }: Form): boolean {
  return fields.some(({ type }) => type === 'file')
}

/** The outcome of an operation that stays on the page. The script requests it too. */
export function renderDone(form: Form, answer: unknown, next?: string): Html | undefined {
  if ('show' in form.success) return form.success.show(answer, next)
  if ('say' in form.success) return notice(filled(translated(form.success.say), answer))
  return undefined
}

export function notice(text: string): Html {
  return html`<div class="notice success" role="status" tabindex="-1" autofocus><p>${translated(text)}</p></div>`
}

/**
 * The summary gets the focus: from the script when it appears in place, from `autofocus` on a new page. It links to the
 * invalid fields by their labels, because each reason appears once: beside its field, or here if it belongs to no field. The
 * page has one alert: the first field's reason, or else the summary.
 */
function renderSummary(form: Form, reasons: readonly Reason[], wrong: readonly Field[]): Html {
  const others = reasons.filter(({ field }) => !wrong.some(({ name }) => name === field))
  const [title, list] = [`${form.id}-problem`, `${form.id}-wrong`]
  const part = wrong.length > 0 ? html`role="group" aria-describedby="${list}"` : html`role="alert"`
  return html`<div class="notice problem" ${part} tabindex="-1" autofocus aria-labelledby="${title}"><h2 id="${title}">${translated(
    wrong.length > 0 ? HEADLINE_WITH : HEADLINE,
  )}</h2>${
    wrong.length > 0 &&
    html`<ul class="wrong" id="${list}">${wrong.map(
      ({ name, label }) => html`<li><a href="#${form.id}-${name}">${translated(label)}</a></li>`,
    )}</ul>`
  }${others.length > 0 && html`<ul>${others.map(renderOther)}</ul>`}</div>`
}

function renderOther({ reason, href }: Reason): Html {
  // The typed text stays in this tab.
  const elsewhere = href?.startsWith('/login') && html` target="_blank"`
  const words = translated(reason)
  return html`<li>${href ? html`<a href="${href}"${elsewhere}>${words}</a>` : words}</li>`
}

function reasonFor(field: Field, reasons: readonly Reason[]): string | undefined {
  const own = reasons.filter(reason => reason.field === field.name).map(({ reason }) => translated(reason))
  return own.length > 0 ? own.join('; ') : undefined
}

function actionOf(form: Form, state: FormState): string {
  const next = localAddress(state.next)
  return withParams(form.action, state.params) + (next ? `?next=${encodeURIComponent(next)}` : '')
}

function followUp({ success }: Form, state: FormState): Html {
  if ('say' in success) return html` data-say="${translated(success.say)}"${success.keepForm && html` data-keep-form`}`
  if ('show' in success) return html` data-show="${success.page ? 'page' : 'part'}"`
  return html` data-go="${destination(success, state.next)}"${success.done && html` data-done="${doneKey(success.done)}"`}`
}

/** The address after a success, still with placeholders for values of the answer. */
export function destination(
  { go, next: use }: { go: string; next?: 'follow' | 'carry' },
  requested: string | undefined,
): string {
  const next = localAddress(requested)
  if (!next || !use) return go
  // A brace would look like a placeholder.
  const plain = next.replaceAll('{', '%7B').replaceAll('}', '%7D')
  if (use === 'carry') return `${go}?next=${encodeURIComponent(plain)}`
  const [, query] = go.split('?')
  return query ? `${plain}${plain.includes('?') ? '&' : '?'}${query}` : plain
}

export function withParams(address: string, params: Readonly<Record<string, string>> = {}): string {
  return address.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''))
}
