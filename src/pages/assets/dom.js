/** DOM helpers that the other scripts share. */

/**
 * @param {string} tag
 * @param {Record<string, string>} attributes
 * @param {string} [text]
 */
export function element(tag, attributes = {}, text) {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  if (text !== undefined) made.textContent = text
  return made
}

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 */
export function input(form, name) {
  return /** @type {HTMLInputElement | null} */ (form.querySelector(`input[name="${name}"]`))
}

/**
 * @param {Element | null} parent
 * @param {string} selector
 */
export function focusIn(parent, selector) {
  const box = parent?.querySelector(selector)
  if (box instanceof HTMLElement) box.focus()
}

/** @param {string} text for screen readers only */
export function announce(text) {
  const live = document.getElementById('live')
  if (live) live.textContent = text
}
