/**
 * What pages gain with JavaScript. Without it every form still works (submit.ts); with it a form sends the operation
 * that it stands for to the API and shows the answer in place, in the words and the markup of the server.
 */
import { confirmed } from './confirm.js'
import { focusIn } from './dom.js'
import { enliven } from './enliven.js'
import { filled } from './form-rules.js'
import { send } from './form-send.js'
import { clearProblem, notice, showProblem } from './form-show.js'
import { askPasskey } from './passkey.js'

document.addEventListener('submit', event => {
  const form = /** @type {HTMLFormElement} */ (event.target)
  if (!form.dataset.operation) return
  event.preventDefault()
  if (form.ariaBusy !== 'true') void submit(form)
})

// "Back" to a page as it was left: its form still waits for an answer that has long led elsewhere.
addEventListener('pageshow', event => {
  if (event.persisted && document.querySelector('form[aria-busy]')) location.reload()
})

/** @param {HTMLFormElement} form */
async function submit(form) {
  if (form.dataset.confirm && !(await confirmed(form, form.dataset.confirm))) return
  const release = hold(form)
  try {
    const refused = form.dataset.passkey && (await askPasskey(form))
    if (refused) return showProblem(form, refused, null)
    const { answer, problem, retryAfter } = await send(form)
    // The page shows what is no longer so; the server sends it anew, with the refusal and what was typed.
    if (problem?.code && form.dataset.outdatedBy?.split(' ').includes(problem.code)) return form.submit()
    if (problem) return showProblem(form, problem, retryAfter)
    await succeed(form, answer)
  } finally {
    release()
  }
}

/**
 * Nothing can be sent a second time while the first is on its way. The button keeps the focus: a disabled one drops it.
 *
 * @param {HTMLFormElement} form
 */
function hold(form) {
  const button = form.querySelector('button[type=submit]')
  form.ariaBusy = 'true'
  button?.setAttribute('aria-disabled', 'true')
  return () => {
    form.ariaBusy = null
    button?.removeAttribute('aria-disabled')
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {unknown} answer
 */
async function succeed(form, answer) {
  const { go, say, keepForm, show } = form.dataset
  if (go !== undefined) return leave(filled(go, answer))
  clearProblem(form)
  const part = show === undefined ? notice(filled(say ?? '', answer)) : await partFor(form, answer)
  if (keepForm !== undefined) {
    form.querySelector('[data-outcome]')?.replaceChildren(part)
    for (const password of form.querySelectorAll('input[type=password]')) /** @type {any} */ (password).value = ''
  } else {
    const place = document.createElement('div')
    place.id = form.id
    place.append(part)
    form.replaceWith(place)
  }
  focusIn(document.getElementById(form.id), '.notice')
}

/** @param {string} address */
function leave(address) {
  const target = new URL(address, location.href)
  // The same address but for its fragment would only scroll.
  if (target.pathname === location.pathname && target.search === location.search) location.reload()
  else location.assign(target)
  return new Promise(() => {})
}

/**
 * The look of an answer is made by the server, from the answer alone.
 *
 * @param {HTMLFormElement} form
 * @param {unknown} answer
 */
async function partFor(form, answer) {
  const headers = { 'content-type': 'application/json', 'x-show-answer': 'yes' }
  const request = { method: 'POST', headers, body: JSON.stringify(answer) }
  const response = await fetch(form.action, request).catch(() => undefined)
  if (!response?.ok) return notice('This was accepted, but what came of it could not be shown. Please reload the page.')
  const parsed = new DOMParser().parseFromString(await response.text(), 'text/html')
  const part = document.createDocumentFragment()
  part.append(...parsed.body.childNodes)
  enliven(part)
  return part
}

enliven(document)

// Browsers look for `autofocus` before the style is there and skip what has no size yet.
focusIn(document.getElementById('main'), '.notice[autofocus]')
