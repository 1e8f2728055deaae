/** Makes the browser ask before a page of the console is left with something that was typed and not saved. */
import { editedIn } from './draft.js'

/** Leaves out the form that changes the selected rows of a list: it holds nothing that could be saved. */
const SAVABLE_FORMS = '.console form[data-operation]:not(.bulk *)'

// A page that listens for this is loaded anew after "Back", so it listens from the first letter on.
document.addEventListener('input', event => {
  const { form } = /** @type {HTMLInputElement} */ (event.target)
  if (form?.matches(SAVABLE_FORMS)) addEventListener('beforeunload', ask)
})

/** @param {Event} event whose refusal makes the browser ask */
function ask(event) {
  const forms = /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll(SAVABLE_FORMS))
  if ([...forms].some(form => editedIn(form).length > 0)) event.preventDefault()
}

/** The page is left because of what was sent, and what is typed in its other forms is kept (draft.js). */
export function leaveUnasked() {
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
