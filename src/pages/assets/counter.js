/** "−" and "+" beside a quantity. In the cart each press also changes the line, and the page then shows what it costs. */
import { announce, input } from './dom.js'
import { editedIn, keepOtherDrafts, restoreDrafts } from './draft.js'
import { send } from './form-send.js'
import { showProblem } from './form-show.js'
import { pageNow, renew } from './renew.js'

/** Changes of the cart go one after the other. @type {Promise<void> | undefined} */
let changing

/** @returns the changes that are under way, which a link to the next page waits for */
export const counted = () => changing

export function countOnPress() {
  document.addEventListener('click', event => {
    const button = event.target instanceof Element && event.target.closest('button[data-step]')
    if (!(button instanceof HTMLElement)) return
    const box = button.closest('.counter')
    if (box instanceof HTMLElement) press(box, Number(button.dataset.step))
  })
  document.addEventListener('input', event => {
    const box = event.target instanceof Element && event.target.closest('.counter')
    if (box instanceof HTMLElement) showEnds(box)
  })
}

/**
 * @param {HTMLElement} box
 * @param {number} step
 */
function press(box, step) {
  const { field, least, most } = partsOf(box)
  const now = Math.trunc(Number(field.value))
  const value = String(Number.isFinite(now) ? Math.min(Math.max(now + step, least), most) : least)
  if (value === field.value) return
  field.value = value
  field.dispatchEvent(new Event('input', { bubbles: true }))
  announce(value)
  const { form } = field
  if (form?.dataset.together === undefined) return
  const mine = Promise.resolve(changing).then(() => change(form.id))
  changing = mine
  void mine.then(() => {
    if (changing === mine) changing = undefined
  })
}

/** @param {HTMLElement} box */
function partsOf(box) {
  const field = /** @type {HTMLInputElement} */ (box.querySelector('input'))
  return { field, least: Number(box.dataset.least), most: Number(box.dataset.most) }
}

/** @param {HTMLElement} box */
function showEnds(box) {
  const { field, least, most } = partsOf(box)
  const value = Number(field.value)
  for (const button of box.querySelectorAll('button'))
    button.ariaDisabled = String(button.dataset.step === '1' ? value >= most : value <= least)
}

/** @param {string} id of the form of a line, which the page may have got anew since it was pressed */
async function change(id) {
  const form = document.getElementById(id)
  const field = form instanceof HTMLFormElement && input(form, 'quantity')
  if (!field || (editedIn(form).length === 0 && form.dataset.problem === undefined)) return
  /** @type {string} */
  let sent
  /** @type {Document} */
  let page
  do {
    sent = field.value
    const { problem, retryAfter } = await send(form)
    if (problem) return showProblem(form, problem, retryAfter)
    page = await pageNow()
  } while (field.value !== sent)
  keepOtherDrafts(form)
  // Notices above stay, so that nothing moves under the finger.
  if (!renew(page, '#main > .split')) return location.reload()
  restoreDrafts()
  renew(page, 'nav.account')
  announce(document.querySelector('[data-says-total]')?.textContent ?? '')
}
