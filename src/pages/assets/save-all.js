/** The bar of a page with several forms that save: it stays in sight while something is unsaved, and saves or discards all of it. */
import { confirmed } from './confirm.js'
import { input } from './dom.js'
import { forgetDraft, keepOtherDrafts, SEEN, unsavedIn } from './draft.js'
import { isOutdated, send } from './form-send.js'
import { clearProblem, showProblem } from './form-show.js'
import { say } from './page-words.js'
import { stopShowing } from './show-anew.js'
import { leaveUnasked, markSaved } from './unsaved.js'

/**
 * @typedef {object} Ways what a form does that is sent by itself
 * @property {(form: HTMLFormElement) => () => void} hold
 * @property {(form: HTMLFormElement) => void} sendAsPage
 * @property {(form: HTMLFormElement, address: string, withMessage: boolean) => unknown} leave
 */

const barOf = () => /** @type {HTMLElement | null} */ (document.querySelector('[data-save-all]'))

/** Forms in the order of the page. Steps such as "Remove", and uploads, are none of them. */
const formsToSave = () =>
  /** @type {HTMLFormElement[]} */ ([...document.querySelectorAll('form[data-saves]')]).filter(
    form => countUnsaved(form) > 0,
  )

/** @param {HTMLFormElement} form */
function countUnsaved(form) {
  return new Set(unsavedIn(form).map(({ name }) => name)).size
}

/** @param {Ways} ways */
export function offerSaving(ways) {
  document.addEventListener('input', showUnsaved)
  document.addEventListener('change', showUnsaved)
  document.addEventListener('click', event => {
    const button = event.target instanceof Element && event.target.closest('[data-save-all] button')
    if (!(button instanceof HTMLButtonElement)) return
    void (button.name === 'discard' ? discardAll() : saveAll(ways))
  })
}

export function showUnsaved() {
  const bar = barOf()
  if (!bar) return
  const count = formsToSave().reduce((sum, form) => sum + countUnsaved(form), 0)
  bar.hidden = count === 0
  const text = say(count === 1 ? '1 unsaved change' : `${count} unsaved changes`)
  const place = bar.querySelector('[data-count]')
  if (place && place.textContent !== text) place.textContent = text
}

/**
 * One form after the other, until one is refused. Those before it are saved, and the others keep what is typed.
 *
 * @param {Ways} ways
 */
async function saveAll({ hold, sendAsPage, leave }) {
  const bar = barOf()
  const forms = formsToSave()
  const [first] = forms
  if (!bar || !first || forms.some(form => form.ariaBusy === 'true')) return
  stopShowing()
  const releases = forms.map(hold)
  try {
    for (const form of forms) {
      const { answer, problem, retryAfter } = await send(form)
      if (problem && isOutdated(form, problem)) return sendAsPage(form)
      if (problem) return showProblem(form, problem, retryAfter)
      forgetDraft(form)
      clearProblem(form)
      markSaved(form)
      noteSeen(form, answer)
    }
    // done.ts shows the message on the page that is loaded anew.
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs https, which a shop at home does not have
    document.cookie = `semel_done=${bar.dataset.done}; path=/; max-age=60; samesite=lax`
    await leave(first, bar.dataset.page ?? '', true)
  } finally {
    for (const release of releases) release()
    showUnsaved()
  }
}

/**
 * A form that was saved before another one was refused stays on the page, and may be changed again: what it sends then is compared
 * with what is stored now.
 *
 * @param {HTMLFormElement} form
 * @param {any} answer
 */
function noteSeen(form, answer) {
  const was = input(form, '_was')
  if (was) {
    const shown = /** @type {HTMLInputElement[]} */ ([...form.elements]).filter(
      ({ name, type }) => name && !name.startsWith('_') && type !== 'hidden',
    )
    was.value = JSON.stringify(Object.fromEntries(shown.map(({ name, value }) => [name, value])))
  }
  const now = { expectedStock: answer?.stock, version: answer?.version }
  for (const name of SEEN) {
    const field = input(form, name)
    const value = /** @type {Record<string, unknown>} */ (now)[name]
    if (field && value !== undefined) field.value = String(value)
  }
}

/** The page is loaded anew, with what is typed in forms of another kind. */
async function discardAll() {
  const bar = barOf()
  const forms = formsToSave()
  const [first] = forms
  if (!bar || !first) return
  const label = bar.querySelector('button[name=discard]')?.textContent ?? ''
  if (!(await confirmed(first, say('Discard all unsaved changes on this page?'), label))) return
  keepOtherDrafts(first)
  for (const form of forms) forgetDraft(form)
  leaveUnasked()
  location.assign(bar.dataset.page ?? '')
}
