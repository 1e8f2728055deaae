/** The outcome of an import: added and changed products, the pictures that will not come, and the button that takes it back. */
import type { ShownImport } from '../../catalogue/import/show-import.ts'
import { type Html, html } from '../../html/html.ts'
import { rich } from '../../html/rich.ts'
import { section, table } from '../../pages/components.ts'
import { step } from '../../pages/form-kinds.ts'
import { count, time } from '../../pages/format.ts'
import type { ShowForm } from '../../pages/forms-of.ts'
import { t } from '../../words/words.ts'

export const undo = step({
  at: '/admin/products/imports/:id/undo',
  api: '/api/product-imports/:id/undo',
  button: 'Take the import back',
  confirm: 'Changed products get their former values, and added products are removed.',
  look: 'danger',
  success: { go: '/admin/products/imports/{id}', done: false },
})

/** Pictures that are not there yet, and those that will not come. */
function picturesOf({ pictures }: ShownImport): Html {
  if (!pictures) return html``
  const { waiting, failed, failures } = pictures
  const list = () =>
    table(
      'Pictures that could not be fetched',
      [
        { label: 'SKU', cell: ({ sku }) => sku },
        { label: 'Address', cell: ({ url }) => url },
        { label: 'Reason', cell: ({ reason }) => reason },
      ],
      failures,
    )
  const more = failed - failures.length
  return html`${
    waiting > 0 &&
    html`<p>${t('{number} pictures are still to be fetched.', { number: count(waiting), count: waiting })}</p>`
  }${
    failed > 0 &&
    section(
      'pictures',
      'Pictures that could not be fetched',
      html`${list()}${more > 0 && html`<p>${t('and {number} more', { number: count(more) })}</p>`}`,
    )
  }`
}

export function doneImport(shown: ShownImport, show: ShowForm): Html {
  const { state, report, expiresAt } = shown
  const { added, changed, unchanged, bad, takenBack, conflicts = [] } = report!
  if (state === 'undone') {
    return html`<div class="notice success" role="status"><p>${products([takenBack ?? 0, 'back'])}.</p></div>
      ${
        conflicts.length > 0 &&
        html`<p>${t('These have changed since the import, so they stay as they are:')}</p>
        <ul>${conflicts.map(sku => html`<li>${sku}</li>`)}</ul>`
      }`
  }
  const refused = bad > 0 ? `; ${t('{number} rows were refused', { number: count(bad), count: bad })}` : ''
  return html`<div class="notice success" role="status"><p>${products(
    [added, 'added'],
    [changed, 'changed'],
    [unchanged, 'same'],
  )}${refused}</p></div>
    ${picturesOf(shown)}
    ${
      added + changed > 0 &&
      html`<p>${rich('You can take it back until {time}. Products that change until then stay as they are.', {
        time: time(expiresAt),
      })}</p>${show(undo)}`
    }`
}

/** "20 products added", "1 product to add, 3 to change", and nothing about what there is none of. */
export function products(...parts: [number, keyof typeof PRODUCT_COUNTS][]): string {
  const some = parts.filter(([number]) => number > 0)
  if (some.length === 0) return t('No products')
  return some
    .map(([number, what], index) =>
      t(PRODUCT_COUNTS[what][index === 0 ? 0 : 1], { number: count(number), count: number }),
    )
    .join(', ')
}

/** The words for each kind: the first in a sentence names the products, those behind it do not. */
const PRODUCT_COUNTS = {
  toAdd: ['{number} products to add', '{number} to add'],
  toChange: ['{number} products to change', '{number} to change'],
  same: ['{number} products as before', '{number} as before'],
  added: ['{number} products added', '{number} added'],
  changed: ['{number} products changed', '{number} changed'],
  back: ['{number} products are as they were before', '{number} as before'],
} as const
