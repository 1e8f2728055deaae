/** The API of the categories. */
import { Type } from 'typebox'
import { audit, visitOf } from '../../accounts/audit-log.ts'
import { actorIdOf } from '../../accounts/sessions/access.ts'
import { PRODUCT_READERS, PRODUCT_WRITERS } from '../../accounts/sessions/shop-callers.ts'
import type { AppContext } from '../../context.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import { limitStatements } from '../../database/limits.ts'
import { queueForRows } from '../../database/pooling/row-queues.ts'
import { type Db, INT_MAX } from '../../database/schema.ts'
import { publishToFeed } from '../../events/publish.ts'
import type { App } from '../../http/app.ts'
import { answerOnce, once } from '../../http/idempotency/once.ts'
import { operation } from '../../http/operation.ts'
import { orNull } from '../../http/schemas.ts'
import { WITHOUT_STEP_UP } from '../../http/step-up-reasons.ts'
import { Problem } from '../../problems.ts'
import { MINUTE } from '../../time.ts'
import { NewProduct } from '../product.ts'
import { Texts, TextsChange } from './category-texts.ts'
import { changeCategory, createCategory, deleteCategory, mergeCategory } from './edit-category.ts'
import { readCategories } from './queries.ts'
import type { Category as TreeCategory } from './tree.ts'

const Name = NewProduct.properties.category
const parent = orNull(Type.String({ maxLength: 100 }), { description: 'The category above it; null: none.' })
const position = Type.Integer({
  minimum: 0,
  maximum: INT_MAX,
  description: 'Among the categories with the same parent, from 0. By default the last.',
})

const Category = Type.Object(
  {
    name: Type.String(),
    parent,
    position: Type.Integer({ description: 'Among the categories with the same parent, from 0.' }),
    texts: Texts,
    products: Type.Integer({ description: 'Products on sale of this category itself.' }),
  },
  { title: 'Category' },
)

const NewCategory = Type.Object(
  {
    name: Name,
    parent: Type.Optional(parent),
    position: Type.Optional(position),
    texts: Type.Optional(TextsChange),
  },
  { title: 'NewCategory' },
)

const CategoryChange = Type.Partial(NewCategory, { title: 'CategoryChange' })

const Merge = Type.Object(
  { into: Type.String({ minLength: 1, maxLength: 100, description: 'The category that stays.' }) },
  { title: 'CategoryMerge' },
)

const ByName = Type.Object({
  name: Type.String({ maxLength: 100, description: 'The name of the category.', examples: ['lighting'] }),
})

/** A category may hold most of a catalogue. Changes of categories wait for each other, so only a few do so with a connection. */
const LONGEST_CHANGE = 10 * MINUTE
function patiently<T>(db: Db, change: () => Promise<T>): Promise<T> {
  return queueForRows(db, ['categories'], () => limitStatements(LONGEST_CHANGE, change))
}

export function categoryRoutes(api: App, context: AppContext): void {
  operation(api, 'GET /categories', {
    id: 'listCategories',
    summary: 'List the categories',
    access: PRODUCT_READERS,
    description: 'Each before those below it, in the order of the shop.',
    answers: { 200: Type.Object({ items: Type.Array(Category) }, { title: 'Categories' }) },
    handler: async () => ({ items: (await readCategories(context.db)).map(shown) }),
  })
  placingRoutes(api, context)
  removingRoutes(api, context)
}

function placingRoutes(api: App, context: AppContext): void {
  const { clock } = context

  operation(api, 'POST /categories', {
    id: 'createCategory',
    summary: 'Add a category',
    access: PRODUCT_WRITERS,
    stepUp: WITHOUT_STEP_UP.products,
    description: 'A product with a new category adds it too, at the end of the top.',
    problems: ['category_exists'],
    once: true,
    body: NewCategory,
    answers: { 201: Category },
    handler: async (request, reply) =>
      once(context, request, reply, async tx => {
        const category = await createCategory(tx, request.body)
        await publishToFeed(tx, clock.now(), { type: 'category.created', data: { name: category.name } })
        return { body: shown(category), location: `/api/categories/${encodeURIComponent(category.name)}` }
      }),
  })

  operation(api, 'PATCH /categories/:name', {
    id: 'changeCategory',
    summary: 'Rename or move a category',
    access: PRODUCT_WRITERS,
    stepUp: WITHOUT_STEP_UP.products,
    description: 'A new name reaches its products, the categories below it and the discount codes in the same moment.',
    problems: ['category_exists'],
    once: true,
    params: ByName,
    body: CategoryChange,
    answers: { 200: Category },
    handler: async (request, reply) => {
      const { name } = request.params
      const change = () =>
        answerOnce(context, request, reply, async tx => {
          const category = await changeCategory(tx, name, request.body, clock.now())
          if (!category) throw notFound()
          await publishToFeed(tx, clock.now(), { type: 'category.changed', data: { name: category.name, was: name } })
          const said = { at: clock.now(), actorId: actorIdOf(request), visit: visitOf(request) }
          if (category.name !== name)
            await audit(tx, 'category_renamed', { ...said, detail: { name, to: category.name } })
          return shown(category)
        })
      return patiently(context.db, change)
    },
  })
}

function removingRoutes(api: App, context: AppContext): void {
  const { db, clock } = context

  operation(api, 'POST /categories/:name/merge', {
    id: 'mergeCategory',
    summary: 'Merge a category into another one',
    access: PRODUCT_WRITERS,
    stepUp: WITHOUT_STEP_UP.products,
    description: 'Its products and the categories below it move into the other one, and it is gone.',
    once: true,
    params: ByName,
    body: Merge,
    answers: {
      200: Type.Object(
        { into: Type.String(), products: Type.Integer({ description: 'Products that moved.' }) },
        { title: 'CategoryMerged' },
      ),
    },
    handler: async (request, reply) => {
      const { name } = request.params
      const { into } = request.body
      const merge = () =>
        answerOnce(context, request, reply, async tx => {
          const products = await mergeCategory(tx, name, into, clock.now())
          if (products === undefined) throw notFound()
          await publishToFeed(tx, clock.now(), { type: 'category.deleted', data: { name, into } })
          const said = { at: clock.now(), actorId: actorIdOf(request), visit: visitOf(request) }
          await audit(tx, 'category_merged', { ...said, detail: { name, into, products } })
          return { into, products }
        })
      return patiently(db, merge)
    },
  })

  operation(api, 'DELETE /categories/:name', {
    id: 'deleteCategory',
    summary: 'Delete a category without products',
    access: PRODUCT_WRITERS,
    stepUp: WITHOUT_STEP_UP.products,
    problems: ['category_in_use'],
    params: ByName,
    handler: async request =>
      inTransaction(db, async tx => {
        const { name } = request.params
        if (!(await deleteCategory(tx, name))) throw notFound()
        await publishToFeed(tx, clock.now(), { type: 'category.deleted', data: { name } })
      }),
  })
}

function shown({ name, parent, position, texts, products }: TreeCategory) {
  return { name, parent, position, texts, products }
}

function notFound(): Problem {
  return new Problem('not_found', 'There is no such category.')
}
