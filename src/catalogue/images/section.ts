/** The pictures of a product on the page of staff. */
import { type Form, type FormState, renderForm } from '../../pages/form.ts'
import { type Html, html } from '../../pages/html.ts'
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
      hint: 'JPEG, PNG or WebP, up to 8 MB.',
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

const remove: Form = {
  id: 'remove-image',
  action: '/admin/products/:id/images/:image/remove',
  operation: { method: 'DELETE', address: '/api/products/:id/images/:image' },
  fields: [],
  button: 'Remove picture',
  success: { go: '/admin/products/{id}', done: 'Picture removed.' },
  look: 'text',
}

const showFirst: Form = {
  id: 'move-image',
  action: '/admin/products/:id/images/:image/first',
  operation: { method: 'PATCH', address: '/api/products/:id/images/:image' },
  fields: [{ name: 'place', label: 'Place', type: 'hidden', value: 'integer' }],
  button: 'Show first',
  success: { go: '/admin/products/{id}', done: 'Pictures reordered.' },
  look: 'text',
}

export const IMAGE_FORMS: readonly Form[] = [add, showFirst, remove]

export function imageSection(
  { id, images }: Product,
  states: Partial<Record<string, FormState>>,
  csrfToken: string | undefined,
): Html {
  const forms = images.map((image, index) => {
    const params = { id: String(id), image: image.url.split('/')[3]! }
    const show = (form: Form, values = {}) => {
      const own = states[form.id]?.params?.image === params.image ? states[form.id] : {}
      const numbered = { ...form, id: `${form.id}-${index}`, about: String(index + 1) }
      return renderForm(numbered, { values, ...own, params }, csrfToken)
    }
    return html`<li>${imageTag(image, '6rem')}<p>${image.alt}</p>
      ${index > 0 && show(showFirst, { place: '1' })}${show(remove)}</li>`
  })
  return html`<div class="card"><h2>Pictures</h2>
    ${forms.length > 0 && html`<ul class="images">${forms}</ul>`}
    ${renderForm(add, { ...states[add.id], params: { id: String(id) } }, csrfToken)}</div>`
}
