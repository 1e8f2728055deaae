/** One field of a form: label, hint, control and error, tied together for people who do not see them side by side. */
import { type Html, html } from './html.ts'

export type Field = {
  /** The name of the property in the body of the operation. */
  readonly name: string
  readonly label: string
  readonly type:
    | 'text'
    | 'email'
    | 'tel'
    | 'password'
    | 'textarea'
    | 'code'
    | 'select'
    | 'number'
    | 'checkbox'
    | 'date'
    | 'hidden'
  readonly required?: boolean
  readonly hint?: string
  readonly autocomplete?: string
  readonly inputmode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email' | 'search'
  readonly options?: readonly { readonly value: string; readonly label: string }[]
  readonly rows?: number
  /** What the typed text becomes in the JSON body. */
  readonly value?: 'string' | 'integer' | 'boolean' | 'day' | 'json'
  /** What a ticked box stands for; 'true' unless said. */
  readonly ticked?: string
  /** What an empty field becomes: left out, null where that takes a stored value away, or empty text where only the API can say that this is not enough. */
  readonly empty?: 'omit' | 'null' | 'keep'
}

export function renderField(formId: string, field: Field, typed: string | undefined, reason: string | undefined): Html {
  const id = `${formId}-${field.name}`
  // A password is never written back into a page.
  const value = field.type === 'password' ? undefined : typed
  if (field.type === 'hidden') return html`<input type="hidden" name="${field.name}" value="${value}"${rules(field)}>`
  const label = html`<label for="${id}">${field.label}${
    !field.required && field.type !== 'checkbox' && html` <span class="optional">(optional)</span>`
  }</label>`
  const hint = field.hint && html`<p class="hint" id="${id}-hint">${field.hint}</p>`
  const error = reason && html`<p class="field-error" id="${id}-error">${reason}</p>`
  const control = renderControl(field, value, attributes(id, field, reason))
  if (field.type === 'checkbox') return html`<div class="field check">${control}${label}${hint}${error}</div>`
  return html`<div class="field">${label}${hint}${control}${error}</div>`
}

function renderControl(field: Field, value: string | undefined, common: Html): Html {
  switch (field.type) {
    case 'textarea':
      // The line break is not part of the value; without it the first line break typed would be lost.
      return html`<textarea${common} rows="${field.rows ?? 6}">${'\n'}${value}</textarea>`
    case 'select':
      return html`<select${common}>${field.options?.map(
        option =>
          html`<option value="${option.value}"${option.value === value && html` selected`}>${option.label}</option>`,
      )}</select>`
    case 'checkbox':
      return html`<input type="checkbox" value="${field.ticked ?? 'true'}"${common}${value && value !== 'false' && html` checked`}>`
    case 'code':
      return html`<input type="text" class="code" spellcheck="false" autocapitalize="none" value="${value}"${common}>`
    case 'number':
      // type=number swallows what is no number; the API is to say that.
      return html`<input type="text" value="${value}"${common}>`
    default:
      return html`<input type="${field.type}" value="${value}"${common}>`
  }
}

const INPUTMODE: Partial<Record<Field['type'], string>> = {
  code: 'numeric',
  number: 'numeric',
  email: 'email',
  tel: 'tel',
}

function attributes(id: string, field: Field, reason: string | undefined): Html {
  const described = [field.hint && `${id}-hint`, reason && `${id}-error`].filter(Boolean).join(' ')
  const inputmode = field.inputmode ?? INPUTMODE[field.type]
  const autocomplete = field.autocomplete ?? (field.type === 'code' ? 'one-time-code' : undefined)
  return html` id="${id}" name="${field.name}"${rules(field)}${field.required && html` required`}${
    described !== '' && html` aria-describedby="${described}"`
  }${reason && html` aria-invalid="true"`}${inputmode && html` inputmode="${inputmode}"`}${
    autocomplete && html` autocomplete="${autocomplete}"`
  }`
}

/** What the script needs to know of a field. */
function rules(field: Field): Html {
  return html` data-label="${field.label}"${field.value && html` data-value="${field.value}"`}${field.empty && html` data-empty="${field.empty}"`}`
}
