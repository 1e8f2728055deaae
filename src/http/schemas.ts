import { type TSchema, Type } from 'typebox'

export const Time = Type.String({ format: 'date-time' })
/** A day of the shop's calendar. */
export const Day = Type.String({ format: 'date' })
export const Uuid = Type.String({ format: 'uuid' })

/** @param options such as the description of the property */
export function orNull<S extends TSchema>(schema: S, options?: Parameters<typeof Type.Union>[1]) {
  return Type.Union([schema, Type.Null()], options)
}
