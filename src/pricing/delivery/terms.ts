/** Terms of a delivery method, as staff write them: where it goes, what it costs by value and weight, and where customers collect. */
import { type Static, Type } from 'typebox'
import { INT_MAX, PRICE_MAX } from '../../database/schema.ts'
import { CHECK, directionMark, TRIM } from '../../http/input/keywords.ts'
import { orNull } from '../../http/schemas.ts'
import { type FieldError, invalidInput } from '../../problems.ts'
import { textsSchema } from '../../shop/setting-rules.ts'
import { COUNTRIES } from '../../world/countries.ts'
import { TERRITORY_CODES } from '../../world/territories.ts'
import { DELIVERY_KINDS } from './stored.ts'

const Amount = Type.Integer({ minimum: 0, maximum: INT_MAX })
const Days = Type.Integer({ minimum: 0, maximum: 365 })

/** Far more than a price list of a carrier has. */
export const MOST_BANDS = 20

/** A ton a piece, for the largest order. */
const HEAVIEST = 1_000_000_000

const Band = Type.Object(
  {
    value: Type.Optional(
      orNull(Type.Integer({ minimum: 0, maximum: PRICE_MAX }), {
        description: 'From this value of the items on, after the discount. Null or 0: any.',
      }),
    ),
    weight: Type.Optional(
      orNull(Type.Integer({ minimum: 0, maximum: HEAVIEST }), {
        description: 'From this weight on, in grams. Null or 0: any.',
      }),
    ),
    price: orNull(Amount, { description: 'What it costs then. A step without a price is left out.' }),
  },
  { title: 'DeliveryBand' },
)

export const TERMS = {
  names: textsSchema(100, 'By language; at least one.'),
  countries: orNull(Type.Array(Type.Enum([...COUNTRIES]), { minItems: 1, maxItems: COUNTRIES.length }), {
    description: 'Where it goes; null: everywhere. A collection ignores it.',
  }),
  leavesOut: Type.Array(Type.Enum([...TERRITORY_CODES]), {
    default: [],
    maxItems: TERRITORY_CODES.length,
    description:
      'Places with a VAT of their own that it does not go to, though it goes to their country: `ES-CN` (Canary Islands), ' +
      '`RE` (Réunion), `XI` (Northern Ireland).',
  }),
  price: Amount,
  bands: Type.Array(Band, {
    default: [],
    maxItems: MOST_BANDS,
    description:
      'What it costs for larger orders. The last step counts whose value and weight are both reached; below the first ' +
      'one it costs `price`. Products that nobody has weighed count as weightless.',
  }),
  currency: orNull(Type.String({ pattern: '^[A-Z]{3}$', 'x-reason': 'must be three capital letters like EUR' }), {
    description:
      'Of `price`, `bands` and `freeFrom`. A method that is always free needs none, and goes with every currency.',
  }),
  freeFrom: orNull(Amount, { description: 'From this value of the items on, after the discount, it is free.' }),
  maxWeight: orNull(Type.Integer({ minimum: 1, maximum: HEAVIEST }), {
    description: 'In grams. Heavier orders do not go with it; null: it carries everything.',
  }),
  days: Type.Object({ least: Days, most: Days }, { description: 'Working days. A collection has none: 0 and 0.' }),
  kind: Type.Enum([...DELIVERY_KINDS], {
    default: 'delivery',
    description:
      '`collection`: the customer comes for it. Such an order needs no address, has the VAT of the place of the shop, and ' +
      'when it is `shipped` it is ready to collect. When a whole order comes back, the least expensive delivery that ' +
      'was offered with it is paid back, and a collection is none.',
  }),
  collectAt: Type.String({
    maxLength: 500,
    default: '',
    [TRIM]: true,
    [CHECK]: directionMark,
    examples: ['12 St James Square\nLondon'],
    description: 'Where customers collect, a line each. Empty: at the address of the shop.',
  }),
  openingHours: { ...textsSchema(500, 'When customers can collect, by language.'), default: {} },
  carrier: orNull(Type.String({ maxLength: 40 }), {
    description:
      'The code of the carrier of its parcels, such as `dhl`, or of one of the settings of the shop. null: the number of each ' +
      'parcel says it.',
  }),
  active: Type.Boolean({ default: true }),
  position: Type.Integer({
    minimum: -INT_MAX,
    maximum: INT_MAX,
    description: 'The first delivery that goes to a country is its default.',
  }),
}

export type Terms = Static<Type.TObject<typeof TERMS>>

/** Leaves out steps without a price, which a form sends for its empty rows. */
export function tidyBands(bands: Terms['bands']): StoredBand[] {
  return bands.flatMap(({ value, weight, price }) =>
    price === null ? [] : [{ value: value ?? 0, weight: weight ?? 0, price }],
  )
}

export type StoredBand = { value: number; weight: number; price: number }

/** @throws Problem that names each mistake */
export function requireTerms({ names, price, bands, currency, freeFrom, days }: Terms): void {
  const isFree = price === 0 && freeFrom === null && tidyBands(bands).length === 0
  const mistakes: FieldError[] = [
    ...(Object.values(names).some(name => name.trim())
      ? []
      : [{ field: 'names', reason: 'is required in one language at least', code: 'required' }]),
    ...(isFree || currency !== null
      ? []
      : [{ field: 'currency', reason: 'is required, because the delivery is not always free', code: 'required' }]),
    ...(days.most < days.least
      ? [{ field: 'days.most', reason: 'must be at least days.least', code: 'too_small' }]
      : []),
    ...mistakesInBands(bands),
  ]
  if (mistakes.length > 0) throw invalidInput(...mistakes)
}

function mistakesInBands(bands: Terms['bands']): FieldError[] {
  return bands.flatMap(({ value, weight, price }, index) => {
    const isEmpty = !(value || weight)
    if (price === null && !isEmpty) return [{ field: `bands.${index}.price`, reason: 'is required', code: 'required' }]
    if (price === null || !isEmpty) return []
    const reason = 'is required, or else a weight: below the first step the delivery costs `price`'
    return [{ field: `bands.${index}.value`, reason, code: 'required' }]
  })
}
