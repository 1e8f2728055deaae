/** Groups of products: which there are, and a page for each with its options and its products. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ProductGroup } from '../../catalogue/groups/group.ts'
import { findGroup, listGroups } from '../../catalogue/groups/queries.ts'
import { GROUP_PICTURES, imageSection } from '../../catalogue/images/section.ts'
import type { AppContext } from '../../context.ts'
import { type Html, html } from '../../html/html.ts'
import { rowIdIn } from '../../http/filters.ts'
import { empty, section, table } from '../../pages/components.ts'
import type { Field } from '../../pages/field.ts'
import type { Form, FormStates } from '../../pages/form.ts'
import { edit, removal } from '../../pages/form-kinds.ts'
import { formsOf } from '../../pages/forms-of.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { Problem } from '../../problems.ts'
import { t } from '../../words/words.ts'
import { consolePage, formsPage } from '../layout.ts'
import { listPage } from '../list-page.ts'
import { findCandidates, MEMBER_FORMS, memberSections } from './group-members.ts'
import { WORD_FORMS, wordSection } from './group-words.ts'

const LIST = '/admin/product-groups'
const API = '/api/product-groups'

export function groupPages(app: FastifyInstance, context: AppContext): void {
  listPage(app, context, {
    address: LIST,
    title: 'Product groups',
    heading: () => html`<p><a href="/admin/products">${t('Products')}</a></p>
      <div class="row apart head"><h1>${t('Product groups')}</h1><a class="button" href="${LIST}/new">${t('New group')}</a></div>`,
    read: (db, _, paging) => listGroups(db, paging),
    nouns: ['group', 'groups'],
    none: empty(
      'No groups',
      'A group joins products that differ in a colour, a size or the like. The shop lists it once.',
    ),
    show: groupTable,
  })

  formsPage(app, {
    address: `${LIST}/new`,
    forms: [create],
    render: (visitor, _, states) =>
      consolePage({
        title: 'New product group',
        visitor,
        states,
        main: html`<p><a href="${LIST}">${t('Product groups')}</a></p><h1>${t('New product group')}</h1>
          <div class="card form-card">${formsOf(visitor, states)(create, { 'options.0.name': 'Colour' })}</div>`,
      }),
  })

  formsPage(app, {
    address: `${LIST}/:id`,
    forms: [change, remove, ...MEMBER_FORMS, ...WORD_FORMS, ...GROUP_PICTURES.all],
    async render(visitor, request, states) {
      const id = rowIdIn((request.params as { id: string }).id)
      const group = id && (await findGroup(context.db, id))
      if (!group) throw new Problem('not_found', "We can't find that product group.")
      return groupPage(visitor, request, group, await findCandidates(context.db, group, request), states)
    },
  })
}

function groupTable(groups: readonly ProductGroup[]): Html {
  return table(
    'Product groups',
    [
      { label: 'Group', cell: ({ id, name }) => html`<a href="${LIST}/${id}">${name}</a>` },
      { label: 'Options', cell: ({ options }) => options.map(({ name }) => name).join(', ') },
      { label: 'Products', cell: ({ products }) => products.length, number: true },
    ],
    groups,
  )
}

function groupPage(
  visitor: Visitor,
  request: FastifyRequest,
  group: ProductGroup,
  candidates: Awaited<ReturnType<typeof findCandidates>>,
  states: FormStates,
): Html {
  const show = formsOf(visitor, states, { id: String(group.id) })
  return consolePage({
    title: group.name,
    visitor,
    states,
    main: html`<p><a href="${LIST}">${t('Product groups')}</a></p><h1>${group.name}</h1>
      <div class="split">
        <div>${memberSections(visitor, request, group, candidates, states)}${imageSection(
          visitor,
          { ...group, title: group.name },
          GROUP_PICTURES,
          states,
        )}</div>
        <div>
          ${section('details', 'Group', show(withListed(group), valuesOf(group)), { look: 'card' })}
          ${wordSection(visitor, group, states)}
          <div class="card">${show(remove)}</div>
        </div>
      </div>`,
  })
}

/** Three options at most. A line begins a value, in the order of the shop. */
const OPTIONS = [0, 1, 2].flatMap((n): Field[] => [
  {
    name: `options.${n}.name`,
    label: `Option ${n + 1}`,
    type: 'text',
    width: 'medium',
    required: n === 0,
    ...(n === 0 && { hint: 'What the products differ in, like Colour or Size.' }),
  },
  {
    name: `options.${n}.values`,
    label: `Values of option ${n + 1}`,
    type: 'textarea',
    rows: n === 0 ? 4 : 2,
    value: 'lines',
    empty: 'omit',
    required: n === 0,
    ...(n === 0 && { hint: 'One a line, in the order of the shop.' }),
  },
])

const NAME: Field = {
  name: 'name',
  label: 'Name',
  type: 'text',
  required: true,
  hint: 'Lists of the shop show it. Must be unique.',
}
const LISTED: Field = {
  name: 'listed',
  label: 'Listed product',
  type: 'select',
  value: 'integer',
  hint: 'It stands for the group in lists. While it cannot be ordered, another one that can does.',
}

const create: Form = {
  id: 'create',
  action: `${LIST}/new`,
  operation: { method: 'POST', address: API },
  fields: [NAME, ...OPTIONS],
  button: 'Create group',
  once: true,
  success: { go: `${LIST}/{id}`, done: 'Group created. Add its products.' },
}

const change = edit({
  at: `${LIST}/:id/change`,
  api: `${API}/:id`,
  fields: [NAME, LISTED, ...OPTIONS],
  button: 'Save',
  done: 'Saved.',
})

function withListed({ products }: ProductGroup): Form {
  const options = products.map(({ id, sku, options }) => ({
    value: String(id),
    label: `${options.map(({ value }) => value).join(', ')} (${sku})`,
  }))
  const fields = change.fields.flatMap(field => {
    if (field !== LISTED) return field
    return options.length === 0 ? [] : { ...field, options }
  })
  return { ...change, fields }
}

function valuesOf({ name, listed, options }: ProductGroup): Record<string, string> {
  const all = options.flatMap((option, n) => [
    [`options.${n}.name`, option.name],
    [`options.${n}.values`, option.values.join('\n')],
  ])
  return { name, listed: String(listed ?? ''), ...Object.fromEntries(all) }
}

const remove = removal({
  at: `${LIST}/:id/remove`,
  api: `${API}/:id`,
  button: 'Delete group',
  confirm: 'Delete this group? That needs a group without products.',
  done: 'Group deleted.',
})
