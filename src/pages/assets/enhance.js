/**
 * What pages gain with JavaScript. Without it every form still works (submit.ts); with it a form sends the operation
 * that it stands for to the API and shows the answer in place, in the words and the markup of the server.
 */
import { bodyOf, filled, problemOf, reasonsOf, spendsKey, UNREACHABLE } from './form-rules.js'

/** @typedef {import('./form-rules.js').Problem} Problem */

document.addEventListener('submit', event => {
  const form = /** @type {HTMLFormElement} */ (event.target)
  if (!form.dataset.operation) return
  event.preventDefault()
  if (form.ariaBusy !== 'true') void submit(form)
})

/** @param {HTMLFormElement} form */
async function submit(form) {
  if (form.dataset.confirm && !(await confirmed(form, form.dataset.confirm))) return
  const release = hold(form)
  try {
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
 * @returns {Promise<{ answer?: unknown, problem?: Problem, retryAfter?: string | null }>}
 */
async function send(form, again = false) {
  const [method, address] = /** @type {[string, string]} */ ((form.dataset.operation ?? '').split(' '))
  /** @type {Record<string, string>} */
  const headers = { accept: 'application/json', 'content-type': 'application/json' }
  const csrf = input(form, '_csrf')
  const key = input(form, '_key')
  if (csrf) headers['x-csrf-token'] = csrf.value
  if (key) headers['idempotency-key'] = key.value
  let response
  let text
  try {
    response = await fetch(address, {
      method,
      headers,
      body: JSON.stringify(typedIn(form)),
      credentials: 'same-origin',
    })
    text = await response.text()
  } catch {
    return { problem: UNREACHABLE }
  }
  const answer = response.ok ? readAnswer(text) : undefined
  if (answer !== undefined) return { answer }
  const problem = problemOf(response.status, response.headers.get('content-type'), text)
  // The page stood open longer than its token lives. The request was refused before it did anything.
  if (csrf && !again && problem.code?.includes('csrf') && (await renewToken(csrf))) return send(form, true)
  if (key && spendsKey(problem)) key.value = newKey()
  return { problem, retryAfter: response.headers.get('retry-after') }
}

/** @param {string} text nothing, or JSON; or what some box on the way put in its place */
function readAnswer(text) {
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @param {HTMLFormElement} form */
function typedIn(form) {
  /** @type {import('./form-rules.js').FieldRule[]} */
  const rules = []
  /** @type {Record<string, string>} */
  const values = {}
  for (const control of /** @type {Iterable<HTMLInputElement>} */ (form.elements)) {
    if (!control.name || control.name.startsWith('_')) continue
    const { value, empty } = /** @type {any} */ (control.dataset)
    if (!rules.some(({ name }) => name === control.name)) rules.push({ name: control.name, value, empty })
  }
  for (const [name, value] of new FormData(form)) values[name] = String(value)
  return bodyOf(rules, values)
}

/** @param {HTMLInputElement} csrf */
async function renewToken(csrf) {
  const response = await fetch('/api/auth/csrf', { credentials: 'same-origin' }).catch(() => undefined)
  if (!response?.ok) return false
  csrf.value = (await response.json()).csrfToken
  return true
}

function newKey() {
  // randomUUID exists only on secure origins, and a trial may run on a plain address in the local network.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * @param {HTMLFormElement} form
 * @param {unknown} answer
 */
async function succeed(form, answer) {
  const { go, say, keepForm, show } = form.dataset
  if (go !== undefined) return leave(filled(go, answer))
  const part = show === undefined ? notice(filled(say ?? '', answer)) : await partFor(form, answer)
  if (keepForm !== undefined) {
    clearProblem(form)
    form.querySelector('[data-outcome]')?.replaceChildren(part)
    for (const password of form.querySelectorAll('input[type=password]')) /** @type {any} */ (password).value = ''
  } else {
    const place = element('div', { id: form.id })
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
  const response = await fetch(form.action, { method: 'POST', headers, body: JSON.stringify(answer) })
  const parsed = new DOMParser().parseFromString(await response.text(), 'text/html')
  const part = document.createDocumentFragment()
  part.append(...parsed.body.childNodes)
  return part
}

/** @param {string} words */
function notice(words) {
  const box = element('div', { class: 'notice success', role: 'status', tabindex: '-1' })
  box.append(element('p', {}, words))
  return box
}

/**
 * @param {HTMLFormElement} form
 * @param {Problem} problem
 * @param {string | null | undefined} retryAfter
 */
function showProblem(form, problem, retryAfter) {
  clearProblem(form)
  const controls = /** @type {HTMLInputElement[]} */ ([...form.elements])
  const names = controls.map(({ name }) => name)
  const reasons = reasonsOf(problem, retryAfter, names)
  const list = element('ul')
  for (const { field, reason, href } of reasons) {
    const control = field === undefined ? null : document.getElementById(`${form.id}-${field}`)
    const target = control ? `#${control.id}` : href
    const item = element('li')
    if (target) item.append(element('a', { href: target }, reason))
    else item.append(reason)
    list.append(item)
  }
  const labelled = { tabindex: '-1', 'aria-labelledby': `${form.id}-problem` }
  const box = element('div', { class: 'notice problem', role: 'alert', ...labelled })
  box.append(element('h2', { id: `${form.id}-problem` }, problem.title), list)
  form.querySelector('[data-outcome]')?.replaceChildren(box)
  for (const control of controls) {
    const own = reasons.filter(({ field }) => field !== undefined && field === control.name)
    if (own.length > 0 && control.type !== 'hidden') markField(control, own.map(({ reason }) => reason).join('; '))
    if (control.type === 'password') control.value = ''
  }
  box.focus()
}

/**
 * @param {HTMLInputElement} control
 * @param {string} reason
 */
function markField(control, reason) {
  const error = element('p', { class: 'field-error', id: `${control.id}-error` }, reason)
  control.closest('.field')?.append(error)
  const described = [control.getAttribute('aria-describedby'), error.id].filter(Boolean).join(' ')
  control.setAttribute('aria-describedby', described)
  control.setAttribute('aria-invalid', 'true')
}

/** @param {HTMLFormElement} form */
function clearProblem(form) {
  form.querySelector('[data-outcome]')?.replaceChildren()
  for (const error of form.querySelectorAll('.field-error')) error.remove()
  for (const control of form.querySelectorAll('[aria-invalid]')) {
    control.removeAttribute('aria-invalid')
    const hint = document.getElementById(`${control.id}-hint`)
    if (hint) control.setAttribute('aria-describedby', hint.id)
    else control.removeAttribute('aria-describedby')
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {string} question
 * @returns {Promise<boolean>}
 */
function confirmed(form, question) {
  const dialog = /** @type {HTMLDialogElement} */ (element('dialog', { 'aria-labelledby': `${form.id}-question` }))
  const answers = element('form', { method: 'dialog', class: 'answers' })
  const label = form.querySelector('button[type=submit]')?.textContent ?? 'Yes'
  answers.append(element('button', { value: '', class: 'button quiet' }, 'Go back'))
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

// A button copies what its `data-copy` says, and tells so.
document.addEventListener('click', async event => {
  const button = /** @type {Element} */ (event.target).closest('[data-copy]')
  if (!button) return
  await navigator.clipboard.writeText(button.getAttribute('data-copy') ?? '')
  tell('Copied')
  button.classList.add('done')
  setTimeout(() => button.classList.remove('done'), 2000)
})

for (const button of document.querySelectorAll('[data-copy]')) /** @type {HTMLElement} */ (button).hidden = false

const localTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
for (const time of document.querySelectorAll('time[data-local]')) {
  time.textContent = localTime.format(new Date(time.getAttribute('datetime') ?? ''))
}

/** @param {string} words read out by screen readers, and seen nowhere */
function tell(words) {
  const live = document.getElementById('live')
  if (live) live.textContent = words
}

// Browsers look for `autofocus` before the style is there and skip what has no size yet.
focusIn(document.getElementById('main'), '.notice[autofocus]')

/**
 * @param {Element | null} place
 * @param {string} what
 */
function focusIn(place, what) {
  const box = place?.querySelector(what)
  if (box instanceof HTMLElement) box.focus()
}

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 */
function input(form, name) {
  return /** @type {HTMLInputElement | null} */ (form.querySelector(`input[name="${name}"]`))
}

/**
 * @param {string} tag
 * @param {Record<string, string>} attributes
 * @param {string} [text]
 */
function element(tag, attributes = {}, text) {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  if (text !== undefined) made.textContent = text
  return made
}
