/** The home page in the console: its blocks in order, a page for each, a preview, and the publication. */
import type { FastifyInstance } from 'fastify'
import { readCategories } from '../../catalogue/categories/queries.ts'
import type { AppContext } from '../../context.ts'
import { type Html, html } from '../../html/html.ts'
import { link, rich } from '../../html/rich.ts'
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
import { findHome, type Home } from '../../site/blocks/home-commands.ts'
import { readContent, showHome } from '../../site/blocks/show-blocks.ts'
import { listPictures } from '../../site/blocks/site-pictures.ts'
import { colon, t, translated } from '../../words/words.ts'
import { confirmation, confirmForm, explainConfirmation } from '../confirm.ts'
import { consolePage, formsPage, staffPage } from '../layout.ts'
import { BLOCK_API, BLOCK_FORMS, BLOCK_PAGE, blockForm, blockValues, TYPE_LABELS, VERSION } from './block-forms.ts'
import { PICTURE_FORMS, pictureSection } from './site-pictures.ts'

const HOME = '/admin/home'

const add: Form = {
  id: 'add',
  action: `${HOME}/add`,
  operation: { method: 'POST', address: '/api/admin/home/blocks' },
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
  success: { go: HOME, done: 'Added at the end of the draft.' },
  look: 'quiet',
}

const PLACE: Field = { name: 'place', label: 'Place', type: 'hidden', value: 'integer' }

const move = (id: string, button: string) =>
  edit({
    id,
    at: `${BLOCK_PAGE}/${id}`,
    api: BLOCK_API,
    fields: [PLACE, VERSION],
    outdatedBy: ['changed_meanwhile'],
    button,
    go: HOME,
    done: 'Moved.',
    look: 'text',
  })
const [up, down] = [move('up', 'Up'), move('down', 'Down')]

const remove = removal({
  at: `${BLOCK_PAGE}/remove`,
  api: BLOCK_API,
  confirm: 'Remove this block from the draft?',
  button: 'Remove',
  go: HOME,
  done: 'Removed from the draft.',
  look: 'text',
})

const publish = step({
  at: `${HOME}/publish`,
  api: '/api/admin/home/publish',
  fields: [VERSION],
  outdatedBy: ['changed_meanwhile', 'reauthentication_required'],
  button: 'Publish',
  confirm: 'Publish this home page? Customers see it from now on.',
  done: 'Published.',
  look: 'primary',
})

const discard = step({
  at: `${HOME}/discard`,
  api: '/api/admin/home/discard',
  fields: [VERSION],
  outdatedBy: ['changed_meanwhile'],
  button: 'Discard the draft',
  confirm: 'Discard all changes since the last publication?',
  done: 'The draft is what customers see.',
  look: 'danger',
})

const confirm = confirmForm(`${HOME}/confirm`)

export function homeEditor(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  formsPage(app, {
    address: HOME,
    forms: [add, up, down, remove, publish, discard, confirm, ...PICTURE_FORMS],
    async render(visitor, _, states) {
      const [home, pictures] = await Promise.all([findHome(db), listPictures(db)])
      return overview(visitor, { home }, states, pictureSection(visitor, pictures, states))
    },
  })

  formsPage(app, {
    address: BLOCK_PAGE,
    forms: Object.values(BLOCK_FORMS),
    async render(visitor, request, states) {
      const { id } = request.params as { id: string }
      const home = await findHome(db)
      const block = home.blocks.find(one => one.id === id)
      if (!block) throw new Problem('not_found', "We can't find that block. Somebody has removed it.")
      const [shop, pictures, categories] = await Promise.all([readShop(db), listPictures(db), readCategories(db)])
      const values = { ...blockValues(block), version: String(home.version) }
      const known = { languages: shop.languages, pictures, categories: categories.map(({ name }) => name) }
      const form = blockForm(block, values, known)
      return consolePage({
        title: translated(TYPE_LABELS[block.type]),
        visitor,
        states,
        main: html`<p><a href="${HOME}">${t('Home page')}</a></p><h1>${translated(TYPE_LABELS[block.type])}</h1>
          <div class="card form-card">${formsOf(visitor, withVersion(states, home, form.id), { id })(form, values)}</div>`,
      })
    },
  })

  staffPage(app, `${HOME}/preview`, async visitor => {
    const { blocks } = await findHome(db)
    const words = rich('Customers do not see this draft yet. <a>Back to the console</a>', { a: link(HOME) })
    const back = html`<p class="notice info">${words}</p>`
    return showHome({ ...visitor, path: '/' }, await readContent(db, blocks), {
      title: t('Preview of the draft'),
      notice: back,
    })
  })
}

/** Keeps what was typed, but the next press is about the page that is shown now. */
function withVersion(states: FormStates, { version }: Home, id: string): FormStates {
  const state = states[id]
  return state ? { ...states, [id]: { ...state, values: { ...state.values, version: String(version) } } } : states
}

type Known = { home: Home }

function overview(visitor: Visitor, { home }: Known, states: FormStates, pictures: Html): Html {
  const { blocks, version, isChanged, isPublished } = home
  const explained = explainConfirmation(states)
  const show = (form: Form) => {
    const state = explained[form.id]
    // The answer to a question is about what the page showed before the question.
    const seen = state?.asks && state.values?.version
    const values = { ...state?.values, version: seen || String(version) }
    return formsOf(visitor, { [form.id]: { ...state, values } })(form)
  }
  const label = isChanged ? badge(t('Draft, with changes'), 'progress') : isPublished && badge(t('Published'), 'good')
  return consolePage({
    title: `${t('Home page')}${colon()} ${t('Blocks')}`,
    visitor,
    states,
    main: html`<div class="row apart head"><h1>${t('Home page')}</h1>${label}</div>
      <div class="split">
        <div>
          ${section('blocks', t('Blocks'), blockTable(visitor, home, states), { look: 'card' })}
          ${section('add-title', t('Add a block'), formsOf(visitor, states)(add), { look: 'card' })}
          ${pictures}
        </div>
        <div class="card actions"><h2>${t('For customers')}</h2>
          ${confirmation(confirm, visitor, states)}
          <p><a href="${HOME}/preview">${t('Preview of the draft')}</a></p>
          ${blocks.length > 0 && (isChanged || !isPublished || states[publish.id]) && show(publish)}
          ${(isChanged || states[discard.id]) && show(discard)}
          ${!isPublished && html`<p class="soft">${t('Until you publish blocks, the page is made of the settings.')}</p>`}
        </div>
      </div>`,
  })
}

function blockTable(visitor: Visitor, { blocks, version }: Home, states: FormStates): Html {
  if (blocks.length === 0) return html`<p>${t('The draft is empty. Add a block below.')}</p>`
  const nameOfBlock = (block: HomeBlock) => {
    const title = sayText(block.title)
    const type = translated(TYPE_LABELS[block.type])
    return title ? `${type}${colon()} ${title}` : type
  }
  const stepsOf = (block: HomeBlock) => {
    const show = rowFormsOf(visitor, states, { id: block.id })
    const place = blocks.indexOf(block) + 1
    const to = (form: Form, wanted: number) =>
      show(form, { place: String(wanted), version: String(version) }, `${nameOfBlock(block)}, ${place}`)
    return html`<div class="row">${place > 1 && to(up, place - 1)}${place < blocks.length && to(down, place + 1)}${show(
      remove,
      {},
      `${nameOfBlock(block)}, ${place}`,
    )}</div>`
  }
  return table(
    t('Blocks of the home page, from the top'),
    [
      { label: t('Block'), cell: block => html`<a href="/admin/home/blocks/${block.id}">${nameOfBlock(block)}</a>` },
      { label: t('Steps'), cell: stepsOf },
    ],
    blocks,
  )
}
