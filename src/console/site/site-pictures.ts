/** The pictures of the site in the console: add and remove them. */
import { type Html, html } from '../../html/html.ts'
import { section } from '../../pages/components.ts'
import type { Form, FormStates } from '../../pages/form.ts'
import { removal } from '../../pages/form-kinds.ts'
import { formsOf, rowFormsOf } from '../../pages/forms-of.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { homePictureAddress } from '../../shop/pictures.ts'
import type { SitePicture } from '../../site/blocks/site-pictures.ts'
import { t } from '../../words/words.ts'

const addPicture: Form = {
  id: 'add-picture',
  action: '/admin/home/pictures',
  operation: { method: 'POST', address: '/api/admin/site-pictures' },
  fields: [
    { name: 'title', label: 'Name of the picture', type: 'text', required: true, hint: 'Only you see it.' },
    {
      name: 'data',
      label: 'Picture',
      type: 'file',
      accept: 'image/jpeg,image/png,image/webp',
      required: true,
      empty: 'keep',
      hint: 'JPEG, PNG or WebP, up to 16 MB.',
    },
  ],
  once: true,
  button: 'Add the picture',
  success: { go: '/admin/home', done: 'Added. Choose it in a block.' },
  look: 'quiet',
}

const removePicture = removal({
  id: 'remove-picture',
  at: '/admin/home/pictures/:hash/remove',
  api: '/api/admin/site-pictures/:hash',
  confirm: 'Remove this picture? It leaves all blocks, also those that customers see.',
  button: 'Remove',
  go: '/admin/home',
  done: 'Removed.',
  look: 'text',
})

export const PICTURE_FORMS = [addPicture, removePicture]

export function pictureSection(visitor: Visitor, pictures: readonly SitePicture[], states: FormStates): Html {
  const item = ({ hash, title }: SitePicture) => html`<li>
    <img class="shop-picture" src="${homePictureAddress(hash, 480)}" alt="${title}" loading="lazy">
    <p class="row">${title} ${rowFormsOf(visitor, states, { hash })(removePicture, {}, title)}</p></li>`
  return section(
    'pictures',
    t('Pictures for blocks'),
    html`${pictures.length > 0 && html`<ul class="plain grid three">${pictures.map(item)}</ul>`}
      ${formsOf(visitor, states)(addPicture)}`,
    { look: 'card' },
  )
}
