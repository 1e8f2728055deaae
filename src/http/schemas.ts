import { type TSchema, Type } from 'typebox'

export const Time = Type.String({ format: 'date-time' })
/** A day of the shop's calendar. */
export const Day = Type.String({ format: 'date' })
export const Uuid = Type.String({ format: 'uuid' })

/** @param options such as the description of the property */
export function orNull<S extends TSchema>(schema: S, options?: Parameters<typeof Type.Union>[1]) {
  return Type.Union([schema, Type.Null()], options)
}

/* Metadata, which programs note about products, orders and users. */

export const MOST_KEYS = 50
export const METADATA_KEY = '[A-Za-z0-9][A-Za-z0-9_.-]{0,39}'
export const LONGEST_VALUE = 500

export const METADATA_VALUE = Type.String({ minLength: 1, maxLength: LONGEST_VALUE })

export const Metadata = Type.Unsafe<Record<string, string>>(
  Type.Object(
    {},
    {
      additionalProperties: METADATA_VALUE,
      description:
        `For programs: up to ${MOST_KEYS} keys of at most 40 letters, digits, \`_\`, \`.\` and \`-\`, with texts ` +
        `of at most ${LONGEST_VALUE} characters. Staff and API keys alone read and write it. Put no personal ` +
        'data here.',
      examples: [{ erp: '4711' }],
    },
  ),
)
