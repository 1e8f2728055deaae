import { element } from './dom.js'
import { say } from './page-words.js'

/**
 * @param {HTMLFormElement} form
 * @param {string} question
 * @param {string} [action] what the button of the form says, or another one
 * @returns {Promise<boolean>}
 */
export function confirmed(form, question, action) {
  const dialog = /** @type {HTMLDialogElement} */ (element('dialog', { 'aria-labelledby': `${form.id}-question` }))
  const answers = element('form', { method: 'dialog', class: 'answers' })
  const label = action ?? form.querySelector('button[type=submit]')?.textContent ?? say('Yes')
  answers.append(element('button', { value: '', class: 'button quiet' }, say('Go back')))
  answers.append(element('button', { value: 'yes', class: 'button danger' }, label))
  dialog.append(element('p', { id: `${form.id}-question` }, question), answers)
  document.body.append(dialog)
  dialog.showModal()
  return new Promise(resolve => {
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(dialog.returnValue === 'yes')
    })
  })
}
