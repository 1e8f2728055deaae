/**
 * The entry of the browser script. Every form works without it (submit.ts). With it a form calls the API and shows the
 * outcome in place, with the text and markup that the server would use.
 */
import { activate } from './activate.js'
import { noteRefused, takeAsked } from './asked.js'
import { confirmed } from './confirm.js'
import { counted, countOnPress } from './counter.js'
import { element, focusIn } from './dom.js'
import {
  editedIn,
  forgetDraft,
  forgetDrafts,
  isChanged,
  keepDraft,
  keepOtherDrafts,
  restoreDrafts,
  restoreDraftsAtStart,
} from './draft.js'
import { keepFilters } from './filters.js'
import { filled, NOT_SAVED, spendsKey } from './form-rules.js'
import { isOutdated, renewKey, send } from './form-send.js'
import { clearMessage, clearProblem, notice, showProblem } from './form-show.js'
import { keepLive } from './live.js'
import { say as inWords } from './page-words.js'
import { askPasskey, offerPasskeys } from './passkey.js'
import { sendEach, takeSeveral } from './pictures.js'
import { keepList, keepPlace } from './place.js'
import { pageNow, renew } from './renew.js'
import { openRows } from './rows.js'
import { offerSaving, showUnsaved } from './save-all.js'
import { leadScans } from './scan.js'
import { fitToDevice, sendCodes } from './second-factor.js'
import { decides, showAnew, stopShowing } from './show-anew.js'
import { suggestIn } from './suggest.js'
import { leaveUnasked, markSaved } from './unsaved.js'
import { zoomPictures } from './zoom.js'

document.addEventListener('submit', event => {
  const form = /** @type {HTMLFormElement} */ (event.target)
  if (!form.dataset.operation || event.submitter?.hasAttribute('data-leaves')) return
  event.preventDefault()
  if (form.ariaBusy === 'true') return
  const elsewhere = event.submitter?.getAttribute('formaction')
  if (elsewhere) void showAnew(form, elsewhere, event.submitter)
  else void submit(form)
})

document.addEventListener('change', event => {
  const input = /** @type {HTMLInputElement} */ (event.target)
  if (input.form && input.form.ariaBusy !== 'true' && decides(input))
    void showAnew(input.form, input.dataset.shows ?? '')
})

document.addEventListener('click', followAfterForms)
// The middle button opens another tab.
document.addEventListener('auxclick', event => event.button === 1 && followAfterForms(event))

// An address that was typed at the checkout is still there after a change of the cart.
document.addEventListener('click', event => {
  const link = event.target instanceof Element && event.target.closest('a[data-keeps]')
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return
  const form = document.getElementById(link.dataset.keeps ?? '')
  if (form instanceof HTMLFormElement) keepDraft(form)
})

// The search field of the console. On a phone it is in the menu.
document.addEventListener('keydown', event => {
  const field = document.getElementById('console-search')
  if (!field || event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
    return
  event.preventDefault()
  const menu = field.closest('[popover]')
  if (menu instanceof HTMLElement && !field.checkVisibility()) menu.showPopover()
  field.focus()
})

// An empty filter is no part of the address.
document.addEventListener('formdata', event => {
  if (/** @type {HTMLFormElement} */ (event.target).method !== 'get') return
  for (const [name, value] of [...event.formData]) if (value === '') event.formData.delete(name)
})

addEventListener('pageshow', event => void (event.persisted && removeEventListener('beforeunload', askFirst)))

/**
 * @param {HTMLFormElement} form
 * @param {{ isSigned?: boolean, isAgreed?: boolean }} [beforehand] by a passkey that the visitor has chosen already, and to its question
 */
async function submit(form, { isSigned = false, isAgreed = false } = {}) {
  const other = document.getElementById(form.dataset.needsSaved ?? '')
  if (other instanceof HTMLFormElement && isEdited(other)) return showProblem(form, NOT_SAVED, null)
  if (form.dataset.confirm && !isAgreed && !(await confirmed(form, form.dataset.confirm))) return
  stopShowing()
  const release = hold(form)
  try {
    const refused = form.dataset.passkey && !isSigned && (await askPasskey(form))
    if (refused) return showProblem(form, refused, null)
    if (form.dataset.together !== undefined && !(await sendTyped(form))) return
    const { answer, problem, retryAfter } = await sendEach(form)
    noteRefused(form, problem?.code)
    if (problem && isOutdated(form, problem)) return sendAsPage(form)
    if (problem && spendsKey(problem)) renewKey(form)
    if (problem) return showProblem(form, problem, retryAfter)
    await succeed(form, answer)
  } finally {
    release()
    showUnsaved()
  }
}

/** @param {HTMLFormElement} form which also differs from what is stored when it was refused */
function isEdited(form) {
  return form.dataset.problem !== undefined || editedIn(form).length > 0
}

/**
 * A quantity that was typed and not saved is ordered all the same.
 *
 * @param {MouseEvent} event
 */
function followAfterForms(event) {
  const link = event.target instanceof Element && event.target.closest('a[data-after-forms]')
  if (!(link instanceof HTMLAnchorElement) || !(counted() || typedTogether().length)) return
  event.preventDefault()
  const isElsewhere = event.button === 1 || event.ctrlKey || event.metaKey || event.shiftKey
  void sendTyped().then(areSaved => areSaved && open(link.href, isElsewhere ? '_blank' : '_self'))
}

function typedTogether() {
  const forms = /** @type {HTMLFormElement[]} */ ([...document.querySelectorAll('form[data-together]')])
  return forms.filter(isEdited)
}

/**
 * @param {HTMLFormElement} [sent] which is sent after the others
 * @returns whether all of them were accepted
 */
async function sendTyped(sent) {
  await counted()
  for (const form of typedTogether().filter(other => other !== sent)) {
    const { problem, retryAfter } = await send(form)
    if (!problem) continue
    showProblem(form, problem, retryAfter)
    return false
  }
  return true
}

/** @param {HTMLFormElement} form whose question was answered in the dialog */
function sendAsPage(form) {
  form.append(element('input', { type: 'hidden', name: '_confirmed', value: 'yes' }))
  keepOtherDrafts(form)
  leaveUnasked()
  form.submit()
}

/**
 * Prevents a second submission while the first is in flight. A disabled button would lose the focus, so it stays enabled.
 *
 * @param {HTMLFormElement} form
 */
function hold(form) {
  const button = form.querySelector('button:not([type=button], [formaction])')
  form.ariaBusy = 'true'
  button?.setAttribute('aria-disabled', 'true')
  // A file takes long, and is not sent further once the page is left.
  if (form.enctype === 'multipart/form-data') addEventListener('beforeunload', askFirst)
  return () => {
    removeEventListener('beforeunload', askFirst)
    form.ariaBusy = null
    button?.removeAttribute('aria-disabled')
  }
}

/** @param {Event} event whose refusal makes the browser ask whether to leave the page */
const askFirst = event => event.preventDefault()

/**
 * @param {HTMLFormElement} form
 * @param {unknown} answer
 */
async function succeed(form, answer) {
  const { go, done, say, keepForm, show } = form.dataset
  forgetDraft(form)
  const asked = takeAsked(form)
  if (asked) return continueWith(form, asked)
  if (go !== undefined) {
    // done.ts shows the message on the next page.
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs https, which a shop at home does not have
    if (done) document.cookie = `semel_done=${done}; path=/; max-age=60; samesite=lax`
    return leave(form, filled(go, answer), Boolean(done))
  }
  // This page may have come with a conflict or a question, and a reload would send that form again.
  history.replaceState(null, '')
  clearProblem(form)
  clearMessage()
  const shown = show === undefined ? undefined : await pageFor(form, answer)
  if (shown && show === 'page') {
    keepOtherDrafts(form)
    return replacePage(shown)
  }
  const part = show === undefined ? notice(inWords(filled(say ?? '', answer))) : partOf(shown)
  if (keepForm !== undefined) {
    keepWith(form, part)
  } else {
    const box = document.createElement('div')
    box.id = form.id
    box.append(part)
    form.replaceWith(box)
  }
  focusIn(document.getElementById(form.id), '.notice')
}

/**
 * @param {HTMLFormElement} form for the code
 * @param {{ form: HTMLFormElement, isAgreed: boolean }} asked
 */
function continueWith(form, { form: asked, isAgreed }) {
  form.closest('.confirmation, section[aria-labelledby=confirm-title]')?.remove()
  for (const other of document.querySelectorAll('form[data-problem=reauthentication_required]'))
    clearProblem(/** @type {HTMLFormElement} */ (other))
  return submit(asked, { isAgreed })
}

/**
 * @param {HTMLFormElement} form
 * @param {string} address
 * @param {boolean} withMessage whether the next page shows a message
 */
function leave(form, address, withMessage) {
  removeEventListener('beforeunload', askFirst)
  leaveUnasked()
  const target = new URL(address, location.href)
  const isHere = target.pathname === location.pathname && target.search === location.search
  // The next visitor at this screen may be somebody else.
  if (form.id === 'sign-out') forgetDrafts()
  else keepOtherDrafts(form)
  // Assigning this address with a fragment would only scroll. A reload returns to the form, so it would hide a message.
  if (isHere && (target.hash || !withMessage)) location.reload()
  else location.assign(target)
  return new Promise(() => {})
}

/**
 * @param {HTMLFormElement} form that can be sent again
 * @param {Node} part
 */
function keepWith(form, part) {
  form.querySelector('[data-outcome]')?.replaceChildren(part)
  for (const password of form.querySelectorAll('input[type=password]')) /** @type {any} */ (password).value = ''
  markSaved(form)
  // The number in the header. The visitor stays in the list.
  if (form.dataset.operation?.endsWith('/api/cart/items')) void pageNow().then(page => renew(page, 'nav.account'))
}

/**
 * The server renders the answer.
 *
 * @param {HTMLFormElement} form
 * @param {unknown} answer
 */
async function pageFor(form, answer) {
  const headers = { 'content-type': 'application/json', 'x-show-answer': 'yes' }
  const request = { method: 'POST', headers, body: JSON.stringify(answer) }
  const response = await fetch(form.action, request).catch(() => undefined)
  return response?.ok ? new DOMParser().parseFromString(await response.text(), 'text/html') : undefined
}

/** @param {Document | undefined} shown */
function partOf(shown) {
  if (!shown)
    return notice(inWords('Your request was accepted, but the result could not be shown. Please reload the page.'))
  const part = document.createDocumentFragment()
  part.append(...shown.body.childNodes)
  activate(part)
  return part
}

/** @param {Document} shown the page as it is after the form, with another header if the visitor is signed in now */
function replacePage(shown) {
  document.title = shown.title
  document.documentElement.dataset.user = shown.documentElement.dataset.user
  document.body.replaceChildren(...shown.body.childNodes)
  restoreDrafts()
  start()
}

/** A country that was chosen before the visitor left the page. */
function showRestored() {
  const chosen = document.querySelectorAll('select[data-shows], [data-shows]:checked')
  const changed = /** @type {HTMLInputElement[]} */ ([...chosen]).find(control => control.form && isChanged(control))
  if (changed?.form) void showAnew(changed.form, changed.dataset.shows ?? '')
}

function start() {
  // Before this the style sheet hides nothing for good: without scripts, or where they are blocked, the buttons stay.
  document.documentElement.dataset.scripts = ''
  activate(document)
  showUnsaved()
  takeSeveral(document)
  const search = document.querySelector('[data-suggest]')
  if (search instanceof HTMLInputElement) suggestIn(search)
  const passkeys = document.querySelector('form[data-autofill]')
  if (passkeys instanceof HTMLFormElement) void offerPasskeys(passkeys, form => void submit(form, { isSigned: true }))
  // Browsers apply `autofocus` before styles are loaded and skip elements without a size.
  focusIn(document.getElementById('main'), '.notice[autofocus]')
  void fitToDevice()
  sendCodes()
}

restoreDraftsAtStart()
start()
keepLive()
keepPlace()
keepList()
keepFilters()
countOnPress()
showRestored()
openRows()
leadScans()
offerSaving({ hold, sendAsPage, leave })
zoomPictures()
