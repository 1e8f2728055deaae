/** Suggestions while a visitor types into the search box of the header. */

/** Milliseconds without a key before the server is asked. */
const PAUSE = 150

/** @type {AbortController | undefined} */
let asking

/** @param {HTMLInputElement} box whose list is a datalist; `data-suggest` is the address of the suggestions */
export function suggestIn(box) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  box.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(() => void suggest(box), PAUSE)
  })
}

/** @param {HTMLInputElement} box */
async function suggest(box) {
  asking?.abort()
  asking = new AbortController()
  const query = new URLSearchParams({ q: box.value })
  const response = await fetch(`${box.dataset.suggest}?${query}`, { signal: asking.signal }).catch(() => undefined)
  // Without suggestions the search still works.
  const names = response?.ok ? await response.json().catch(() => []) : []
  box.list?.replaceChildren(...names.map((/** @type {string} */ name) => new Option(name)))
}
