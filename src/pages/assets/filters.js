/**
 * Filters of a list apply by themselves: the page with them is fetched, and takes the place of the one shown. The box stays
 * open and the focus where it was, the reader hears how many there are, and "Back" leads to the list before.
 */
import { activate } from './activate.js'

/** The controller of the newest request, which the next request aborts. @type {AbortController | undefined} */
let asking

/** The list that is shown. */
let shown = location.pathname + location.search

export function keepFilters() {
  document.addEventListener('change', event => {
    const control = event.target
    if (control instanceof Element) applyFilters(control.closest('form'), event)
  })
  document.addEventListener('submit', event => {
    if (event.target instanceof HTMLFormElement) applyFilters(event.target, event)
  })
  addEventListener('popstate', () => {
    const address = location.pathname + location.search
    if (address !== shown && document.querySelector('form[data-applies]')) void show(address)
  })
}

/**
 * @param {HTMLFormElement | null} form
 * @param {Event} event
 */
function applyFilters(form, event) {
  if (form?.dataset.applies === undefined) return
  event.preventDefault()
  const chosen = new URLSearchParams(/** @type {any} */ (new FormData(form)))
  const address = `${new URL(form.action).pathname}${chosen.size > 0 ? `?${chosen}` : ''}`
  if (address === shown) return
  void show(address, () => history.pushState(null, '', address))
}

/**
 * @param {string} address
 * @param {() => void} [arrived] before the new list is shown
 */
async function show(address, arrived) {
  asking?.abort()
  const mine = new AbortController()
  asking = mine
  const sent = typedNow()
  const response = await fetch(address, { headers: { accept: 'text/html' }, signal: mine.signal }).catch(
    () => undefined,
  )
  const text = await response?.text().catch(() => undefined)
  if (mine !== asking) return
  const page = new DOMParser().parseFromString(text ?? '', 'text/html')
  // The browser says what is wrong with the connection, or shows the page that came instead.
  if (!page.querySelector('form[data-applies]')) return location.assign(address)
  arrived?.()
  shown = address
  replaceMain(page, sent)
}

/** The text of the focused field. */
const typedNow = () => (document.activeElement instanceof HTMLInputElement ? document.activeElement.value : undefined)

/**
 * @param {Document} page
 * @param {string | undefined} sent text of the focused field when the page was asked for
 */
function replaceMain(page, sent) {
  const [main, fresh] = [document.getElementById('main'), page.getElementById('main')]
  const focused = document.activeElement
  if (!main || !fresh) return
  const box = fresh.querySelector('.filter-box')
  if (main.querySelector('.filter-box')?.hasAttribute('open')) box?.setAttribute('open', '')
  // The field keeps the text that the visitor typed meanwhile.
  const typed = fresh.querySelector(`#${CSS.escape(focused?.id || 'none')}`)
  if (typed instanceof HTMLInputElement && focused instanceof HTMLInputElement && typedNow() !== sent)
    typed.value = focused.value
  document.title = page.title
  main.replaceChildren(...fresh.childNodes)
  activate(main)
  if (typed instanceof HTMLElement) typed.focus({ preventScroll: true })
  const live = document.getElementById('live')
  const count = main.querySelector('[role=status]')
  if (live && count) live.textContent = count.textContent
}
