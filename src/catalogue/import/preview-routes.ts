/** The API of imports that are shown before they are made, and can be taken back. */
import { type Static, Type } from 'typebox'
import { actorIdOf } from '../../accounts/sessions/access.ts'
import type { AppContext } from '../../context.ts'
import { ENCODINGS } from '../../encoding.ts'
import type { App } from '../../http/app.ts'
import { uuidOf } from '../../http/filters.ts'
import { once } from '../../http/idempotency/once.ts'
import { operation } from '../../http/operation.ts'
import { orNull, Time, Uuid } from '../../http/schemas.ts'
import { WITHOUT_STEP_UP } from '../../http/step-up-reasons.ts'
import { invalidInput, Problem } from '../../problems.ts'
import { duringImport } from './import-products.ts'
import { applyImport, changeReading, type KeptReading, keepImport, newImport, takeBack } from './kept-imports.ts'
import { IMPORT_FIELDS } from './reading/fields.ts'
import {
  CategoryOfRest,
  fileIn,
  IgnoreSwitches,
  MAX_FILE_BYTES,
  PriceSpan,
  TakesSimilar,
  TOO_LARGE,
  VatOfFile,
} from './route.ts'
import { requireImport, rowsOf, showImport, showKept } from './show-import.ts'

const Id = uuidOf('import')
const count = Type.Integer({ minimum: 0 })
const value = Type.String({ description: 'Prices are in minor units.' })

const Preview = Type.Object(
  {
    added: count,
    changed: count,
    unchanged: count,
    bad: count,
    lostLines: count,
    unreadColumns: Type.Array(Type.String()),
    asksVat: orNull(Type.Enum(['unsaid', 'without']), {
      description:
        '`unsaid`: the file does not say whether its prices include VAT. `without`: it has only prices without VAT, which are not read ' +
        'until `vat` is `excluded`. null: no question.',
    }),
    pictures: Type.Integer({ minimum: 0, description: 'How many the file names by their addresses.' }),
    prices: Type.Array(PriceSpan),
    changes: Type.Array(
      Type.Object({
        line: Type.Integer(),
        sku: Type.String(),
        name: Type.String(),
        isNew: Type.Boolean(),
        currency: Type.String({ description: 'Of the price in the file.' }),
        values: Type.Array(Type.Object({ field: Type.String(), old: orNull(value), new: value })),
      }),
      { description: 'The first 100 products that would be added or changed, with the values before and after.' },
    ),
    badRows: Type.Array(
      Type.Object({
        line: Type.Integer(),
        column: orNull(Type.String({ description: 'The name of the column in the file.' })),
        value: orNull(Type.String({ description: 'What stands there.' })),
        reason: Type.String(),
      }),
      { description: 'The first 100 rows that would be refused.' },
    ),
  },
  { title: 'ProductImportOutlook' },
)

const Import = Type.Object(
  {
    id: Uuid,
    state: Type.Enum(['open', 'imported', 'undone']),
    createdAt: Time,
    expiresAt: Type.String({ format: 'date-time', description: 'Until then it can be imported, or taken back.' }),
    vat: orNull(VatOfFile),
    ignoreSwitches: IgnoreSwitches,
    category: orNull(CategoryOfRest),
    takesSimilar: TakesSimilar,
    encoding: orNull(Type.String({ description: `One of ${ENCODINGS.join(', ')}.` })),
    columns: Type.Array(
      Type.Object({
        number: Type.Integer({ minimum: 1 }),
        name: Type.String(),
        field: orNull(
          Type.String({ description: `One of ${IMPORT_FIELDS.join(', ')}; null: no field is read from it.` }),
        ),
        isRead: Type.Boolean({
          description:
            'Also true of a column without a field that says what a row of another shop is, such as a variant.',
        }),
        examples: Type.Array(Type.String(), { description: 'The cells of the first rows.' }),
      }),
    ),
    problem: orNull(Type.String({ description: 'Why the file cannot be read as it is: a column is missing.' })),
    preview: orNull(Preview, { description: 'What the file would change now; null once it is imported.' }),
    report: orNull(
      Type.Object({
        added: count,
        changed: count,
        unchanged: count,
        bad: count,
        takenBack: Type.Optional(count),
        conflicts: Type.Optional(
          Type.Array(Type.String(), {
            description: 'SKUs of products that were not taken back, because they have changed since the import.',
          }),
        ),
      }),
      { description: 'What the import has done; null before.' },
    ),
    pictures: orNull(
      Type.Object(
        {
          waiting: Type.Integer({ minimum: 0, description: 'Those that are still to be fetched.' }),
          failed: count,
          failures: Type.Array(Type.Object({ sku: Type.String(), url: Type.String(), reason: Type.String() }), {
            description: 'The first 100 that failed.',
          }),
        },
        { title: 'PicturesOfImport' },
      ),
      { description: 'The pictures that the import has asked for and that are not there; null before.' },
    ),
  },
  { title: 'ProductImportPreview' },
)

const columns = Object.fromEntries(
  IMPORT_FIELDS.map(field => [field, Type.Optional(orNull(Type.Integer({ minimum: 1, maximum: 1_000_000 })))]),
)

const NewImport = Type.Object(
  {
    data: Type.String({
      minLength: 1,
      contentEncoding: 'base64',
      description: 'A CSV file of at most 8 MB, in base64.',
    }),
  },
  { title: 'NewProductImport' },
)
const Reading = Type.Object(
  {
    encoding: Type.Optional(Type.Enum(['auto', ...ENCODINGS], { description: '`auto`: its bytes tell.' })),
    columns: Type.Optional(
      orNull(Type.Object(columns), {
        description:
          'The number of the column that each field is read from, beginning with 1. null: the names of the columns tell.',
      }),
    ),
    vat: Type.Optional(orNull(VatOfFile)),
    ignoreSwitches: Type.Optional(IgnoreSwitches),
    category: Type.Optional(orNull(CategoryOfRest)),
    takesSimilar: Type.Optional(TakesSimilar),
  },
  { title: 'ProductImportReading' },
)

export function previewRoutes(api: App, context: AppContext): void {
  readingRoutes(api, context)
  writingRoutes(api, context)
}

function readingRoutes(api: App, context: AppContext): void {
  const { db, clock } = context

  operation(api, 'POST /product-imports', {
    id: 'previewProductImport',
    summary: 'Show what a file of products would change',
    access: { role: 'staff', permission: 'products' },
    stepUp: WITHOUT_STEP_UP.products,
    config: { takesFile: true, tooLarge: TOO_LARGE },
    description:
      'Changes nothing. The file is kept for a day, to be imported as it is or with other columns. A column `price` is as on price tags.',
    once: true,
    body: NewImport,
    answers: { 201: Import },
    // Base64 makes four bytes of three.
    bodyLimit: 1.5 * MAX_FILE_BYTES,
    handler: async (request, reply) => {
      const kept = newImport(fileIn(request.body.data), clock.now())
      const body = await showKept(context, kept)
      return once(context, request, reply, async tx => {
        await keepImport(tx, kept)
        return { body, location: `/api/product-imports/${kept.id}` }
      })
    },
  })

  operation(api, 'GET /product-imports/:id', {
    id: 'getProductImport',
    summary: 'Show what a file would change now, or what its import has changed',
    access: { role: 'staff', permission: 'products' },
    params: Id,
    answers: { 200: Import },
    handler: async request => showImport(context, request.params.id),
  })

  operation(api, 'PATCH /product-imports/:id', {
    id: 'changeProductImport',
    summary: 'Say what the columns of a file are',
    access: { role: 'staff', permission: 'products' },
    stepUp: WITHOUT_STEP_UP.products,
    problems: ['import_not_open'],
    params: Id,
    body: Reading,
    answers: { 200: Import },
    handler: async request => {
      const { id } = request.params
      const { reading } = await requireImport(db, id, clock.now())
      if (!(await changeReading(db, id, changed(reading, request.body)))) throw new Problem('import_not_open')
      return showImport(context, id)
    },
  })
}

function writingRoutes(api: App, context: AppContext): void {
  const { db, databaseUrl, clock } = context

  operation(api, 'POST /product-imports/:id/apply', {
    id: 'applyProductImport',
    summary: 'Import the good rows of a file',
    access: { role: 'staff', permission: 'products' },
    stepUp: WITHOUT_STEP_UP.products,
    description: 'All of them in one transaction, once: a repeated request answers what the first one did.',
    problems: ['invalid_input'],
    query: Type.Object({
      pictures: Type.Optional(
        Type.Enum(['true', 'false'], {
          description: 'true: fetch the pictures that the file names by their addresses, a moment later.',
        }),
      ),
    }),
    params: Id,
    answers: { 200: Import },
    handler: async request => {
      const { id } = request.params
      const kept = await requireImport(db, id, clock.now())
      if (kept.state === 'open') {
        const { problem } = await showImport(context, id)
        if (problem !== null)
          throw invalidInput({ field: 'columns', reason: `cannot be read. ${problem}`, code: 'wrong_columns' })
        await duringImport(db, () =>
          applyImport(databaseUrl, id, rowsOf(db, kept), {
            by: actorIdOf(request),
            now: clock.now(),
            withPictures: request.query.pictures === 'true',
            said: kept.reading,
          }),
        )
      }
      return showImport(context, id)
    },
  })

  operation(api, 'POST /product-imports/:id/undo', {
    id: 'undoProductImport',
    summary: 'Take an import back',
    access: { role: 'staff', permission: 'products' },
    stepUp: WITHOUT_STEP_UP.products,
    description:
      'Changed products get their former values, and added ones are removed. Products that have changed since ' +
      'the import stay as they are, and the report names them. Pictures that have not come yet do not come.',
    params: Id,
    answers: { 200: Import },
    handler: async request => {
      const { id } = request.params
      await requireImport(db, id, clock.now())
      await duringImport(db, () => takeBack(db, id, { by: actorIdOf(request), now: clock.now() }))
      return showImport(context, id)
    },
  })
}

/** Merges a change into the reading. Fields that the change omits stay as they were; null takes them away. */
function changed(reading: KeptReading, { columns, ...said }: Static<typeof Reading>): KeptReading {
  const mapped = IMPORT_FIELDS.flatMap(field => {
    const number = columns?.[field]
    return number == null ? [] : [[field, number] as const]
  })
  const all = { ...reading, ...said, ...(columns !== undefined && { columns: columns && Object.fromEntries(mapped) }) }
  const isSaid = ([, value]: [string, unknown]) => value !== null && value !== 'auto' && value !== undefined
  return Object.fromEntries(Object.entries(all).filter(isSaid))
}
