/** The pictures of a product, or of a group, on its page of staff. */
import { type Html, html } from '../../html/html.ts'
import type { Form, FormStates } from '../../pages/form.ts'
import { edit, removal } from '../../pages/form-kinds.ts'
import { formsOf, rowFormsOf } from '../../pages/forms-of.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { imageTag } from '../product-picture.ts'
import type { Image } from './image.ts'

/** @param page whose forms they are. @param api the address of the product or the group */
function formsAt(page: string, api: string) {
  const here = page.replace(':id', '{id}')
  const add: Form = {
    id: 'add-image',
    action: `${page}/images`,
    operation: { method: 'POST', address: `${api}/images` },
    fields: [
      {
        name: 'data',
        label: 'Picture',
        type: 'file',
        several: 'alt',
        accept: 'image/jpeg,image/png,image/webp',
        required: true,
        empty: 'keep',
        hint: 'JPEG, PNG or WebP, up to 16 MB.',
      },
      {
        name: 'alt',
        label: 'Description of the picture',
        type: 'text',
        required: true,
        hint: 'A short phrase for people who cannot see the picture.',
      },
    ],
    button: 'Add picture',
    success: { go: here, done: 'Picture added.' },
    look: 'quiet',
  }
  const remove = removal({
    id: 'remove-image',
    at: `${page}/images/:image/remove`,
    api: `${api}/images/:image`,
    button: 'Remove picture',
    done: 'Picture removed.',
    go: here,
    look: 'text',
  })
  const showFirst = edit({
    id: 'move-image',
    at: `${page}/images/:image/first`,
    api: `${api}/images/:image`,
    fields: [{ name: 'place', label: 'Place', type: 'hidden', value: 'integer' }],
    button: 'Show first',
    done: 'Pictures reordered.',
    go: here,
    look: 'text',
  })
  const describe = edit({
    id: 'describe-image',
    at: `${page}/images/:image/description`,
    api: `${api}/images/:image`,
    fields: [{ name: 'alt', label: 'New description', type: 'text', required: true, empty: 'keep' }],
    button: 'Save description',
    done: 'Description saved.',
    go: here,
    look: 'quiet',
  })
  return { add, describe, remove, showFirst, all: [add, describe, showFirst, remove] as readonly Form[] }
}

export const PRODUCT_PICTURES = formsAt('/admin/products/:id', '/api/products/:id')
export const GROUP_PICTURES = formsAt('/admin/product-groups/:id', '/api/product-groups/:id')

/** @param title which the first description is proposed from */
export function imageSection(
  visitor: Visitor,
  { id, images, title }: { id: number; images: readonly Image[]; title: string },
  { add, describe, remove, showFirst }: ReturnType<typeof formsAt>,
  states: FormStates,
): Html {
  const params = { id: String(id) }
  const forms = images.map((image, index) => {
    const hash = image.url.split('/')[3]!
    const show = rowFormsOf(visitor, states, { ...params, image: hash }, String(index))
    const about = String(index + 1)
    return html`<li>${imageTag(image, '6rem')}<details${
      states[describe.id]?.params?.image === hash && html` open`
    }><summary>${image.alt}<span class="unseen">, change this
      description</span></summary>${show(describe, { alt: image.alt }, about)}</details>
      ${index > 0 && show(showFirst, { place: '1' }, about)}${show(remove, {}, about)}</li>`
  })
  const alt = images.length === 0 ? title : `${title}, ${images.length + 1}`
  return html`<div class="card"><h2>Pictures</h2>
    ${forms.length > 0 && html`<ul class="images">${forms}</ul>`}
    ${formsOf(visitor, states, params)(add, { alt })}</div>`
}
