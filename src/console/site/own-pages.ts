/** The pages of the shop's own in the console: a list, and for each its title, its address and its blocks. */
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { html } from '../../html/html.ts'
import { badge, section, table } from '../../pages/components.ts'
import type { Field } from '../../pages/field.ts'
import type { Form } from '../../pages/form.ts'
import { edit, removal, step } from '../../pages/form-kinds.ts'
import { formsOf } from '../../pages/forms-of.ts'
import { Problem } from '../../problems.ts'
import { sayText } from '../../shop/in-words.ts'
import { readShop } from '../../shop/settings.ts'
import { findOwnPage, listOwnPages, type OwnPage, pageAddress } from '../../site/blocks/own-pages.ts'
import { showOwnPage } from '../../site/blocks/show-blocks.ts'
import { t } from '../../words/words.ts'
import { consolePage, formsPage } from '../layout.ts'
import { texts } from '../settings/group-fields.ts'
import { inLanguagesOf, VERSION } from './block-forms.ts'
import { pageEditor } from './page-editor.ts'

const LIST = '/admin/own-pages'
const PAGE = `${LIST}/:page`
const API = `/api${PAGE}`

const TITLE = texts('title', { label: 'Title', type: 'text' })
const SLUG: Field = {
  name: 'slug',
  label: 'Address',
  type: 'text',
  empty: 'keep',
  hint: 'The last part, such as our-story. The former address leads to the new one.',
}

const add: Form = {
  id: 'add',
  action: `${LIST}/add`,
  operation: { method: 'POST', address: `/api${LIST}` },
  fields: TITLE,
  once: true,
  button: 'Add a page',
  success: { go: `${LIST}/{id}`, done: 'Added as a draft. Add blocks, and publish it.' },
  look: 'quiet',
}

const change = edit({
  id: 'change',
  at: `${PAGE}/change`,
  api: API,
  fields: [...TITLE, SLUG, VERSION],
  changesOnly: true,
  outdatedBy: ['changed_meanwhile', 'reauthentication_required'],
  button: 'Save',
  go: `${LIST}/{id}`,
  done: 'Saved. Customers see it at once.',
})

const unpublish = step({
  at: `${PAGE}/unpublish`,
  api: `${API}/unpublish`,
  fields: [VERSION],
  outdatedBy: ['changed_meanwhile', 'reauthentication_required'],
  button: 'Take it from the shop',
  confirm: 'Take this page from the shop? It is a draft again.',
  go: `${LIST}/{id}`,
  done: 'Customers cannot read it anymore.',
})

const remove = removal({
  at: `${PAGE}/remove`,
  api: API,
  outdatedBy: ['reauthentication_required'],
  confirm: 'Remove this page, with its blocks and addresses?',
  button: 'Remove the page',
  go: LIST,
  done: 'Removed.',
})

export function ownPagesEditor(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  formsPage(app, {
    address: LIST,
    forms: [add],
    async render(visitor, _, states) {
      const [pages, { languages }] = await Promise.all([listOwnPages(db), readShop(db)])
      const typed = states[add.id]?.values ?? {}
      const columns = [
        { label: t('Title'), cell: (page: OwnPage) => html`<a href="${LIST}/${page.id}">${sayText(page.title)}</a>` },
        { label: t('Address'), cell: (page: OwnPage) => pageAddress(page) },
        { label: t('State'), cell: (page: (typeof pages)[number]) => stateOf(page) },
      ]
      return consolePage({
        title: t('Own pages'),
        visitor,
        states,
        main: html`<h1>${t('Own pages')}</h1>
          ${
            pages.length === 0
              ? html`<p>${t(
                  'Write about your shop, your workshop or your fair trade here. Then add the page to a menu.',
                )}</p>`
              : table(t('Pages of your own'), columns, pages)
          }
          ${section('add-title', t('Add a page'), formsOf(visitor, states)(inLanguagesOf(add, languages, typed)), {
            look: 'card',
          })}`,
      })
    },
  })

  pageEditor(app, context, {
    address: PAGE,
    more: [change, unpublish, remove],
    async words(visitor, { page: id = '' }, states) {
      const [page, { languages }, all] = await Promise.all([findOwnPage(db, id), readShop(db), listOwnPages(db)])
      if (!page) throw new Problem('not_found', "We can't find that page. Somebody has removed it.")
      const listed = all.find(one => one.id === id)
      const values = {
        ...Object.fromEntries(Object.entries(page.title).map(([language, text]) => [`title.${language}`, text])),
        slug: page.slug,
        version: String(listed?.version ?? 0),
      }
      const form = formsOf(visitor, states, { page: id })(inLanguagesOf(change, languages, values), values)
      return {
        title: sayText(page.title),
        unpublished: t('Until you publish it, customers cannot read this page.'),
        above: html`<p class="crumb"><a href="${LIST}">${t('Own pages')}</a></p>`,
        below: section('named', t('Title and address'), form, { look: 'card' }),
        actions: show =>
          html`${
            listed?.isPublished &&
            html`<p><a href="${pageAddress(page)}">${pageAddress(page)}</a></p>${show(unpublish)}`
          }${show(remove)}`,
      }
    },
    async preview(visitor, { page: id = '' }, content, draft) {
      const page = await findOwnPage(db, id)
      if (!page) throw new Problem('not_found', "We can't find that page. Somebody has removed it.")
      return showOwnPage({ ...visitor, path: pageAddress(page) }, page, content, draft)
    },
  })
}

function stateOf({ isPublished, isChanged }: { isPublished: boolean; isChanged: boolean }) {
  if (!isPublished) return badge(t('Draft'), 'progress')
  return isChanged ? badge(t('Draft, with changes'), 'progress') : badge(t('Published'), 'good')
}
