/** Filters of a list apply by themselves, and their box is open again afterwards, with the focus where it was. */

const OPEN = 'filters'

document.addEventListener('change', event => {
  const control = event.target
  if (!(control instanceof HTMLSelectElement) || control.form?.dataset.applies === undefined) return
  // A browser that blocks cookies blocks this too.
  try {
    sessionStorage.setItem(OPEN, control.id)
  } catch {}
  control.form.requestSubmit()
})

export function openFilters() {
  try {
    const id = sessionStorage.getItem(OPEN)
    sessionStorage.removeItem(OPEN)
    const control = id === null ? null : document.getElementById(id)
    control?.closest('details')?.setAttribute('open', '')
    control?.focus({ preventScroll: true })
  } catch {}
}
