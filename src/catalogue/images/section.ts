/** The pictures of a product on the page of staff. */
import type { Form, FormStates } from '../../pages/form.ts'
import { edit, removal } from '../../pages/form-kinds.ts'
import { formsOf, rowFormsOf } from '../../pages/forms-of.ts'
import { type Html, html } from '../../pages/html.ts'
import type { Visitor } from '../../pages/visitor.ts'
import type { Product } from '../product.ts'
import { imageTag } from '../product-picture.ts'

const add: Form = {
  id: 'add-image',
  action: '/admin/products/:id/images',
  operation: { method: 'POST', address: '/api/products/:id/images' },
  fields: [
    {
      name: 'data',
      label: 'Picture',
      type: 'file',
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
      hint: 'A short phrase for people who cannot see the picture. To correct it later, add the same picture again.',
    },
  ],
  button: 'Add picture',
  success: { go: '/admin/products/{id}', done: 'Picture added.' },
  look: 'quiet',
}

const remove = removal({
  id: 'remove-image',
  at: '/admin/products/:id/images/:image/remove',
  api: '/api/products/:id/images/:image',
  button: 'Remove picture',
  done: 'Picture removed.',
  go: '/admin/products/{id}',
  look: 'text',
})

const showFirst = edit({
  id: 'move-image',
  at: '/admin/products/:id/images/:image/first',
  api: '/api/products/:id/images/:image',
  fields: [{ name: 'place', label: 'Place', type: 'hidden', value: 'integer' }],
  button: 'Show first',
  done: 'Pictures reordered.',
  go: '/admin/products/{id}',
  look: 'text',
})

export const IMAGE_FORMS: readonly Form[] = [add, showFirst, remove]

export function imageSection(visitor: Visitor, { id, images }: Product, states: FormStates): Html {
  const product = { id: String(id) }
  const forms = images.map((image, index) => {
    const show = rowFormsOf(visitor, states, { ...product, image: image.url.split('/')[3]! }, String(index))
    const about = String(index + 1)
    return html`<li>${imageTag(image, '6rem')}<p>${image.alt}</p>
      ${index > 0 && show(showFirst, { place: '1' }, about)}${show(remove, {}, about)}</li>`
  })
  return html`<div class="card"><h2>Pictures</h2>
    ${forms.length > 0 && html`<ul class="images">${forms}</ul>`}
    ${formsOf(visitor, states, product)(add)}</div>`
}
