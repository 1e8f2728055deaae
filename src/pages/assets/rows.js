/**
 * The rows of lists open by a click anywhere, and by keys while the focus is among them: J and K or the arrows move,
 * X selects, Enter follows the link as ever. The bar above says how many are selected. Each row has a real link, so all of it
 * works without this file.
 */

const ROWS = '.table tbody tr, .console .letters > li'
/** A target of its own: a click there is not meant for the row. */
const CONTROLS = 'a, button, input, label, select, textarea, summary, form'

/** @param {Element} row */
function linkOf(row) {
  return /** @type {HTMLAnchorElement | null} */ (row.querySelector('th a[href], a[data-opens]'))
}

export function openRows() {
  document.addEventListener('click', event => follow(event, event.ctrlKey || event.metaKey))
  document.addEventListener('auxclick', event => event.button === 1 && follow(event, true))
  document.addEventListener('keydown', moveBetween)
  document.addEventListener('change', countSelected)
}

/**
 * @param {MouseEvent} event
 * @param {boolean} isElsewhere whether in another tab
 */
function follow(event, isElsewhere) {
  const target = /** @type {Element} */ (event.target)
  const row = target.closest?.(ROWS)
  const link = row && linkOf(row)
  // A visitor who marks a text with the mouse wants to copy it.
  if (!link || event.defaultPrevented || target.closest(CONTROLS) || !getSelection()?.isCollapsed) return
  if (isElsewhere) open(link.href, '_blank')
  else link.click()
}

/** @type {Record<string, number>} */
const STEPS = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

/** @param {KeyboardEvent} event */
function moveBetween(event) {
  const target = /** @type {HTMLElement} */ (event.target)
  const row = target.closest?.(ROWS)
  const isTyping = target.matches?.('input:not([type=checkbox]), select, textarea')
  if (!row || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
  const step = STEPS[event.key]
  if (step !== undefined) {
    const rows = [...(row.parentElement?.children ?? [])].filter(linkOf)
    const next = rows[rows.indexOf(row) + step]
    if (next) linkOf(next)?.focus()
  } else if (event.key === 'x') {
    const box = /** @type {HTMLInputElement | null} */ (row.querySelector('input[type=checkbox]'))
    box?.click()
  } else return
  event.preventDefault()
}

export function countSelected() {
  for (const place of document.querySelectorAll('[data-selected]')) {
    const form = /** @type {HTMLFormElement | null} */ (
      document.getElementById(place.getAttribute('data-selected') ?? '')
    )
    const boxes = /** @type {HTMLInputElement[]} */ ([...(form?.elements ?? [])])
    const selected = boxes.filter(({ type, checked }) => type === 'checkbox' && checked).length
    place.textContent = `${selected} selected`
  }
}
