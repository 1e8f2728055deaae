/**
 * Keeps what is typed when a page is left, and makes the browser ask before a page of the console is left with something that was
 * typed and not saved.
 */
import { editedIn, keepDraft, keepForBack, restoreDrafts } from './draft.js'

/** Leaves out the form that changes the selected rows of a list: it holds nothing that could be saved. */
const SAVABLE_FORMS = '.console form[data-operation]:not(.bulk *)'

// A page that listens for this is loaded anew after "Back", so it listens from the first letter on.
document.addEventListener('input', event => {
  const { form } = /** @type {HTMLInputElement} */ (event.target)
  if (form?.matches(SAVABLE_FORMS)) addEventListener('beforeunload', ask)
})

/** The text has been accepted and must not come back. */
let isSent = false

addEventListener('pagehide', () => void (isSent || keepForBack()))

// "Back" restored a page whose form still waits for an answer that has already been handled, or that nobody waits for any more.
addEventListener('pageshow', event => {
  if (!event.persisted) return
  restoreDrafts({ isBack: true })
  const waiting = /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll('form[aria-busy]'))
  if (!isSent) for (const form of waiting) keepDraft(form)
  if (waiting.length > 0) location.reload()
  isSent = false
})

/** @param {Event} event whose refusal makes the browser ask */
function ask(event) {
  const forms = /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll(SAVABLE_FORMS))
  if ([...forms].some(form => editedIn(form).length > 0)) event.preventDefault()
}

/** The page is left because of what was sent, and what is typed in its other forms is kept (draft.js). */
export function leaveUnasked() {
  isSent = true
  removeEventListener('beforeunload', ask)
}

/** @param {HTMLFormElement} form whose content is stored now */
export function markSaved(form) {
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type))
      control.defaultChecked = control.checked
    else if (control instanceof HTMLInputElement && control.type !== 'hidden' && control.type !== 'file')
      control.defaultValue = control.value
    else if (control instanceof HTMLTextAreaElement) control.defaultValue = control.value
    else if (control instanceof HTMLSelectElement)
      for (const option of control.options) option.defaultSelected = option.selected
  }
}
