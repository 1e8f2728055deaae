/**
 * Several pictures in one form: each gets a description of its own, and as soon as they are chosen they are sent one after the
 * other. Without the script a form takes one at a time.
 */
import { element, input } from './dom.js'
import { send } from './form-send.js'

/** @param {Document | DocumentFragment | HTMLElement} part newly added to the page */
export function takeSeveral(part) {
  for (const picker of /** @type {Iterable<HTMLInputElement>} */ (part.querySelectorAll('input[data-several]'))) {
    picker.multiple = true
    const hint =
      ' You can choose several, or drop them here. They are added at once, and each description can be changed later.'
    document.getElementById(`${picker.id}-hint`)?.append(hint)
    picker.addEventListener('change', () => {
      const others = underWay.get(picker)
      if (others) return void others.push(...(picker.files ?? []))
      describeOthers(picker)
      if (picker.files?.length) picker.form?.requestSubmit()
    })
  }
}

// A file that is dropped beside the picker would take the place of the page. The card of the picker takes it.
for (const type of ['dragover', 'drop'])
  document.addEventListener(type, event => {
    const { target, dataTransfer } = /** @type {DragEvent} */ (event)
    const pickers = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll('input[data-several]'))
    if (!dataTransfer?.types.includes('Files') || pickers.length === 0) return
    if (target instanceof HTMLInputElement && target.type === 'file') return
    event.preventDefault()
    const around = target instanceof Element ? target.closest('.card, .form-card, section') : null
    const picker = [...pickers].find(each => around?.contains(each))
    if (type !== 'drop' || !picker || dataTransfer.files.length === 0) return
    picker.files = dataTransfer.files
    picker.dispatchEvent(new Event('change', { bubbles: true }))
  })

/**
 * The pictures that each picker is sending. Pictures that are chosen meanwhile join them.
 *
 * @type {WeakMap<HTMLInputElement, File[]>}
 */
const underWay = new WeakMap()

/**
 * The field of the form describes the first picture. Each other one gets a field like it.
 *
 * @param {HTMLInputElement} picker
 * @param {string[]} [typed]
 */
function describeOthers(picker, typed = []) {
  const first = descriptionOf(picker)
  picker.form?.querySelector('[data-others]')?.remove()
  const [, ...others] = picker.files ?? []
  if (!first || others.length === 0) return
  const list = element('div', { 'data-others': '' })
  others.forEach((file, n) => {
    const id = `${first.id}-${n + 2}`
    const field = element('div', { class: 'field' })
    const { maxLength } = first
    const value = typed[n] ?? following(first.value, n + 1)
    field.append(element('label', { for: id }, `Description of ${file.name}`))
    // The name begins with an underscore: the form itself does not send it.
    field.append(
      element('input', { id, name: `_other${n}`, value, ...(maxLength > 0 && { maxlength: `${maxLength}` }) }),
    )
    list.append(field)
  })
  first.closest('.field')?.after(list)
}

/**
 * "Lamp, 2" goes on with "Lamp, 3".
 *
 * @param {string} text
 * @param {number} steps
 */
function following(text, steps) {
  const [, title = '', number = '1'] = /^(.*?)(?:, (\d+))?$/.exec(text) ?? []
  return `${title}, ${Number(number) + steps}`
}

/**
 * @param {HTMLFormElement} form
 * @returns {ReturnType<typeof send>} of the last picture, or of the one that was refused. It and those behind it stay chosen.
 */
export async function sendEach(form) {
  const picker = /** @type {HTMLInputElement | null} */ (form.querySelector('input[data-several]'))
  const description = picker && descriptionOf(picker)
  const files = [...(picker?.files ?? [])]
  if (!picker || !description || files.length === 0) return send(form)
  const others = /** @type {Iterable<HTMLInputElement>} */ (form.querySelectorAll('[data-others] input'))
  const texts = [description.value, ...[...others].map(({ value }) => value)]
  /** @type {Awaited<ReturnType<typeof send>>} */
  let outcome = {}
  underWay.set(picker, files)
  // The list grows by what is chosen meanwhile.
  for (const [n, file] of files.entries()) {
    choose(picker, [file])
    texts[n] ??= following(texts[n - 1] ?? '', 1)
    description.value = texts[n] ?? ''
    outcome = await send(form)
    if (!outcome.problem) continue
    underWay.delete(picker)
    choose(picker, files.slice(n))
    describeOthers(picker, texts.slice(n + 1))
    return files.length === 1 ? outcome : { ...outcome, problem: about(file, outcome.problem) }
  }
  underWay.delete(picker)
  return outcome
}

/**
 * @param {File} file
 * @param {import('./form-rules.js').Problem} problem
 */
function about(file, problem) {
  const errors = problem.errors?.map(error => ({ ...error, reason: `${error.reason} (${file.name})` }))
  return { ...problem, ...(errors && { errors }) }
}

/** @param {HTMLInputElement} picker */
function descriptionOf({ form, dataset }) {
  return form && input(form, dataset.several ?? '')
}

/**
 * @param {HTMLInputElement} picker
 * @param {File[]} files
 */
function choose(picker, files) {
  const transfer = new DataTransfer()
  for (const file of files) transfer.items.add(file)
  picker.files = transfer.files
}
