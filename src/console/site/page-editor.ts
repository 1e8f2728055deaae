/**
 * The editor of pages of blocks in the console, for the home page and for those of the shop's own: the blocks in order, a page for each,
 * a preview, and the publication.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readCategories } from '../../catalogue/categories/queries.ts'
import type { AppContext } from '../../context.ts'
import { type Html, html } from '../../html/html.ts'
import { link, rich } from '../../html/rich.ts'
import { isUuid } from '../../http/input/validation.ts'
import { badge, section, table } from '../../pages/components.ts'
import type { Field } from '../../pages/field.ts'
import type { Form, FormStates } from '../../pages/form.ts'
import { edit, removal, step } from '../../pages/form-kinds.ts'
import { formsOf, rowFormsOf } from '../../pages/forms-of.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { Problem } from '../../problems.ts'
import { sayText } from '../../shop/in-words.ts'
import { readShop } from '../../shop/settings.ts'
import { BLOCK_TYPES, type HomeBlock } from '../../site/blocks/block.ts'
import { type BlockPage, findPage, HOME } from '../../site/blocks/page-commands.ts'
import { type HomeContent, readContent } from '../../site/blocks/show-blocks.ts'
import { listPictures } from '../../site/blocks/site-pictures.ts'
import { colon, t, translated } from '../../words/words.ts'
import { confirmation, confirmForm, explainConfirmation } from '../confirm.ts'
import { consolePage, formsPage, staffPage } from '../layout.ts'
import { blockForm, blockFormsOf, blockValues, TYPE_LABELS, VERSION } from './block-forms.ts'

/** The page of a request: the only one, or that of its address. */
export type PageParams = { page?: string }

type Around = {
  title: string
  /** Says what customers see while nothing is published. */
  unpublished: string
  above?: Html
  below?: Html
  /** Steps beside "Publish". */
  actions?: (show: (form: Form) => Html) => Html | false
}

type Pages = {
  /** The page in the console: the one of several has `:page` in it. */
  address: string
  /** The forms that only these pages have. */
  more?: Form[]
  /** The words around the blocks. */
  words: (visitor: Visitor, params: PageParams, states: FormStates) => Promise<Around>
  preview: (
    visitor: Visitor,
    params: PageParams,
    content: HomeContent,
    notice: { title: string; notice: Html },
  ) => Promise<Html>
}

type Forms = ReturnType<typeof formsFor>

function addForm(address: string, go: string): Form {
  return {
    id: 'add',
    action: `${address}/add`,
    operation: { method: 'POST', address: `/api${address}/blocks` },
    fields: [
      {
        name: 'type',
        label: 'Block',
        type: 'select',
        required: true,
        width: 'medium',
        options: BLOCK_TYPES.map(value => ({ value, label: TYPE_LABELS[value] })),
      },
    ],
    once: true,
    button: 'Add',
    success: { go, done: 'Added at the end of the draft.' },
    look: 'quiet',
  }
}

/** The answer of each operation has the id of its page, which fills the address that follows. */
function formsFor(address: string) {
  const api = `/api${address}`
  const go = address.replace(':page', '{id}')
  const block = { page: `${address}/blocks/:id`, api: `${api}/blocks/:id` }
  const move = (id: string, button: string) =>
    edit({
      id,
      at: `${block.page}/${id}`,
      api: block.api,
      fields: [PLACE, VERSION],
      outdatedBy: ['changed_meanwhile'],
      button,
      go,
      done: 'Moved.',
      look: 'text',
    })
  const remove = removal({
    at: `${block.page}/remove`,
    api: block.api,
    confirm: 'Remove this block from the draft?',
    button: 'Remove',
    go,
    done: 'Removed from the draft.',
    look: 'text',
  })
  const publish = step({
    at: `${address}/publish`,
    api: `${api}/publish`,
    fields: [VERSION],
    outdatedBy: ['changed_meanwhile', 'reauthentication_required'],
    button: 'Publish',
    confirm: address.endsWith(':page')
      ? 'Publish this page? Customers see it from now on.'
      : 'Publish this home page? Customers see it from now on.',
    go,
    done: 'Published.',
    look: 'primary',
  })
  const discard = step({
    at: `${address}/discard`,
    api: `${api}/discard`,
    fields: [VERSION],
    outdatedBy: ['changed_meanwhile'],
    button: 'Discard the draft',
    confirm: 'Discard all changes since the last publication?',
    go,
    done: 'The draft is what customers see.',
    look: 'danger',
  })
  const confirm = confirmForm(`${address}/confirm`)
  return {
    add: addForm(address, go),
    up: move('up', 'Up'),
    down: move('down', 'Down'),
    remove,
    publish,
    discard,
    confirm,
  }
}

const PLACE: Field = { name: 'place', label: 'Place', type: 'hidden', value: 'integer' }

/** @param address the page in the console: the one of several has `:page` in it */
export function pageEditor(app: FastifyInstance, context: AppContext, pages: Pages): void {
  const { db } = context
  const { address, more = [], words, preview } = pages
  const forms = formsFor(address)
  const blockForms = blockFormsOf(address)
  formsPage(app, {
    address,
    forms: [...Object.values(forms), ...more],
    async render(visitor, request, states) {
      const { page: id } = paramsOf(request)
      const page = await findPage(db, id ?? HOME)
      const around = await words(visitor, { ...(id && { page: id }) }, states)
      return overview(visitor, { page, id, address, forms }, around, states)
    },
  })

  formsPage(app, {
    address: `${address}/blocks/:id`,
    forms: Object.values(blockForms),
    async render(visitor, request, states) {
      const { page: pageId, id } = paramsOf(request)
      const page = await findPage(db, pageId ?? HOME)
      const block = page.blocks.find(one => one.id === id)
      if (!block) throw new Problem('not_found', "We can't find that block. Somebody has removed it.")
      const [shop, pictures, categories] = await Promise.all([readShop(db), listPictures(db), readCategories(db)])
      const values = { ...blockValues(block), version: String(page.version) }
      const known = { languages: shop.languages, pictures, categories: categories.map(({ name }) => name) }
      const form = blockForm(blockForms[block.type], values, known)
      const { title } = await words(visitor, { ...(pageId && { page: pageId }) }, {})
      const params = { ...(pageId && { page: pageId }), id }
      return consolePage({
        title: `${title}${colon()} ${translated(TYPE_LABELS[block.type])}`,
        visitor,
        states,
        main: html`<p class="crumb"><a href="${filled(address, pageId)}">${title}</a></p>
          <h1>${translated(TYPE_LABELS[block.type])}</h1>
          <div class="card form-card">${formsOf(visitor, withVersion(states, page, form.id), params)(form, values)}</div>`,
      })
    },
  })

  staffPage(app, `${address}/preview`, async (visitor, request) => {
    const { page } = paramsOf(request)
    const { blocks } = await findPage(db, page ?? HOME)
    const words = rich('Customers do not see this draft yet. <a>Back to the console</a>', {
      a: link(filled(address, page)),
    })
    return preview(visitor, { ...(page && { page }) }, await readContent(db, blocks), {
      title: t('Preview of the draft'),
      notice: html`<p class="notice info">${words}</p>`,
    })
  })
}

/** @throws Problem 404 for a page that cannot be there */
function paramsOf(request: FastifyRequest): PageParams & { id: string } {
  const params = request.params as PageParams & { id: string }
  if (params.page !== undefined && !isUuid(params.page))
    throw new Problem('not_found', "We can't find that page. Somebody has removed it.")
  return params
}

function filled(address: string, page: string | undefined): string {
  return address.replace(':page', page ?? '')
}

/** Keeps what was typed, but the next press is about the page that is shown now. */
function withVersion(states: FormStates, { version }: BlockPage, id: string): FormStates {
  const state = states[id]
  return state ? { ...states, [id]: { ...state, values: { ...state.values, version: String(version) } } } : states
}

type Shown = { page: BlockPage; id: string | undefined; address: string; forms: Forms }

function overview(visitor: Visitor, shown: Shown, around: Around, states: FormStates): Html {
  const { page, id, address, forms } = shown
  const { blocks, version, isChanged, isPublished } = page
  const { publish, discard, confirm, add } = forms
  const params = id ? { page: id } : undefined
  const explained = explainConfirmation(states)
  const show = (form: Form) => {
    const state = explained[form.id]
    // The answer to a question is about what the page showed before the question.
    const seen = state?.asks && state.values?.version
    const values = { ...state?.values, version: seen || String(version) }
    return formsOf(visitor, { [form.id]: { ...state, values } }, params)(form)
  }
  const label = isChanged ? badge(t('Draft, with changes'), 'progress') : isPublished && badge(t('Published'), 'good')
  return consolePage({
    title: `${around.title}${colon()} ${t('Blocks')}`,
    visitor,
    states,
    main: html`${around.above}<div class="row apart head"><h1>${around.title}</h1>${label}</div>
      <div class="split">
        <div>
          ${section('blocks', t('Blocks'), blockTable(visitor, shown, states), { look: 'card' })}
          ${section('add-title', t('Add a block'), formsOf(visitor, states, params)(add), { look: 'card' })}
          ${around.below}
        </div>
        <div class="card actions"><h2>${t('For customers')}</h2>
          ${confirmation(confirm, visitor, states, params)}
          <p><a href="${filled(address, id)}/preview">${t('Preview of the draft')}</a></p>
          ${blocks.length > 0 && (isChanged || !isPublished || states[publish.id]) && show(publish)}
          ${(isChanged || states[discard.id]) && show(discard)}
          ${around.actions?.(show)}
          ${!isPublished && html`<p class="soft">${around.unpublished}</p>`}
        </div>
      </div>`,
  })
}

function blockTable(visitor: Visitor, { page, id, address, forms }: Shown, states: FormStates): Html {
  const { blocks, version } = page
  if (blocks.length === 0) return html`<p>${t('The draft is empty. Add a block below.')}</p>`
  const nameOfBlock = (block: HomeBlock) => {
    const title = sayText(block.title)
    const type = translated(TYPE_LABELS[block.type])
    return title ? `${type}${colon()} ${title}` : type
  }
  const stepsOf = (block: HomeBlock) => {
    const show = rowFormsOf(visitor, states, { ...(id && { page: id }), id: block.id })
    const place = blocks.indexOf(block) + 1
    const to = (form: Form, wanted: number) =>
      show(form, { place: String(wanted), version: String(version) }, `${nameOfBlock(block)}, ${place}`)
    return html`<div class="row steps-of">${place > 1 && to(forms.up, place - 1)}${
      place < blocks.length && to(forms.down, place + 1)
    }${show(forms.remove, {}, `${nameOfBlock(block)}, ${place}`)}</div>`
  }
  const addressOf = (block: HomeBlock) => `${filled(address, id)}/blocks/${block.id}`
  return table(
    t('Blocks of the page, from the top'),
    [
      { label: t('Block'), cell: block => html`<a href="${addressOf(block)}">${nameOfBlock(block)}</a>` },
      { label: t('Steps'), cell: stepsOf },
    ],
    blocks,
  )
}
