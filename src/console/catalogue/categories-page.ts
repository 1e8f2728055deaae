/** The categories of the shop as a tree, and a page for each, where it is renamed, moved or merged into another one. */
import type { FastifyInstance } from 'fastify'
import { readCategories } from '../../catalogue/categories/queries.ts'
import { branchOf, type Category, pathText } from '../../catalogue/categories/tree.ts'
import type { AppContext } from '../../context.ts'
import { type Html, html } from '../../html/html.ts'
import { empty, section, table } from '../../pages/components.ts'
import type { Field } from '../../pages/field.ts'
import type { Form, FormStates } from '../../pages/form.ts'
import { edit, removal, step } from '../../pages/form-kinds.ts'
import { count } from '../../pages/format.ts'
import { formsOf } from '../../pages/forms-of.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { Problem } from '../../problems.ts'
import { englishName, LANGUAGES, type Language } from '../../words/languages.ts'
import { t } from '../../words/words.ts'
import { withQuery } from '../filters.ts'
import { consolePage, formsPage } from '../layout.ts'
import { listPage } from '../list-page.ts'
import { sortTexts } from '../main-first.ts'

const LIST = '/admin/categories'
const API = '/api/categories'

export function categoryPages(app: FastifyInstance, context: AppContext): void {
  const { reader } = context
  listPage(app, context, {
    address: LIST,
    title: 'Categories',
    heading: () => html`<p><a href="/admin/products">${t('Products')}</a></p>
      <div class="row apart head"><h1>${t('Categories')}</h1><a class="button" href="${LIST}/new">${t('New category')}</a></div>`,
    async read(db, _, { page, limit }) {
      const all = await readCategories(db)
      return { items: all.slice((page - 1) * limit, page * limit), totalCount: all.length }
    },
    nouns: ['category', 'categories'],
    none: empty('No categories', 'A product brings its category along. Here they get their order.'),
    show: categoryTable,
  })

  formsPage(app, {
    address: `${LIST}/new`,
    forms: [create],
    async render(visitor, _, states) {
      const form = withChoices(create, await reader.read(readCategories))
      return consolePage({
        title: 'New category',
        visitor,
        states,
        main: html`<p><a href="${LIST}">${t('Categories')}</a></p><h1>${t('New category')}</h1>
          <div class="card form-card">${formsOf(visitor, states)(form)}</div>`,
      })
    },
  })

  formsPage(app, {
    address: `${LIST}/:name`,
    forms: [change, merge, remove],
    async render(visitor, request, states) {
      const { name } = request.params as { name: string }
      const all = await reader.read(readCategories)
      const category = all.find(one => one.name === name)
      if (!category) throw new Problem('not_found', "We can't find that category.")
      return categoryPage(visitor, category, all, states)
    },
  })
}

function addressOf({ name }: Category): string {
  return `${LIST}/${encodeURIComponent(name)}`
}

function categoryTable(categories: readonly Category[]): Html {
  return table(
    'Categories',
    [
      { label: 'Category', cell: one => html`<a href="${addressOf(one)}">${pathText(one)}</a>` },
      { label: 'Place', cell: ({ position }) => position + 1, number: true },
      {
        label: 'Products on sale',
        cell: ({ name, products }) =>
          html`<a href="${withQuery('/admin/products', { category: name })}"
            aria-label="${t('{number} products of {category}', {
              number: count(products),
              category: name,
            })}">${count(products)}</a>`,
        number: true,
      },
    ],
    categories,
  )
}

function categoryPage(visitor: Visitor, category: Category, all: readonly Category[], states: FormStates): Html {
  const { name, parent, position, products } = category
  const branch = branchOf(all, name)
  const elsewhere = all.filter(one => !branch.includes(one))
  const show = formsOf(visitor, states, { name })
  const values = { name, parent: parent ?? '', position: String(position), ...textValues(category) }
  const isEmpty = products === 0 && branch.length === 1
  return consolePage({
    title: name,
    visitor,
    states,
    main: html`<p><a href="${LIST}">${t('Categories')}</a></p>
      <div class="row apart head"><h1>${name}</h1><a href="${withQuery('/admin/products', {
        category: name,
      })}">${t('{number} products on sale', { number: count(products), count: products })}</a></div>
      <div class="card form-card">${show(withLanguages(visitor, withChoices(change, elsewhere)), values)}</div>
      ${elsewhere.length > 0 && section('merging', 'Merge', show(withChoices(merge, elsewhere)), { look: 'card form-card' })}
      ${isEmpty && html`<div class="card form-card">${show(remove)}</div>`}`,
  })
}

/** Categories below it are no choice. */
function withChoices(form: Form, categories: readonly Category[]): Form {
  const choices = categories.map(one => ({ value: one.name, label: pathText(one) }))
  const chosen = (field: Field): Field => {
    if (field.name === 'parent')
      return { ...field, options: [{ value: '', label: 'None, it is at the top' }, ...choices] }
    return field.name === 'into' ? { ...field, options: choices } : field
  }
  return { ...form, fields: form.fields.map(chosen) }
}

const PLACE: Field[] = [
  { name: 'name', label: 'Name', type: 'text', required: true },
  { name: 'parent', label: 'Below', type: 'select', empty: 'null', options: [] },
  {
    name: 'position',
    label: 'Categories before it',
    type: 'number',
    value: 'integer',
    width: 'short',
    hint: 'Of those that stand below the same one. 0: it is the first.',
  },
]

const textField = (language: Language) => `texts.${language}.name`

const NAME_FIELDS: Field[] = LANGUAGES.map(language => ({
  name: textField(language),
  label: `Name in ${englishName(language)}`,
  type: 'text',
  empty: 'keep',
}))

function textValues({ texts }: Category): Record<string, string> {
  return Object.fromEntries(LANGUAGES.map(language => [textField(language), texts[language]?.name ?? '']))
}

/** A shop with one language needs no second name. */
function withLanguages({ shop }: Visitor, form: Form): Form {
  const languages = shop?.languages ?? []
  const shown = languages.length < 2 ? [] : languages.map(textField)
  const fields = form.fields.filter(({ name }) => !name.startsWith('texts.') || shown.includes(name))
  return { ...form, fields: sortTexts(fields, languages) }
}

const create: Form = {
  id: 'create',
  action: `${LIST}/new`,
  operation: { method: 'POST', address: API },
  fields: PLACE,
  button: 'Create category',
  once: true,
  success: { go: LIST, done: 'Category created.' },
}

const change = edit({
  at: `${LIST}/:name/change`,
  api: `${API}/:name`,
  fields: [...PLACE, ...NAME_FIELDS],
  changesOnly: true,
  button: 'Save',
  go: LIST,
  done: 'Saved.',
})

const merge = step({
  at: `${LIST}/:name/merge`,
  api: `${API}/:name/merge`,
  fields: [
    {
      name: 'into',
      label: 'Into',
      type: 'select',
      required: true,
      hint: 'All products, also drafts and archived ones, move there, with the categories below this one. Discount codes follow.',
      options: [],
    },
  ],
  confirm: 'Merge this category? It is gone then, and no step takes that back.',
  button: 'Merge',
  go: LIST,
  done: 'Merged.',
})

const remove = removal({
  at: `${LIST}/:name/remove`,
  api: `${API}/:name`,
  button: 'Delete category',
  confirm: 'Delete this category? It has no products.',
  done: 'Category deleted.',
})
