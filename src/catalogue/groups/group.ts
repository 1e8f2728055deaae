/** Groups of products that are variants of each other, as the API shows and takes them. */
import { type Static, Type } from 'typebox'
import { RowId } from '../../http/filters.ts'
import { TRIM } from '../../http/input/keywords.ts'
import { orNull, Time } from '../../http/schemas.ts'
import { LANGUAGES, type Language } from '../../words/languages.ts'
import { Image } from '../images/image.ts'

/** An index holds the values of a product, so they have to be short. */
const MOST_OPTIONS = 3
export const MOST_VALUES = 100
export const MOST_PRODUCTS = 200

// Files write `Colour: red; Size: M`.
const OptionName = Type.String({
  minLength: 1,
  maxLength: 40,
  pattern: '^[^:;]*[^:;\\s][^:;]*$',
  'x-reason': 'must be a word without a colon or a semicolon',
  [TRIM]: 'words',
})
const OptionText = Type.String({
  minLength: 1,
  maxLength: 60,
  pattern: '^[^;]*[^;\\s][^;]*$',
  'x-reason': 'must be a word without a semicolon',
  [TRIM]: 'words',
})

const Option = Type.Object(
  { name: OptionName, values: Type.Array(OptionText, { minItems: 1, maxItems: MOST_VALUES }) },
  { title: 'ProductOption' },
)
export type Option = Static<typeof Option>

/** The words of one option as programs have them: the values in the order of the option. They are kept with those of the group. */
const OptionTexts = Type.Unsafe<Partial<Record<Language, { name?: string; values?: string[] }>>>(
  Type.Object(
    Object.fromEntries(
      LANGUAGES.map(language => [
        language,
        Type.Optional(
          Type.Object(
            {
              name: Type.Optional(Type.String({ maxLength: 60 })),
              values: Type.Optional(Type.Array(Type.String({ maxLength: 60 }), { maxItems: MOST_VALUES })),
            },
            { title: 'ProductOptionText' },
          ),
        ),
      ]),
    ),
    {
      additionalProperties: false,
      description:
        'Its name and its values, in the order of `values`, by language. Another way to send the `words` of the group; answers have those.',
    },
  ),
)
const NewOption = Type.Object(
  { ...Option.properties, texts: Type.Optional(OptionTexts) },
  { title: 'NewProductOption' },
)
export type NewOption = Static<typeof NewOption>

const OptionValue = Type.Object({ name: Type.String(), value: Type.String() }, { title: 'ProductOptionValue' })
export type OptionValue = Static<typeof OptionValue>

export const OptionValues = Type.Array(OptionValue, {
  description: 'One value of each option of the group, in the order of the group. Empty without a group.',
})

const NewOptionValues = Type.Array(Type.Object({ name: OptionName, value: OptionText }), {
  maxItems: MOST_OPTIONS,
  description: 'One value of each option of the group, in any order.',
  examples: [[{ name: 'Colour', value: 'red' }]],
})

const Word = Type.Object({ text: Type.String({ maxLength: 60 }), translation: Type.String({ maxLength: 60 }) })
const GroupText = Type.Object(
  {
    name: Type.Optional(Type.String({ maxLength: 200, [TRIM]: true })),
    words: Type.Optional(
      Type.Array(Word, {
        maxItems: 400,
        description: 'Options and values in this language. The others stay as they are.',
      }),
    ),
  },
  { title: 'ProductGroupText' },
)
type GroupText = Static<typeof GroupText>
export type GroupTexts = Partial<Record<Language, GroupText>>

const GroupTexts = Type.Unsafe<GroupTexts>(
  Type.Object(Object.fromEntries(LANGUAGES.map(language => [language, Type.Optional(GroupText)])), {
    description: 'The name and the words of the options by language.',
  }),
)
const GroupTextsChange = Type.Unsafe<Partial<Record<Language, GroupText | null>>>(
  Type.Object(Object.fromEntries(LANGUAGES.map(language => [language, Type.Optional(orNull(GroupText))])), {
    additionalProperties: false,
    description: 'What is left out stays as it is; null takes the texts of a language away.',
  }),
)

export const ProductGroup = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    texts: GroupTexts,
    options: Type.Array(Option),
    listed: orNull(Type.Integer(), {
      description:
        'The product that the shop lists for the whole group. While it cannot be ordered, the shop lists the ' +
        'first one that can. null: the group has no product on sale.',
    }),
    products: Type.Array(Type.Object({ id: Type.Integer(), sku: Type.String(), options: OptionValues }), {
      description: 'The products of the group that are on sale.',
    }),
    images: Type.Array(Image, { description: 'Customers see them behind those of the product.' }),
    created_at: Time,
    updated_at: Time,
  },
  { title: 'ProductGroup' },
)
export type ProductGroup = Static<typeof ProductGroup>

const writable = {
  name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', [TRIM]: true }),
  texts: GroupTextsChange,
  options: Type.Array(NewOption, {
    minItems: 1,
    maxItems: MOST_OPTIONS,
    description: 'What the products of the group differ in, and which values there are, in the order of the shop.',
    examples: [[{ name: 'Colour', values: ['red', 'blue'] }]],
  }),
  products: Type.Array(Type.Object({ id: RowId, options: NewOptionValues }, { title: 'NewGroupProduct' }), {
    maxItems: MOST_PRODUCTS,
    description: 'All products of the group. Those that are left out leave it.',
  }),
  listed: Type.Integer({ ...RowId, description: 'The product of the group that the shop lists.' }),
}
const { name, options, ...others } = writable

export const NewProductGroup = Type.Object(
  { name, options, ...Type.Partial(Type.Object(others)).properties },
  { title: 'NewProductGroup' },
)
export type NewProductGroup = Static<typeof NewProductGroup>

export const ProductGroupChange = Type.Partial(Type.Object(writable), { title: 'ProductGroupChange' })
export type ProductGroupChange = Static<typeof ProductGroupChange>

export const GroupMember = Type.Object(
  {
    options: NewOptionValues,
    listed: Type.Optional(Type.Boolean({ description: 'true: the shop lists this product for the whole group.' })),
  },
  { title: 'GroupProductChange' },
)
export type GroupMember = Static<typeof GroupMember>
