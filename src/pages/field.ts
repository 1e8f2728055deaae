/** One field of a form: label, hint, control and error, linked for screen readers. */
import { type Html, html } from '../html/html.ts'
import { t, translated } from '../words/words.ts'
import type { Kind } from './assets/form-rules.js'
import { scripted } from './components.ts'
import { buttonTo } from './pressed.ts'

export type Field<Words extends string = string> = {
  /** The name of the property in the body of the operation. `orderIds.*` is a box for each row of a table. */
  readonly name: string
  readonly label: Words
  readonly type:
    | 'text'
    | 'email'
    | 'tel'
    | 'password'
    | 'textarea'
    | 'code'
    | 'select'
    | 'radio'
    | 'number'
    | 'checkbox'
    | 'date'
    | 'file'
    | 'hidden'
  readonly required?: boolean
  readonly hint?: Words
  readonly autocomplete?: string
  readonly inputmode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email' | 'search'
  /** Without a label an option is its value, which spares a list of time zones half of its bytes. */
  readonly options?: readonly { readonly value: string; readonly label?: string; readonly hint?: string }[]
  /**
   * The rest of the page depends on this field. A button beside it sends the form to `action`, which shows the page anew. The
   * script does so after a change, and hides the button. In a field to type in it does so only where the text fits `fitting`.
   */
  readonly shows?: { readonly action: string; readonly button: Words; readonly fitting?: string }
  /** A text: what was written in this field before, to choose from. */
  readonly suggestions?: readonly string[]
  readonly rows?: number
  /** The media types of a file. */
  readonly accept?: string
  /** Several files may be chosen and are sent one by one. It names the field that describes a file. */
  readonly several?: string
  /** The script sends the form with the sixth digit of this code, once, and the field says so. Only for a code that ends there. */
  readonly sendsItself?: boolean
  /** The page is for this field, so it has the focus from the beginning. */
  readonly focused?: boolean
  /** Neighbors of one group share a fieldset with this legend. */
  readonly group?: Words
  /** Short answers get short controls, so that people see how much is expected. */
  readonly width?: 'short' | 'medium'
  /** A number: the script puts "−" and "+" beside it, which count between these two. */
  readonly counts?: { readonly least: number; readonly most: number }
  /** The type of the value in the JSON body. */
  readonly value?: Kind
  /** The value of a checked box; by default 'true'. */
  readonly ticked?: string
  /**
   * An empty field is omitted by default, but a list is sent. null deletes a stored value; an empty text leaves the
   * decision to the API.
   */
  readonly empty?: 'omit' | 'null' | 'keep'
}

/** The fields with the boxes that were ticked in place of those for any row. */
export function withTickedBoxes(fields: readonly Field[], values: Readonly<Record<string, string | undefined>> = {}) {
  return fields.flatMap(field => {
    if (!field.name.endsWith('.*')) return field
    const list = field.name.slice(0, -1)
    // Anything else behind the name would be a path inside the list, of any length that somebody likes.
    const ticked = Object.entries(values).filter(
      ([name]) => name.startsWith(list) && /^\d+$/.test(name.slice(list.length)),
    )
    return ticked.map(([name, value = '']) => ({ ...field, name, label: `${field.label} #${value}`, ticked: value }))
  })
}

export function renderField(
  formId: string,
  field: Field,
  typed: string | undefined,
  reason: string | undefined,
  isAlert: boolean,
): Html {
  const id = `${formId}-${field.name}`
  // A password is never sent back in a page.
  const value = field.type === 'password' ? undefined : typed
  if (field.type === 'radio') return renderChoice(id, field, value, { reason, isAlert })
  if (field.type === 'hidden') return html`<input type="hidden" name="${field.name}" value="${value}"${rules(field)}>`
  const label = html`<label for="${id}">${translated(field.label)}${
    !field.required && field.type !== 'checkbox' && html` <span class="optional">${t('(optional)')}</span>`
  }</label>`
  const hint = field.hint && html`<p class="hint" id="${id}-hint">${translated(field.hint)}</p>`
  const sending =
    field.sendsItself &&
    html`<p class="hint scripted" id="${id}-sends" data-says="${t('The code is sent as soon as you have entered all six digits.')}"></p>`
  const error = reason && renderReason(id, reason, isAlert)
  const control = html`${renderControl(field, value, { id, common: attributes(id, field, reason) })}${
    field.suggestions &&
    html`<datalist id="${id}-list">${field.suggestions.map(text => html`<option value="${text}"></option>`)}</datalist>`
  }`
  if (field.type === 'checkbox') return html`<div class="field check">${control}${label}${hint}${error}</div>`
  return html`<div class="field ${field.width}">${label}${hint}${sending}${control}${showButton(field)}${error}</div>`
}

function showButton({ shows, type }: Field): Html | undefined {
  if (!shows) return undefined
  const look = type === 'text' && !shows.fitting ? '' : 'scriptless'
  return buttonTo(shows.action, translated(shows.button), { look: `quiet ${look}` })
}

/** One of several, each with a hint. The legend names the group, and the error is below it. */
function renderChoice(id: string, field: Field, chosen: string | undefined, { reason, isAlert }: Fault): Html {
  const { name, label, options = [] } = field
  const described = (n: number, hint?: string) =>
    [hint && `${id}-hint-${n}`, n === 0 && reason && `${id}-error`].filter(Boolean).join(' ')
  return html`<fieldset class="field choice"><legend>${translated(label)}</legend>${options.map(
    (option, n) =>
      html`<div class="check"><input type="radio" id="${n === 0 ? id : `${id}-${n}`}" name="${name}"
        value="${option.value}"${rules(field)}${described(n, option.hint) && html` aria-describedby="${described(n, option.hint)}"`}${
          option.value === (chosen ?? options[0]?.value) && html` checked`
        }${n === 0 && reason && html` aria-invalid="true"`}><label for="${
          n === 0 ? id : `${id}-${n}`
        }">${translated(option.label ?? option.value)}</label>${
          option.hint && html`<p class="hint" id="${id}-hint-${n}">${translated(option.hint)}</p>`
        }</div>`,
  )}${showButton(field)}${reason && renderReason(id, reason, isAlert)}</fieldset>`
}

/** WebKitGTK leaves elements with a role of a live region out of descriptions, so the field is described by what is inside. */
export function renderReason(id: string, reason: string, isAlert: boolean): Html {
  return html`<p class="field-error"${isAlert && html` role="alert"`}><span id="${id}-error">${reason}</span></p>`
}

type Fault = { reason: string | undefined; isAlert: boolean }

/** @param show renders one field */
export function renderFields(fields: readonly Field[], show: (field: Field) => Html): Html[] {
  const parts: Html[] = []
  for (let first = 0; first < fields.length; ) {
    const { group } = fields[first]!
    let end = first + 1
    while (group !== undefined && fields[end]?.group === group) end++
    const shown = fields.slice(first, end).map(show)
    parts.push(
      group === undefined ? shown[0]! : html`<fieldset><legend>${translated(group)}</legend>${shown}</fieldset>`,
    )
    first = end
  }
  return parts
}

/** A value that is offered no more stays an option. A browser would choose the first one in its place, and save that. */
function withStored(options: NonNullable<Field['options']>, value: string | undefined): NonNullable<Field['options']> {
  return !value || options.some(option => option.value === value) ? options : [...options, { value }]
}

function renderControl(field: Field, value: string | undefined, { id, common }: { id: string; common: Html }): Html {
  switch (field.type) {
    case 'textarea':
      // HTML ignores a line break after the tag; without this one it would ignore the first that was typed.
      return html`<textarea${common} rows="${field.rows ?? 6}">${'\n'}${value}</textarea>`
    case 'select':
      return html`<select${common}>${withStored(field.options ?? [], value).map(
        option =>
          html`<option${option.label !== undefined && html` value="${option.value}"`}${
            option.value === value && html` selected`
          }>${translated(option.label ?? option.value)}</option>`,
      )}</select>`
    case 'checkbox':
      return html`<input type="checkbox" value="${field.ticked ?? 'true'}"${common}${value && value !== 'false' && html` checked`}>`
    case 'code':
      return html`<input type="text" class="code" spellcheck="false" autocapitalize="none" value="${value}"${common}>`
    case 'file':
      return html`<input type="file" accept="${field.accept}"${field.several && html` data-several="${field.several}"`}${common}>`
    case 'number':
      // type=number would drop input that is not a number; the API should report it.
      return field.counts
        ? counter(field.counts, { id, value }, html`<input type="text" value="${value}"${common}>`)
        : html`<input type="text" value="${value}"${common}>`
    case 'password':
      return html`<input type="password"${common}>${scripted(html`<button type="button" class="reveal" aria-pressed="false"
        data-reveals="${id}">${t('Show')}<span class="unseen"> ${translated(field.label)}</span></button>`)}`
    default:
      return html`<input type="${field.type}" value="${value}"${common}>`
  }
}

/** The style sheet keeps the place of the buttons, so nothing moves when the script makes them. */
function counter({ least, most }: NonNullable<Field['counts']>, { id, value }: Typed, input: Html): Html {
  const button = (step: string, sign: string, name: string, isAtEnd: boolean) =>
    scripted(html`<button type="button" id="${id}-step${step}" data-step="${step}" aria-controls="${id}"
      aria-label="${name}"${isAtEnd && html` aria-disabled="true"`}>${sign}</button>`)
  return html`<span class="counter" data-least="${least}" data-most="${most}">${button(
    '-1',
    '−',
    t('One less'),
    Number(value) <= least,
  )}${input}${button('1', '+', t('One more'), Number(value) >= most)}</span>`
}

type Typed = { id: string; value: string | undefined }

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
    field.required && !reason && html` aria-invalid="false"`
  }${
    described !== '' && html` aria-describedby="${described}"`
  }${reason && html` aria-invalid="true"`}${inputmode && html` inputmode="${inputmode}"`}${
    autocomplete && html` autocomplete="${autocomplete}"`
  }${field.suggestions && html` list="${id}-list"`}${field.sendsItself && html` data-sends`}${field.focused && html` autofocus`}`
}

/** Attributes from which the browser script builds the body. */
function rules(field: Field): Html {
  // A box is beside its label, and some forms have hundreds.
  return html`${field.type !== 'checkbox' && html` data-label="${translated(field.label)}"`}${
    field.value && html` data-value="${field.value}"`
  }${field.empty && html` data-empty="${field.empty}"`}${field.shows && html` data-shows="${field.shows.action}"`}${
    field.shows?.fitting && html` data-shows-if="${field.shows.fitting}"`
  }`
}
